//! The state of the page: the last good picture of everything, and what is wrong with the files now.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use hyper::body::Bytes;
use serde::Serialize;
use tokio::sync::broadcast;

use super::model::{CardView, FindingView, GameView, Kind, Late, Message, Outline, SetView};

/// How many changes a browser may miss before it must reload everything.
const BACKLOG: usize = 64;
/// How many rounds an unused picture is kept, so that a slow browser still gets it.
const OUTLIVES: u64 = 3;
/// At most so many bytes of unused pictures are kept.
const SPARE: usize = 32 << 20;
/// A change of more bytes is not sent: the browser loads everything instead.
const LARGE: usize = 1 << 20;
/// Asks a browser to load everything.
pub(super) const RELOAD: &str = "data: \"reload\"\n\n";
/// At most this many visible cards are remembered.
const LOOKED_AT: usize = 64;

/// Holds the model and sends every change to all listeners.
pub(super) struct Board {
    state: Mutex<State>,
    events: broadcast::Sender<Bytes>,
}

#[derive(Default)]
struct State {
    project: String,
    editor: Option<Editor>,
    games: BTreeMap<String, GameView>,
    about: About,
    made: BTreeMap<String, Made>,
    round: u64,
    /// Visible cards, as last reported by a page.
    looked_at: Vec<String>,
}

/// Everything that belongs to no game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct About {
    findings: Vec<FindingView>,
    /// Why nothing new is drawn.
    failure: Option<String>,
    note: Option<String>,
    is_drawing: bool,
    /// The title of the game being drawn or checked.
    at: Option<String>,
    /// Everything is drawn; sheets and findings are still to come.
    is_checking: bool,
}

struct Made {
    kind: Kind,
    bytes: Bytes,
    used: u64,
}

/// How the page links to lines of files.
#[derive(Clone, Debug, Serialize)]
struct Editor {
    /// An address with `{path}`, `{line}` and `{column}`.
    address: String,
    /// The folder of the project, with forward slashes, the first one included.
    root: String,
}

#[derive(Serialize)]
struct Model<'a> {
    project: &'a str,
    editor: &'a Option<Editor>,
    games: Vec<&'a GameView>,
    about: &'a About,
}

/// One change, as sent to the page.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Event<'a> {
    Game(&'a GameView),
    /// A game of which only some cards changed.
    Part(Part<'a>),
    Gone(&'a str),
    About(&'a About),
}

/// What changed in a game with the same cards.
#[derive(Serialize)]
struct Part<'a> {
    id: &'a str,
    title: &'a str,
    version: &'a str,
    outlines: &'a BTreeMap<String, Outline>,
    findings: &'a [FindingView],
    has_errors: bool,
    is_stale: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    late: Option<&'a Late>,
    /// The changed cards, each with the id of its set.
    cards: Vec<(&'a str, &'a CardView)>,
}

impl<'a> Part<'a> {
    /// The changes between two views, if they have the same sets and cards.
    fn between(old: &GameView, new: &'a GameView) -> Option<Part<'a>> {
        let mut cards = Vec::new();
        for (i, set) in new.sets.iter().enumerate() {
            let was = old.sets.get(i).filter(|was| was.cards.len() == set.cards.len())?;
            let head = |set: &SetView| (set.id.clone(), set.title.clone(), set.size.clone(), set.has_errors);
            if head(was) != head(set) || was.cards.iter().zip(&set.cards).any(|(was, is)| was.id != is.id) {
                return None;
            }
            let changed = was.cards.iter().zip(&set.cards).filter(|(was, is)| was != is);
            cards.extend(changed.map(|(_, is)| (set.id.as_str(), is)));
        }
        let GameView { id, title, version, outlines, findings, has_errors, is_stale, .. } = new;
        let late = (old.late != new.late).then_some(&new.late);
        let (has_errors, is_stale) = (*has_errors, *is_stale);
        (old.sets.len() == new.sets.len()).then_some(Part {
            id,
            title,
            version,
            outlines,
            findings,
            has_errors,
            is_stale,
            late,
            cards,
        })
    }
}

impl Board {
    pub fn new(project: &Path, editor: Option<String>) -> Board {
        let folder = project.canonicalize().ok();
        let name = folder.as_ref().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let root = folder.and_then(|path| Some(path.to_str()?.replace('\\', "/")));
        // Windows puts `\\?\` before a path that it has checked.
        let root = root.map(|root| format!("/{}", root.trim_start_matches("//?/").trim_start_matches('/')));
        let editor = editor.zip(root).map(|(address, root)| Editor { address, root });
        let about = About { is_drawing: true, ..About::default() };
        let state = State { project: name.unwrap_or_default(), editor, about, ..State::default() };
        Board { state: Mutex::new(state), events: broadcast::channel(BACKLOG).0 }
    }

    /// Everything, for a page that has just been opened.
    pub fn model(&self) -> Bytes {
        let state = self.lock();
        let editor = &state.editor;
        let model =
            Model { project: &state.project, editor, games: state.games.values().collect(), about: &state.about };
        serde_json::to_vec(&model).expect("names and numbers always make JSON").into()
    }

    /// Bytes by their hash. Nothing else can be requested.
    pub fn made(&self, hash: &str) -> Option<(Kind, Bytes)> {
        self.lock().made.get(hash).map(|made| (made.kind, made.bytes.clone()))
    }

    pub fn listen(&self) -> broadcast::Receiver<Bytes> {
        self.events.subscribe()
    }

    pub fn note(&self, note: Option<String>) {
        self.about(|about| about.note = note);
    }

    pub fn noted(&self) -> Option<String> {
        self.lock().about.note.clone()
    }

    /// Notes which cards are visible, as `game/set/card` joined by `&`. They are drawn first.
    pub fn look(&self, names: &str) {
        self.lock().looked_at = names.split('&').take(LOOKED_AT).map(str::to_owned).collect();
    }

    pub fn looked_at(&self) -> Vec<String> {
        self.lock().looked_at.clone()
    }

    pub fn drawing(&self) {
        self.lock().round += 1;
        self.about(|about| {
            about.is_drawing = true;
            about.is_checking = false;
        });
    }

    /// A game crashed the helper. It keeps its last state until its files change.
    pub fn stuck(&self, id: &str, why: &str, is_late: bool) {
        let message = why.lines().next().unwrap_or(why).to_owned();
        let finding = FindingView {
            severity: "error".to_owned(),
            rule: String::new(),
            message,
            text: format!("error: {why}"),
            about: Vec::new(),
        };
        self.game(id.to_owned(), |old| {
            let mut view = old.cloned().unwrap_or_else(|| GameView { title: id.to_owned(), ..GameView::default() });
            view.id = id.to_owned();
            if !is_late {
                let cards = view.sets.iter_mut().flat_map(|set| &mut set.cards);
                cards.for_each(|card| card.is_stale = true);
                view.is_stale = true;
            }
            view.findings = vec![finding];
            view
        });
    }

    /// Nothing could be drawn. Everything stays as it was last drawn.
    pub fn failed(&self, why: String) {
        let ids: Vec<String> = self.lock().games.keys().cloned().collect();
        for id in ids {
            self.game(id, |old| {
                let mut view = old.cloned().unwrap_or_default();
                view.sets.iter_mut().flat_map(|set| &mut set.cards).for_each(|card| card.is_stale = true);
                view.is_stale = true;
                view
            });
        }
        self.about(|about| {
            about.failure = Some(why);
            about.is_drawing = false;
            about.is_checking = false;
            about.at = None;
        });
    }

    pub fn keep(&self, hash: String, kind: Kind, bytes: Vec<u8>) {
        let mut state = self.lock();
        let used = state.round;
        state.made.insert(hash, Made { kind, bytes: bytes.into(), used });
    }

    pub fn take(&self, message: Message) {
        match message {
            Message::Made { .. } | Message::Took { .. } | Message::Alive | Message::Aside { .. } => {}
            Message::Begin { game, is_late } => self.begin(game, is_late),
            Message::Blank(new) => self.game(new.id.clone(), |old| old.cloned().unwrap_or_else(|| blank(*new))),
            Message::Quick { game, cards, outlines } => self.game(game.clone(), |old| {
                let mut view = old.cloned().unwrap_or_default();
                view.id = game;
                view.outlines.extend(outlines);
                for (set, card) in cards {
                    if let Some(shown) = view.card(&set, &card.id) {
                        // Findings come with the whole game.
                        *shown = CardView { findings: std::mem::take(&mut shown.findings), ..card };
                    }
                }
                view
            }),
            Message::Game(new) => self.game(new.id.clone(), |old| merged(old, *new)),
            Message::Late { game, plans, findings } => self.game(game, |old| {
                let mut view = old.cloned().unwrap_or_default();
                view.late.findings = findings;
                if let Some(plans) = plans {
                    view.late.plans = plans;
                }
                view
            }),
            Message::Unread { game, findings } => self.game(game.clone(), |old| {
                let mut view = old.cloned().unwrap_or_else(|| GameView { title: game.clone(), ..GameView::default() });
                view.id = game;
                for card in view.sets.iter_mut().flat_map(|set| &mut set.cards) {
                    set_aside(card);
                }
                view.findings = findings;
                view.late.findings.clear();
                view.is_stale = true;
                view
            }),
            Message::Drawn { games, findings } => self.drawn(&games, findings),
            Message::Done { .. } => self.done(),
            Message::Failed { why, .. } => self.failed(why),
        }
    }

    fn drawn(&self, games: &[String], findings: Vec<FindingView>) {
        let mut state = self.lock();
        let gone: Vec<String> = state.games.keys().filter(|id| !games.contains(id)).cloned().collect();
        for id in &gone {
            state.games.remove(id);
            self.tell(&Event::Gone(id));
        }
        drop(state);
        self.about(|about| {
            about.findings = findings;
            about.failure = None;
            about.is_checking = true;
        });
    }

    /// Work on a game begins.
    fn begin(&self, game: String, is_late: bool) {
        let title = self.lock().games.get(&game).map(|view| view.title.clone());
        self.about(|about| {
            about.at = Some(title.unwrap_or(game));
            about.is_checking = is_late;
        });
    }

    fn done(&self) {
        let mut state = self.lock();
        let State { games, made, round, .. } = &mut *state;
        let used: BTreeSet<&str> = games.values().flat_map(GameView::uses).collect();
        let mut spare: Vec<(u64, String, usize)> = Vec::new();
        for (hash, made) in made.iter_mut() {
            match used.contains(hash.as_str()) {
                true => made.used = *round,
                false => spare.push((made.used, hash.clone(), made.bytes.len())),
            }
        }
        // The latest are the likeliest to be requested still.
        spare.sort_by_key(|(used, ..)| std::cmp::Reverse(*used));
        let mut bytes = 0;
        for (used, hash, size) in spare {
            bytes += size;
            if used + OUTLIVES < *round || bytes > SPARE {
                made.remove(&hash);
            }
        }
        drop(state);
        self.about(|about| {
            about.is_drawing = false;
            about.is_checking = false;
            about.at = None;
        });
    }

    /// Replaces a game and announces it if it differs.
    fn game(&self, id: String, make: impl FnOnce(Option<&GameView>) -> GameView) {
        let mut state = self.lock();
        let old = state.games.get(&id);
        let new = make(old);
        if old != Some(&new) {
            match old.and_then(|old| Part::between(old, &new)) {
                Some(part) => self.tell(&Event::Part(part)),
                None => self.tell(&Event::Game(&new)),
            }
            state.games.insert(id, new);
        }
    }

    fn about(&self, change: impl FnOnce(&mut About)) {
        let mut state = self.lock();
        let old = state.about.clone();
        change(&mut state.about);
        if old != state.about {
            self.tell(&Event::About(&state.about));
        }
    }

    /// Sends while the state is locked, so that changes arrive in order.
    fn tell(&self, event: &Event) {
        // Nobody listens while the page is hidden.
        if self.events.receiver_count() == 0 {
            return;
        }
        let json = serde_json::to_string(event).expect("names and numbers always make JSON");
        let words = if json.len() > LARGE { RELOAD.to_owned() } else { format!("data: {json}\n\n") };
        // An error only means that the last listener has just left.
        let _ = self.events.send(words.into());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it holds the board")
    }
}

/// The new view of a game. What could not be read or drawn keeps its last good view.
fn merged(old: Option<&GameView>, mut new: GameView) -> GameView {
    let Some(old) = old else {
        new.is_stale = new.sets.iter().flat_map(|set| &set.cards).any(|card| card.is_stale);
        return new;
    };
    new.late = old.late.clone();
    if new.has_errors {
        for (at, set) in old.sets.iter().enumerate() {
            if new.sets.iter().any(|n| n.id == set.id) {
                continue;
            }
            let mut kept = set.clone();
            kept.cards.iter_mut().for_each(set_aside);
            new.sets.insert(at.min(new.sets.len()), kept);
            new.is_stale = true;
        }
    }
    for set in &mut new.sets {
        let Some(before) = old.sets.iter().find(|s| s.id == set.id) else { continue };
        keep_cards(before, set);
        new.is_stale |= set.cards.iter().any(|card| card.is_stale);
    }
    for (name, outline) in &old.outlines {
        if !new.outlines.contains_key(name) {
            let mut cards = new.sets.iter().flat_map(|set| &set.cards);
            if cards.any(|card| card.outline == *name) {
                new.outlines.insert(name.clone(), outline.clone());
            }
        }
    }
    new
}

/// A game that is drawn for the first time. What is not drawn yet is not out of date.
fn blank(mut view: GameView) -> GameView {
    view.sets.iter_mut().flat_map(|set| &mut set.cards).for_each(|card| card.is_stale = false);
    view
}

fn keep_cards(before: &SetView, set: &mut SetView) {
    for (at, card) in before.cards.iter().enumerate() {
        match set.cards.iter_mut().find(|c| c.id == card.id) {
            Some(new) if new.is_stale => {
                // Any key of the record may be wrong, so the picture keeps the shape it was drawn with.
                let CardView { front, back, w, h, bleed, corner, outline, .. } = card.clone();
                *new = CardView { front, back, w, h, bleed, corner, outline, ..new.clone() };
            }
            Some(_) => {}
            None if set.has_errors => {
                let mut kept = card.clone();
                set_aside(&mut kept);
                set.cards.insert(at.min(set.cards.len()), kept);
            }
            None => {}
        }
    }
}

/// A card that cannot be read any more stays as it was, without its findings.
fn set_aside(card: &mut CardView) {
    card.is_stale = true;
    card.is_unread = true;
    card.findings.clear();
}

impl GameView {
    /// All pictures and sheets it shows.
    fn uses(&self) -> impl Iterator<Item = &str> {
        let cards = self.sets.iter().flat_map(|set| &set.cards).flat_map(|card| [&card.front, &card.back]).flatten();
        let plans = self.late.plans.iter().flat_map(|plan| plan.uses.iter().chain([&plan.hash]));
        cards.chain(plans).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_pictures_are_kept_for_a_while_if_they_are_few() {
        let board = Board::new(Path::new("."), None);
        let kept = || ["old", "new"].map(|name| board.made(name).is_some());
        board.drawing();
        board.keep("old".to_owned(), Kind::Svg, vec![0; SPARE / 2 + 1]);
        board.done();
        assert_eq!(kept(), [true, false]);
        board.drawing();
        board.keep("new".to_owned(), Kind::Svg, vec![0; SPARE / 2]);
        board.done();
        assert_eq!(kept(), [false, true]);
        (0..OUTLIVES).for_each(|_| board.drawing());
        board.done();
        assert_eq!(kept(), [false, true]);
        board.drawing();
        board.done();
        assert_eq!(kept(), [false, false]);
    }

    #[test]
    fn a_large_change_is_loaded_and_not_sent() {
        let board = Board::new(Path::new("."), None);
        let mut heard = board.listen();
        for (title, is_sent) in [("x".repeat(10), true), ("x".repeat(LARGE), false)] {
            board.take(Message::Game(Box::new(GameView { id: "a".to_owned(), title, ..GameView::default() })));
            assert_eq!(heard.try_recv().expect("a change") != RELOAD, is_sent);
        }
    }
}
