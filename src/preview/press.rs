//! The helper that draws: reads requests and writes results. It may be killed at any moment.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;

use super::ahead::{Records, looked};
use super::bits::Bits;
use super::model::{FindingView, Kind, Message, Request};
use super::queue::{Queue, pause};
use super::reach::{self, Reach};
use super::stuck::Stuck;
use super::view;
use super::{Fault, Load};
use crate::art::{Art, Face, Studio};
use crate::budget::{enter, progress, start_over};
use crate::content::Game;
use crate::error::Error;
use crate::finding::{self, Finding};
use crate::hash;
use crate::layout::PRINTERS;
use crate::lint;
use crate::stages::{Cache, Order, Project, Stop};
use crate::svg;

/// Draws until there are no more requests. `input` has one request per line, `output` gets lines of JSON.
///
/// `load` reads the papers and the printer they are for, again whenever that may have changed.
pub fn press(
    order: Order,
    load: &Load,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
) -> Result<(), Error> {
    let output = Mutex::new(output);
    let (end, ended) = mpsc::channel();
    thread::scope(|scope| {
        let output = &output;
        scope.spawn(move || beat(output, &ended));
        let done = answer(order, load, input, output);
        drop(end);
        done
    })
}

/// How often the helper says that it goes on.
const BEAT: Duration = Duration::from_secs(1);

/// Reports while faces are drawn that they are, until the other end of `ended` is gone.
fn beat(output: &Mutex<impl Write>, ended: &mpsc::Receiver<()>) {
    let mut before = progress();
    while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
        let now = progress();
        if std::mem::replace(&mut before, now) != now {
            // If nobody listens, the next answer fails.
            let _ = put(output, &Message::Alive, &[], true);
        }
    }
}

/// Writes a message as a whole, with the bytes that follow it.
fn put(output: &Mutex<impl Write>, message: &Message, bytes: &[u8], is_last: bool) -> Result<(), Error> {
    let mut line = serde_json::to_vec(message).expect("names and numbers always make JSON");
    line.push(b'\n');
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let written = output.write_all(&line).and_then(|()| output.write_all(bytes));
    let written = written.and_then(|()| if is_last { output.flush() } else { Ok(()) });
    written.map_err(Error::write("the preview".as_ref()))
}

fn answer(
    order: Order,
    load: &Load,
    input: impl BufRead + Send + 'static,
    output: &Mutex<impl Write>,
) -> Result<(), Error> {
    let queue = Queue::read(input);
    let mut press = Press {
        order,
        load,
        output,
        faults: Vec::new(),
        stuck: Stuck::default(),
        unseen: Vec::new(),
        paces: BTreeMap::new(),
        waiting: queue.waiting(),
        cache: Cache::default(),
        shown: BTreeSet::new(),
        known: HashMap::new(),
        sent: BTreeMap::new(),
        sheets: BTreeMap::new(),
        records: BTreeMap::new(),
        templates: BTreeMap::new(),
        on_faces: BTreeMap::new(),
        aside: BTreeSet::new(),
        undrawn: BTreeSet::new(),
        unchecked: BTreeSet::new(),
    };
    while let Some(request) = queue.next() {
        let number = request.number;
        let done = match press.draw(request) {
            Ok(()) => Message::Done { number },
            Err(error) => {
                // The change was not processed, so next time everything is drawn.
                press.sent.clear();
                press.cache = Cache::default();
                Message::Failed { number, why: worded(&error) }
            }
        };
        // If the other end is gone, nobody is left to draw for.
        if put(output, &done, &[], true).is_err() {
            break;
        }
    }
    Ok(())
}

/// An error in the words of a preview that runs.
fn worded(error: &Error) -> String {
    match error {
        Error::NoContent { near: None, .. } => {
            "the project has no game any more: no `content/<game>/game.toml`\n  = help: put it back".to_owned()
        }
        error => error.to_string(),
    }
}

/// How long to leave the cores to the browser after visible cards were sent.
const SHOWN: Duration = Duration::from_millis(120);

/// The pixels per millimeter of pictures on faces, at least.
const SHARP: f32 = 6.0;

/// At most this many pictures are remembered.
const MOST_KNOWN: usize = 50_000;

pub(super) struct Press<'a, W: Write> {
    pub order: Order,
    load: &'a Load<'a>,
    output: &'a Mutex<W>,
    /// What is wrong with the printer. The sheets are laid out as they last were.
    faults: Vec<Fault>,
    stuck: Stuck,
    /// Changed paths that may free some of them.
    unseen: Vec<String>,
    /// How many seconds a card of each game took to draw.
    pub paces: BTreeMap<String, f64>,
    /// Raised while a newer request waits.
    pub waiting: Stop,
    /// What the stages may reuse.
    pub cache: Cache,
    /// The games that the other side has been told of.
    shown: BTreeSet<String>,
    /// The picture names of faces that could be drawn.
    known: HashMap<u128, String>,
    /// The pictures that the other side has, by game.
    pub sent: BTreeMap<String, BTreeSet<String>>,
    /// Those of them that are on sheets.
    pub sheets: BTreeMap<String, BTreeSet<String>>,
    /// The records of each game as they were last drawn.
    pub records: BTreeMap<String, Records>,
    /// The templates that each game was last drawn from.
    templates: BTreeMap<String, BTreeSet<String>>,
    /// The icons on each game's faces, if all faces could be drawn.
    on_faces: BTreeMap<String, BTreeSet<String>>,
    /// Games that are left alone until their files change.
    aside: BTreeSet<String>,
    /// Games that still have to be drawn, and games that still have to be checked.
    undrawn: BTreeSet<String>,
    unchecked: BTreeSet<String>,
}

/// A drawn game.
pub(super) struct Drawn {
    pub art: Art,
    /// The pictures of its faces.
    pub pictures: Vec<Option<String>>,
    /// All findings so far. Those of reading come first, `read` of them.
    pub found: Vec<Finding>,
    pub read: usize,
    /// Those that have been sent.
    pub first: Vec<Finding>,
    /// Nothing of it is missing.
    pub is_whole: bool,
}

impl<W: Write> Press<'_, W> {
    /// Draws all games that changed, then looks at them more closely. A newer request stops that.
    fn draw(&mut self, request: Request) -> Result<(), Error> {
        let changed = request.changed.as_deref();
        let is_printer = changed.is_none_or(|paths| paths.iter().any(|path| path == PRINTERS));
        if is_printer {
            match (self.load)() {
                Ok(setups) => (self.order.setups, self.faults) = (setups, Vec::new()),
                Err(faults) => self.faults = faults,
            }
        }
        let project = self.read(&request)?;
        let mut games: Vec<&Game> = project.content.games.iter().collect();
        if is_printer {
            self.unchecked.extend(games.iter().map(|game| game.id.clone()));
        }
        let touched = self.touched(&games, changed, &project);
        let looked_at = looked(&request.looked_at);
        // Visible games come first; of the others those that this change touches, then what earlier changes left over.
        games.sort_by_key(|game| (!looked_at.contains_key(game.id.as_str()), !touched.contains(&game.id)));
        games.retain(|game| !self.aside.contains(&game.id));
        for game in &games {
            self.announce(game, &project)?;
        }

        let mut has_shown = false;
        let mut begun: BTreeMap<&str, Bits> = BTreeMap::new();
        for game in &games {
            if self.undrawn.contains(&game.id) {
                let mut bits = Bits::of(game, &project);
                has_shown |= self.draw_ahead(game, &project, looked_at.get(game.id.as_str()), &mut bits)?;
                begun.insert(&game.id, bits);
            }
        }
        if has_shown {
            pause(&self.waiting, SHOWN);
        }
        let mut drawn: BTreeMap<&str, Drawn> = BTreeMap::new();
        for game in &games {
            if !self.undrawn.contains(&game.id) || (has_shown && self.waiting.is_asked()) {
                continue;
            }
            self.begin(game, false)?;
            let bits = begun.remove(game.id.as_str()).unwrap_or_else(|| Bits::of(game, &project));
            let Some(now) = self.draw_game(game, &project, bits, &mut has_shown)? else { continue };
            drawn.insert(&game.id, now);
            has_shown = true;
            self.undrawn.remove(&game.id);
            self.unchecked.insert(game.id.clone());
        }
        self.send_general(&project)?;

        for game in &games {
            if !self.unchecked.contains(&game.id) || self.undrawn.contains(&game.id) || self.waiting.is_asked() {
                continue;
            }
            self.begin(game, true)?;
            let drawn = match drawn.remove(game.id.as_str()) {
                Some(drawn) => Some(drawn),
                None => self.draw_game(game, &project, Bits::of(game, &project), &mut true)?,
            };
            let Some(drawn) = drawn else { continue };
            if self.check(game, &project, drawn)? {
                self.unchecked.remove(&game.id);
            }
        }
        Ok(())
    }

    /// Reads the project, and decides which faces are left out.
    fn read(&mut self, request: &Request) -> Result<Project, Error> {
        let changed = request.changed.as_deref();
        start_over();
        self.aside.extend(request.skip.iter().cloned());
        self.stuck.add(request.aside.clone());
        self.unseen.extend(changed.into_iter().flatten().chain(&request.meanwhile).cloned());
        // The other side may have dropped what it showed of a game that was not finished.
        for id in &self.undrawn {
            self.sent.insert(id.clone(), self.sheets.get(id).cloned().unwrap_or_default());
        }
        if self.cache.forget(changed) || self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        let order = &self.order;
        let mut project = Project::read(&order.project, &order.games, order.ink, &mut self.cache)?;
        if self.stuck.free(&project, &std::mem::take(&mut self.unseen)) {
            self.send(&Message::Aside { faces: self.stuck.faces() })?;
        }
        self.send(&Message::Took { number: request.number })?;
        project.studio.aside = self.stuck.faces();
        Ok(project)
    }

    /// The games that a change concerns. They have to be drawn.
    fn touched(&mut self, games: &[&Game], changed: Option<&[String]>, project: &Project) -> BTreeSet<String> {
        let mut touched = BTreeSet::new();
        for game in games {
            let mut reach = Reach::of(game, project);
            // A template that is no longer called counts once more: its end is a change, too.
            let before = self.templates.insert(game.id.clone(), reach.templates.clone());
            reach.templates.extend(before.into_iter().flatten());
            let icons = self.on_faces.get(&game.id);
            if changed.is_some_and(|paths| paths.iter().any(|path| reach.covers(path, icons))) {
                self.aside.remove(&game.id);
                touched.insert(game.id.clone());
            }
            if changed.is_none() || !self.sent.contains_key(&game.id) {
                self.undrawn.insert(game.id.clone());
            }
        }
        self.undrawn.extend(touched.iter().cloned());
        touched
    }

    /// Reports which games there are, and findings that belong to no game that could be read.
    fn send_general(&mut self, project: &Project) -> Result<(), Error> {
        let content = &project.content;
        let mut ids: BTreeSet<String> = content.games.iter().map(|game| game.id.clone()).collect();
        let mut unread: BTreeMap<String, Vec<FindingView>> = BTreeMap::new();
        let mut general: Vec<FindingView> = self.faults.iter().map(view::fault).collect();
        let mut found = project.found.clone();
        finding::tidy(&mut found);
        for finding in &found {
            match finding.place.as_ref().and_then(|place| project.game_at(place)) {
                Some(id) if ids.contains(id) => {}
                Some(id) => unread.entry(id.to_owned()).or_default().push(view::finding(finding, project)),
                None => general.push(view::finding(finding, project)),
            }
        }
        for (game, findings) in unread {
            ids.insert(game.clone());
            self.sent.remove(&game);
            self.send(&Message::Unread { game, findings })?;
        }
        self.sent.retain(|id, _| ids.contains(id));
        self.sheets.retain(|id, _| ids.contains(id));
        self.shown.retain(|id| ids.contains(id));
        self.send(&Message::Drawn { games: ids.into_iter().collect(), findings: general })?;
        self.flush()
    }

    /// Shows a game that is still to be drawn, without pictures.
    fn announce(&mut self, game: &Game, project: &Project) -> Result<(), Error> {
        if !self.undrawn.contains(&game.id) || !self.shown.insert(game.id.clone()) {
            return Ok(());
        }
        let blank = view::game(game, &project.content, &Bits::of(game, project).art, &|_| None, Vec::new());
        self.send(&Message::Blank(Box::new(blank)))
    }

    /// Draws what is left of a game and sends all of it; nothing if it was stopped, which needs that something was shown.
    fn draw_game(
        &mut self,
        game: &Game,
        project: &Project,
        mut bits: Bits,
        has_shown: &mut bool,
    ) -> Result<Option<Drawn>, Error> {
        let Project { content, studio, .. } = project;
        if !self.draw_rest(game, project, &mut bits, has_shown)? {
            return Ok(None);
        }
        let Bits { art, pictures, found, read, .. } = bits.finished();
        let mut first = found.clone();
        lint::silence(game, &lint::Judged::default(), &mut first);
        finding::tidy(&mut first);
        let findings: Vec<FindingView> = first.iter().map(|finding| view::finding(finding, project)).collect();
        let mut shown = view::game(game, content, &art, &|face| pictures[face.0 as usize].clone(), findings);
        view::mark_errors(&mut shown, game, project);
        let is_whole = !shown.has_errors && art.missing == 0 && pictures.iter().all(Option::is_some);
        // The other side may drop what is not shown.
        let cards = shown.sets.iter().flat_map(|set| &set.cards).filter(|card| !card.is_stale);
        let on_cards = cards.flat_map(|card| [&card.front, &card.back]).flatten();
        let has = on_cards.chain(self.sheets.get(&game.id).into_iter().flatten()).cloned().collect();
        self.sent.insert(game.id.clone(), has);
        if found.is_empty() {
            self.on_faces.insert(game.id.clone(), reach::icons(&art, studio));
        } else {
            self.on_faces.remove(&game.id);
        }
        self.send(&Message::Game(Box::new(shown)))?;
        self.flush()?;
        Ok(Some(Drawn { art, pictures, found, read, first, is_whole }))
    }

    /// Makes and sends the pictures of all new faces.
    pub fn pictures(
        &mut self,
        game: &Game,
        art: &Art,
        project: &Project,
        found: &mut Vec<Finding>,
    ) -> Result<Vec<Option<String>>, Error> {
        let Project { content, studio, .. } = project;
        enum Look {
            Known(String),
            New { name: String, svg: String },
            Broken(Vec<Finding>),
        }
        let had = self.sent.get(&game.id);
        let look = |face: &Face| {
            let known = self.known.get(&face.fingerprint());
            if let Some(name) = known.filter(|name| had.is_some_and(|had| had.contains(*name))) {
                return Look::Known(name.clone());
            }
            if let Err(findings) = face.tree(game, studio, &content.sources) {
                return Look::Broken(findings);
            }
            let svg = picture(face, studio);
            Look::New { name: hash::hex(svg.as_bytes()), svg }
        };
        let looks: Vec<Look> = art.faces.par_iter().with_min_len(4).map(look).collect();
        let mut names = Vec::with_capacity(looks.len());
        for (look, face) in looks.into_iter().zip(&art.faces) {
            names.push(match look {
                Look::Known(name) => Some(name),
                Look::New { name, svg } => {
                    self.known.insert(face.fingerprint(), name.clone());
                    self.send_bytes(&game.id, &name, Kind::Svg, svg.as_bytes())?;
                    Some(name)
                }
                Look::Broken(findings) => {
                    found.extend(findings);
                    None
                }
            });
        }
        Ok(names)
    }

    /// Sends bytes unless the other side has them.
    pub fn send_bytes(&mut self, game: &str, name: &str, kind: Kind, bytes: &[u8]) -> Result<(), Error> {
        if self.sent.entry(game.to_owned()).or_default().insert(name.to_owned()) {
            put(self.output, &Message::Made { hash: name.to_owned(), kind, bytes: bytes.len() }, bytes, false)?;
        }
        Ok(())
    }

    /// Reports which game is being worked on: it is to blame if nothing more is heard.
    pub fn begin(&mut self, game: &Game, is_late: bool) -> Result<(), Error> {
        self.send(&Message::Begin { game: game.id.clone(), is_late })?;
        self.flush()
    }

    pub fn send(&mut self, message: &Message) -> Result<(), Error> {
        put(self.output, message, &[], false)
    }

    pub fn flush(&mut self) -> Result<(), Error> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.flush().map_err(Error::write("the preview".as_ref()))
    }
}

/// A face as one self-contained drawing: letters are outlines.
fn picture(face: &Face, studio: &Studio) -> String {
    // A browser would use its own fonts for a plain `<text>`, cannot open picture files, and runs animations.
    const OTHERWISE: [&str; 6] = ["<text", "<image", "<style", "<animate", "<set", "Object"];
    if !OTHERWISE.iter().any(|tag| face.svg.contains(tag)) {
        return face.outlined_once(studio);
    }
    let _watched = enter(&face.template.value, &face.name);
    let outlined = face.outlined(studio);
    svg::inlined(&outlined, &studio.fonts.db, &studio.pictures, SHARP).unwrap_or(outlined)
}
