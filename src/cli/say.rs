//! Printing that neither panics on a closed pipe nor hides a full disk.

use std::io::{self, ErrorKind, Write};

use crate::error::Error;
use crate::finding::inert;

/// Text for people.
pub(super) fn err(text: &str) {
    // In a workflow, a card's text must not become a command.
    let text = if std::env::var_os("GITHUB_ACTIONS").is_some() { inert(text) } else { text.to_owned() };
    // If this fails, nobody is left to tell.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Output for machines.
pub(super) fn out(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // The reader has seen enough.
        Err(cause) if cause.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|cause| Error::Write("standard output".into(), cause)),
    }
}
