//! `wyrmpress preview`: shows every component in the browser and redraws it when a file changes.

use std::io::{self, BufReader, BufWriter};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::args::{Arguments, Preview};
use super::{CLEAN, printer, say};
use crate::content;
use crate::error::Error;
use crate::preview::{self, Options};
use crate::stages::Order;

pub(super) fn run(arguments: &Arguments, preview: &Preview) -> Result<u8, Error> {
    if preview.helper {
        return draw(arguments, preview);
    }
    // A missing game or printer is reported here, not in the browser.
    content::parse(&arguments.project, &preview.games, &mut Vec::new())?;
    printer::setups(arguments, &preview.sheets)?;
    let program =
        std::env::current_exe().map_err(|cause| Error::Option(format!("cannot find this program: {cause}")))?;
    let mut helper = vec![program.into_os_string()];
    helper.extend(std::env::args_os().skip(1));
    helper.push("--helper".into());
    let options = Options {
        project: arguments.project.clone(),
        host: preview.host.clone(),
        port: preview.port,
        helper,
        polls: std::env::var_os("WYRMPRESS_POLL").is_some_and(|value| value == "1"),
    };
    let started = preview::start(options)?;
    let address = format!("http://{}/", started.address);
    if started.is_open_to_others() {
        say::err(&format!("warning: everybody who can reach {} can see this project\n", started.address));
    }
    if let Some(note) = started.note() {
        say::err(&format!("note: {note}\n"));
    }
    if !arguments.quiet {
        say::err(&format!("preview at {address} (Ctrl-C ends it)\n"));
    }
    if preview.open {
        open(&address);
    }
    started.wait();
    Ok(CLEAN)
}

/// The helper process, which draws what the server asks for.
fn draw(arguments: &Arguments, preview: &Preview) -> Result<u8, Error> {
    let order = Order {
        project: arguments.project.clone(),
        games: preview.games.clone(),
        only: None,
        setups: printer::setups(arguments, &preview.sheets)?,
        formats: Vec::new(),
        dpi: 300.0,
        out: PathBuf::new(),
        ink: preview.sheets.ink(),
        plays: false,
        preflight: true,
        max_ink: None,
        changed: None,
    };
    preview::press(&order, BufReader::new(io::stdin()), BufWriter::with_capacity(1 << 16, io::stdout().lock()))?;
    Ok(CLEAN)
}

/// Opens the page in the default browser.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started =
        Command::new(program).args(arguments).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        say::err(&format!("note: no browser could be started; open {address} by hand\n"));
    }
}
