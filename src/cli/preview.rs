//! `wyrmpress preview`: shows every component in the browser and redraws it when a file changes.

use std::io::{self, BufReader, BufWriter};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::args::{Arguments, Preview};
use super::{CLEAN, editor, printer, say};
use crate::content;
use crate::error::Error;
use crate::export::USUAL_DPI;
use crate::finding::{self, Severity};
use crate::layout::{Printers, Setup};
use crate::preview::{self, Fault, Options};
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
        editor: editor::address(preview.editor.as_deref(), &["VISUAL", "EDITOR"].map(std::env::var_os))?,
        settings: printer::user_folder().filter(|_| preview.sheets.printer.is_some()),
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
        setups: preview.sheets.setups(),
        formats: Vec::new(),
        dpi: USUAL_DPI,
        out: PathBuf::new(),
        ink: preview.sheets.ink(),
        plays: false,
        preflight: true,
        max_ink: None,
        changed: None,
    };
    let input = BufReader::new(io::stdin());
    preview::press(order, &|| setups(arguments, preview), input, BufWriter::with_capacity(1 << 16, io::stdout()))?;
    Ok(CLEAN)
}

/// The papers, for the printer as it is measured now.
fn setups(arguments: &Arguments, preview: &Preview) -> Result<Vec<Setup>, Vec<Fault>> {
    let failed = |error: Error| {
        let message = error.to_string();
        vec![Fault { rule: String::new(), text: format!("error: {message}"), message }]
    };
    if preview.sheets.printer.is_some() {
        let printers = Printers::load(&arguments.project, printer::user_folder().as_deref()).map_err(failed)?;
        let errors = printers.found.iter().filter(|finding| finding.severity() == Severity::Error);
        let faults: Vec<Fault> = errors
            .map(|finding| Fault {
                rule: finding.rule.name.to_owned(),
                message: finding::printable(&finding.message),
                text: finding::human(finding, &printers.sources, false),
            })
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
    }
    printer::setups(arguments, &preview.sheets).map_err(failed)
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
