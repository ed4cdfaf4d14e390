//! A page in the browser that shows every component and follows the files.
//!
//! Two processes: this one serves the page and keeps the last good pictures; a helper draws. A template that never
//! ends, fills the memory or overflows the stack takes down only the helper.
//!
//! ```text
//! watch    a file was saved
//!   ▼
//! helper ──▶ ahead    the other process: visible cards first, ──▶ board    keeps the last good state, announces changes
//!            press    then the rest of the game,                    ▼
//!            check    then sheets and findings                    server   the page, the model, pictures by their hash
//! ```

mod ahead;
mod bits;
mod board;
mod check;
mod guard;
mod helper;
mod model;
mod press;
mod queue;
mod reach;
mod server;
mod stuck;
mod view;
mod watch;

use std::ffi::OsString;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use crate::error::{Error, ServeError};
use crate::layout::Setup;
use board::Board;

pub use helper::given_up;
pub use press::press;

/// What the preview shows, and where.
pub struct Options {
    pub project: PathBuf,
    /// The host to listen on. By default a loopback address, so that only this machine can look.
    pub host: String,
    /// 0 takes any free port.
    pub port: u16,
    /// Program and arguments of the helper that draws: [`press()`] with the same order.
    pub helper: Vec<OsString>,
    /// Polls files, for drives that do not report changes.
    pub polls: bool,
    /// The address that opens a file in an editor, with `{path}`, `{line}` and `{column}`.
    pub editor: Option<String>,
    /// The user's folder for settings, which may hold printers.
    pub settings: Option<PathBuf>,
}

/// What is wrong with the printer: rule, message, and the whole text.
pub struct Fault {
    pub rule: String,
    pub message: String,
    pub text: String,
}

/// Reads the papers and the printer they are for.
pub type Load<'a> = dyn Fn() -> Result<Vec<Setup>, Vec<Fault>> + 'a;

/// A preview that runs until it is dropped.
pub struct Preview {
    pub address: SocketAddr,
    board: Arc<Board>,
    events: mpsc::Sender<helper::Event>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    watcher: Option<watch::Watcher>,
    threads: Vec<JoinHandle<()>>,
}

/// Starts the server, the file watcher and the first drawing.
pub fn start(options: Options) -> Result<Preview, Error> {
    let listener = listen(&options.host, options.port)?;
    let address = listener.local_addr().map_err(ServeError::Start)?;
    // Nobody else has these files, and nobody else should learn where they are.
    let editor = options.editor.filter(|_| address.ip().is_loopback());
    let board = Arc::new(Board::new(&options.project, editor));
    let (sender, events) = mpsc::channel();
    let (watcher, note) = watch::watch(&options.project, options.settings.as_deref(), options.polls, sender.clone())?;
    board.note(note);
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let hosts = guard::Hosts::new(&options.host, address);
    let serving = server::serve(listener, hosts, board.clone(), stopped)?;
    let helping = {
        let (board, program, sender) = (board.clone(), options.helper, sender.clone());
        thread::spawn(move || helper::follow(&program, &sender, &events, &board))
    };
    Ok(Preview {
        address,
        board,
        events: sender,
        stop: Some(stop),
        watcher: Some(watcher),
        threads: vec![serving, helping],
    })
}

impl Preview {
    /// Whether anybody but this machine can connect.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// A note for the page, such as that files are polled.
    pub fn note(&self) -> Option<String> {
        self.board.noted()
    }

    /// Serves until the process ends.
    pub fn wait(mut self) {
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.watcher.take();
        let _ = self.events.send(helper::Event::End);
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

fn listen(host: &str, port: u16) -> Result<TcpListener, ServeError> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let mut addresses = (bare, port)
        .to_socket_addrs()
        .map_err(|cause| ServeError::Host { host: host.to_owned(), cause: Some(cause) })?;
    let address = addresses.next().ok_or_else(|| ServeError::Host { host: host.to_owned(), cause: None })?;
    TcpListener::bind(address).map_err(|cause| match cause.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::PortInUse(port),
        _ => ServeError::Listen(address, cause),
    })
}
