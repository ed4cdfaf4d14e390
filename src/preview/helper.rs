//! Runs the helper that draws: sends it every change, and starts a new one after a crash.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::board::Board;
use super::model::{Message, Request};
use crate::budget::Verdict;

/// How long files must be quiet before they are read.
const QUIET: Duration = Duration::from_millis(20);
/// How long a burst of changes can delay reading.
const STORM: Duration = Duration::from_millis(120);
/// How long the helper may be silent. It says once a second that it goes on, and gives up a face that does not end.
const SILENCE: Duration = Duration::from_secs(20);
/// How long to wait before checking again.
const IDLE: Duration = Duration::from_secs(3600);
/// At most this much of a crashed helper's output is shown.
const LAST_WORDS: u64 = 8 << 10;

/// Events for the thread that runs the helper.
pub(super) enum Event {
    /// A path below the project changed.
    Changed(String),
    /// A message from the helper of that number, with the bytes that follow it.
    Message(u64, Message, Vec<u8>),
    /// The helper of that number has closed its output.
    Gone(u64),
    /// The preview ends.
    End,
}

/// Requests everything, then every change, until the preview ends. Helpers report through `sender`.
pub(super) fn follow(program: &[OsString], sender: &Sender<Event>, events: &Receiver<Event>, board: &Board) {
    let mut keeper = Keeper {
        program,
        sender,
        board,
        helper: None,
        started: 0,
        asked: 0,
        is_busy: false,
        is_retried: false,
        heard: Instant::now(),
        at: None,
        aside: BTreeSet::new(),
        faces: Vec::new(),
        queued: Vec::new(),
        untaken: Vec::new(),
        first: Instant::now(),
        last: Instant::now(),
    };
    keeper.ask(None);
    loop {
        match events.recv_timeout(keeper.wait()) {
            Ok(Event::Changed(path)) => keeper.queue(path),
            Ok(Event::Message(helper, message, bytes)) if helper == keeper.started => keeper.take(message, bytes),
            Ok(Event::Gone(helper)) if helper == keeper.started => keeper.lost(None),
            // From a helper that has been replaced.
            Ok(Event::Message(..) | Event::Gone(_)) => {}
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {}
        }
        keeper.act();
    }
}

struct Keeper<'a> {
    program: &'a [OsString],
    sender: &'a Sender<Event>,
    board: &'a Board,
    helper: Option<Helper>,
    /// How many helpers were started; also the number of the latest.
    started: u64,
    /// The number of the latest request.
    asked: u64,
    /// That request has not been answered yet.
    is_busy: bool,
    /// It was sent a second time, because a helper ended without a message.
    is_retried: bool,
    /// When the helper last sent something.
    heard: Instant,
    /// The game being worked on, and whether it has been drawn.
    at: Option<(String, bool)>,
    /// Games that crashed a helper, and nobody knows by which face. They are left alone until their files change.
    aside: BTreeSet<String>,
    /// Faces that are left out, because drawing them did not end.
    faces: Vec<Verdict>,
    /// What changed since the last request.
    queued: Vec<String>,
    /// The paths of requests that the helper has not taken up yet.
    untaken: Vec<(u64, Vec<String>)>,
    /// When the first of these files changed, and the last.
    first: Instant,
    last: Instant,
}

impl Keeper<'_> {
    /// How long to wait for an event.
    fn wait(&self) -> Duration {
        if !self.queued.is_empty() {
            QUIET.saturating_sub(self.last.elapsed()).min(STORM.saturating_sub(self.first.elapsed()))
        } else if self.is_busy {
            (SILENCE + QUIET).saturating_sub(self.heard.elapsed())
        } else {
            IDLE
        }
    }

    fn queue(&mut self, path: String) {
        self.last = Instant::now();
        if self.queued.is_empty() {
            self.first = self.last;
        }
        if !self.queued.contains(&path) {
            self.queued.push(path);
        }
    }

    /// Does what is due now.
    fn act(&mut self) {
        if !self.queued.is_empty() && self.wait().is_zero() {
            let changed = std::mem::take(&mut self.queued);
            self.is_retried = false;
            self.ask(Some(changed));
        } else if self.is_busy && self.heard.elapsed() > SILENCE {
            self.lost(Some(format!("drawing took longer than {} s and was given up", SILENCE.as_secs())));
        }
    }

    /// Requests what changed. A new helper knows nothing, so it is asked for everything.
    fn ask(&mut self, changed: Option<Vec<String>>) {
        self.board.drawing();
        self.asked += 1;
        self.is_busy = true;
        self.heard = Instant::now();
        self.untaken.push((self.asked, changed.clone().unwrap_or_default()));
        let request = Request { number: self.asked, changed, looked_at: self.board.looked_at(), ..Request::default() };
        let has_heard = match &mut self.helper {
            Some(helper) if request.changed.is_some() => helper.ask(&request).is_ok(),
            _ => false,
        };
        if has_heard {
            return;
        }
        self.at = None;
        self.started += 1;
        let (skip, aside) = (self.aside.iter().cloned().collect(), self.faces.clone());
        let meanwhile = self.untaken.iter().flat_map(|(_, paths)| paths.clone()).collect();
        let started = Helper::start(self.program, self.started, self.sender).and_then(|mut helper| {
            helper.ask(&Request { changed: None, skip, aside, meanwhile, ..request })?;
            Ok(helper)
        });
        match started {
            Ok(helper) => self.helper = Some(helper),
            Err(why) => self.fail(why),
        }
    }

    fn fail(&mut self, why: String) {
        self.helper = None;
        self.is_busy = false;
        self.board.failed(why);
    }

    fn take(&mut self, message: Message, bytes: Vec<u8>) {
        self.heard = Instant::now();
        match &message {
            Message::Made { hash, kind, .. } => return self.board.keep(hash.clone(), *kind, bytes),
            Message::Begin { game, is_late } => self.at = Some((game.clone(), *is_late)),
            Message::Game(game) => drop(self.aside.remove(&game.id)),
            Message::Aside { faces } => self.faces.clone_from(faces),
            Message::Took { number } => self.untaken.retain(|(untaken, _)| untaken > number),
            Message::Drawn { games, .. } => self.aside.retain(|id| games.contains(id)),
            Message::Done { number } | Message::Failed { number, .. } => {
                self.at = None;
                if *number < self.asked {
                    return;
                }
                self.is_busy = false;
            }
            Message::Quick { .. }
            | Message::Late { .. }
            | Message::Unread { .. }
            | Message::Alive
            | Message::Blank(_) => {}
        }
        self.board.take(message);
    }

    /// The helper has ended, or is given up for a reason.
    fn lost(&mut self, why: Option<String>) {
        let Some(helper) = self.helper.take() else { return };
        let words = helper.last_words(why.is_some());
        if !self.is_busy {
            // The next change starts another one.
            return;
        }
        let Some(why) = words.or(why) else {
            // Somebody killed it. Only the second time in a row are the files to blame.
            if std::mem::replace(&mut self.is_retried, true) {
                let gone = "the helper that draws was ended twice; it may need more memory than there is";
                return self.give_up(gone.to_owned());
            }
            return self.ask(None);
        };
        self.give_up(why);
    }

    /// Goes on without the faces that are to blame; if they are not known, without the game being worked on.
    fn give_up(&mut self, why: String) {
        let mut faces: Vec<Verdict> = serde_json::from_str(why.lines().last().unwrap_or_default()).unwrap_or_default();
        let is_same = |one: &Verdict, other: &Verdict| (&one.template, &one.face) == (&other.template, &other.face);
        faces.retain(|face| !self.faces.iter().any(|known| is_same(known, face)));
        if !faces.is_empty() {
            self.faces.append(&mut faces);
            return self.ask(None);
        }
        match self.at.take() {
            Some((game, is_late)) if !self.aside.contains(&game) => {
                self.board.stuck(&game, &worded(&why, &game), is_late);
                self.aside.insert(game);
                self.ask(None);
            }
            _ => self.fail(why),
        }
    }
}

/// The last words of a helper that gave up some faces.
pub fn given_up(faces: &[Verdict]) -> String {
    serde_json::to_string(faces).expect("names always make JSON")
}

/// The system's message for a stack overflow means nothing to somebody who writes templates.
fn worded(why: &str, game: &str) -> String {
    if !why.contains("overflowed its stack") {
        return why.to_owned();
    }
    format!("drawing {game} overflowed the stack\n  = help: look for a macro or a template that calls itself")
}

struct Helper {
    child: Child,
    input: ChildStdin,
    words: Option<JoinHandle<String>>,
}

impl Helper {
    fn start(program: &[OsString], number: u64, sender: &Sender<Event>) -> Result<Helper, String> {
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
        let sender = sender.clone();
        thread::spawn(move || {
            hear(output, number, &sender);
            // An error only means that the preview has ended.
            let _ = sender.send(Event::Gone(number));
        });
        let words = thread::spawn(move || {
            let mut text = Vec::new();
            let mut errors = errors.take(LAST_WORDS);
            let _ = errors.read_to_end(&mut text);
            // Reads the rest as well, so that the helper never blocks on it.
            let _ = std::io::copy(&mut errors.into_inner(), &mut std::io::sink());
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Helper { child, input, words: Some(words) })
    }

    fn ask(&mut self, request: &Request) -> Result<(), String> {
        let mut line = serde_json::to_string(request).expect("names always make JSON");
        line.push('\n');
        self.input.write_all(line.as_bytes()).map_err(|_| "the helper that draws has ended".to_owned())
    }

    /// What the helper printed before it ended.
    fn last_words(mut self, is_given_up: bool) -> Option<String> {
        if is_given_up {
            let _ = self.child.kill();
        }
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

fn hear(output: ChildStdout, number: u64, sender: &Sender<Event>) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    let mut line = String::new();
    loop {
        line.clear();
        if output.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let Ok(message) = serde_json::from_str::<Message>(&line) else { return };
        let mut body = Vec::new();
        if let Message::Made { bytes, .. } = &message {
            body = vec![0; *bytes];
            if output.read_exact(&mut body).is_err() {
                return;
            }
        }
        if sender.send(Event::Message(number, message, body)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_that_overflowed_is_told_in_words_of_templates() {
        let said = "thread '<unnamed>' has overflowed its stack\nfatal runtime error: stack overflow, aborting";
        assert!(worded(said, "harbor").starts_with("drawing harbor overflowed the stack\n  = help: "));
        assert_eq!(worded("out of paper", "harbor"), "out of paper");
    }
}
