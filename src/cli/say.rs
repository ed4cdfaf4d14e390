//! Output that does not panic on a closed pipe and reports a full disk.

use std::io::{self, ErrorKind, Write};

use crate::error::Error;
use crate::finding::inert;

/// Prints text for people on standard error.
pub(super) fn err(text: &str) {
    // In a GitHub workflow, a card's text must not become a command.
    let text = if std::env::var_os("GITHUB_ACTIONS").is_some() { inert(text) } else { text.to_owned() };
    // If standard error fails, there is nowhere to report it.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints output for programs on standard output.
pub(super) fn out(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // The reader, such as `head`, has stopped reading.
        Err(cause) if cause.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|cause| Error::Write("standard output".into(), cause)),
    }
}
