//! Keeps the helper that draws: asks it on every change, and starts another where one came to grief.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::desk::Desk;
use super::model::{Message, Request};

/// How long files must be left alone before they are read.
const QUIET: Duration = Duration::from_millis(20);
/// How long a storm of changes can put off the reading.
const STORM: Duration = Duration::from_millis(120);
/// How long the helper may be silent. It tells itself of a template that takes more than five seconds.
const SILENCE: Duration = Duration::from_secs(20);
/// How often is looked whether the preview has ended.
const TICK: Duration = Duration::from_millis(100);
/// Most of what a helper says at its end that is shown.
const LAST_WORDS: u64 = 8 << 10;

/// Has everything drawn, and then what changes, until nobody can tell of changes any more.
pub(super) fn follow(program: &[OsString], changes: &Receiver<String>, desk: &Desk) {
    let mut helper: Option<Helper> = None;
    let mut queued: Vec<String> = Vec::new();
    loop {
        desk.drawing();
        // A new helper knows nothing, so it is asked for everything.
        let changed = helper.as_ref().map(|_| std::mem::take(&mut queued));
        queued.clear();
        let asked = match helper.take() {
            Some(helper) => Ok(helper),
            None => Helper::start(program),
        };
        let drawn = asked.and_then(|mut helper| match helper.draw(changed, changes, &mut queued, desk) {
            Ok(Turn::Done) => Ok(Some(helper)),
            Ok(Turn::End) => Ok(None),
            Err(why) => Err(helper.last_words().unwrap_or(why)),
        });
        match drawn {
            Ok(Some(kept)) => helper = Some(kept),
            Ok(None) => return,
            Err(why) => desk.failed(why),
        }
        if !collect(changes, &mut queued) {
            return;
        }
    }
}

/// Waits for changes, and until no more come for a moment; false when there will be none.
fn collect(changes: &Receiver<String>, queued: &mut Vec<String>) -> bool {
    if queued.is_empty() {
        match changes.recv() {
            Ok(path) => queued.push(path),
            Err(_) => return false,
        }
    }
    let first = Instant::now();
    while first.elapsed() < STORM {
        match changes.recv_timeout(QUIET) {
            Ok(path) => add(queued, path),
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
    true
}

fn add(queued: &mut Vec<String>, path: String) {
    if !queued.contains(&path) {
        queued.push(path);
    }
}

enum Turn {
    Done,
    End,
}

/// What the reading thread hands over.
enum Heard {
    Told(Message),
    Bytes(Message, Vec<u8>),
}

struct Helper {
    child: Child,
    input: ChildStdin,
    heard: Receiver<Heard>,
    words: Option<JoinHandle<String>>,
}

impl Helper {
    fn start(program: &[OsString]) -> Result<Helper, String> {
        let (name, arguments) = program.split_first().ok_or("no program draws")?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|cause| format!("the helper that draws cannot be started: {cause}"))?;
        let input = child.stdin.take().expect("it was asked for");
        let output = child.stdout.take().expect("it was asked for");
        let errors = child.stderr.take().expect("it was asked for");
        let (hand, heard) = mpsc::sync_channel(64);
        thread::spawn(move || hear(output, &hand));
        let words = thread::spawn(move || {
            let mut text = Vec::new();
            let mut errors = errors.take(LAST_WORDS);
            let _ = errors.read_to_end(&mut text);
            // The rest is drained, so that the helper is never held up by it.
            let _ = std::io::copy(&mut errors.into_inner(), &mut std::io::sink());
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Helper { child, input, heard, words: Some(words) })
    }

    /// Asks for a drawing and passes on what comes; changes meanwhile are queued.
    fn draw(
        &mut self,
        changed: Option<Vec<String>>,
        changes: &Receiver<String>,
        queued: &mut Vec<String>,
        desk: &Desk,
    ) -> Result<Turn, String> {
        let mut line = serde_json::to_string(&Request { changed }).expect("names always make JSON");
        line.push('\n');
        let gone = || "the helper that draws has ended".to_owned();
        self.input.write_all(line.as_bytes()).map_err(|_| gone())?;
        let mut last = Instant::now();
        loop {
            match self.heard.recv_timeout(TICK) {
                Ok(Heard::Bytes(Message::Made { hash, kind, .. }, bytes)) => desk.keep(hash, kind, bytes),
                Ok(Heard::Told(message) | Heard::Bytes(message, _)) => {
                    let is_last = matches!(message, Message::Done { .. } | Message::Failed(_));
                    desk.take(message);
                    if is_last {
                        return Ok(Turn::Done);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    loop {
                        match changes.try_recv() {
                            Ok(path) => add(queued, path),
                            Err(TryRecvError::Empty) => break,
                            Err(TryRecvError::Disconnected) => return Ok(Turn::End),
                        }
                    }
                    if last.elapsed() > SILENCE {
                        let _ = self.child.kill();
                        return Err(format!("drawing took longer than {} s and was given up", SILENCE.as_secs()));
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
            last = Instant::now();
        }
    }

    /// What the helper said before it ended by itself.
    fn last_words(mut self) -> Option<String> {
        let _ = self.child.wait();
        let text = self.words.take()?.join().ok()?;
        let text = text.trim().trim_start_matches("error: ").to_owned();
        (!text.is_empty()).then_some(text)
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hear(output: ChildStdout, hand: &mpsc::SyncSender<Heard>) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    let mut line = String::new();
    loop {
        line.clear();
        if output.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let Ok(message) = serde_json::from_str::<Message>(&line) else { return };
        let heard = if let Message::Made { bytes, .. } = &message {
            let mut body = vec![0; *bytes];
            if output.read_exact(&mut body).is_err() {
                return;
            }
            Heard::Bytes(message, body)
        } else {
            Heard::Told(message)
        };
        if hand.send(heard).is_err() {
            return;
        }
    }
}
