//! The helper that draws: reads requests, writes what it made, and may be ended at any moment.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use super::ahead::{Records, looked};
use super::model::{FindingView, Kind, Message, Request};
use super::queue::{Queue, Waiting};
use super::reach::{self, Reach};
use super::view;
use crate::art::{self, Art, Face, FaceNo, Studio};
use crate::content::{self, Content, Game};
use crate::error::Error;
use crate::finding::{self, Finding};
use crate::lint;
use crate::pipeline::{self, Order};
use crate::svg;
use crate::template::enter;
use crate::text::{Fonts, Icons};

/// Draws on request until there are no more: `input` holds a request a line, `output` is told in lines of JSON.
pub fn press(order: &Order, input: impl BufRead + Send + 'static, output: impl Write) -> Result<(), Error> {
    let queue = Queue::read(input);
    let mut press = Press {
        order,
        output,
        waiting: queue.waiting(),
        fonts: None,
        icons: None,
        has_broken_icon: false,
        known: HashMap::new(),
        told: BTreeMap::new(),
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
                // What changed was not looked at, so next time everything is.
                press.told.clear();
                press.fonts = None;
                press.icons = None;
                Message::Failed { number, why: error.to_string() }
            }
        };
        // Where the other end is gone, nobody is left to draw for.
        if press.tell(&done).is_err() || press.output.flush().is_err() {
            break;
        }
    }
    Ok(())
}

/// How long a browser is left to show what somebody waits for, before drawing takes all cores again.
const SHOWN: Duration = Duration::from_millis(120);

/// Most faces that are remembered as sound.
const MOST_KNOWN: usize = 50_000;

pub(super) struct Press<'a, W: Write> {
    pub order: &'a Order,
    output: W,
    /// Whether somebody waits for something newer.
    pub waiting: Waiting,
    /// Fonts, which seldom change, where nothing is wrong with them.
    fonts: Option<Arc<Fonts>>,
    /// Icons, those that are broken now as they last were, and whether any is.
    icons: Option<Arc<Icons>>,
    has_broken_icon: bool,
    /// Faces that were found sound with those, and the names of their pictures.
    known: HashMap<u128, String>,
    /// What the other side has, for each game.
    pub told: BTreeMap<String, BTreeSet<String>>,
    /// What of that is on the sheets that the other side shows.
    pub sheets: BTreeMap<String, BTreeSet<String>>,
    /// The records of each game as they were last drawn, by set and component.
    pub records: BTreeMap<String, Records>,
    /// The templates that each game was last drawn from.
    templates: BTreeMap<String, BTreeSet<String>>,
    /// The icons on each game's faces, where all of them could be drawn.
    on_faces: BTreeMap<String, BTreeSet<String>>,
    /// Games that are left alone until their files change.
    aside: BTreeSet<String>,
    /// Games that changed and are still to be drawn, and those that are still to be looked at more closely.
    undrawn: BTreeSet<String>,
    unchecked: BTreeSet<String>,
}

/// A game as it was drawn.
pub(super) struct Drawn {
    pub art: Art,
    /// The pictures of its faces.
    pub pictures: Vec<Option<String>>,
    /// Everything found while it was read and drawn; what is drawn starts at `read`.
    pub found: Vec<Finding>,
    pub read: usize,
    /// What of that is told.
    pub first: Vec<Finding>,
    /// Whether nothing of it is missing.
    pub is_whole: bool,
}

impl Drawn {
    pub fn hash(&self, face: FaceNo) -> Option<String> {
        self.pictures[face.0 as usize].clone()
    }
}

impl<W: Write> Press<'_, W> {
    /// Draws all games that changed, then looks at them more closely; a newer request breaks that off.
    fn draw(&mut self, request: Request) -> Result<(), Error> {
        self.aside.extend(request.skip);
        let changed = request.changed.as_deref();
        let mut found = Vec::new();
        let mut content = content::parse(&self.order.project, &self.order.games, &mut found)?;
        let studio = self.studio(changed, &mut content, &mut found)?;
        let mut games: Vec<&Game> = content.games.iter().collect();
        let touched = self.touched(&games, changed, &studio, &content);
        let looked_at = looked(&request.looked_at);
        // What this change is about comes first, then what earlier ones left over; of both, what is looked at.
        games.sort_by_key(|game| (!touched.contains(&game.id), !looked_at.contains_key(game.id.as_str())));
        games.retain(|game| !self.aside.contains(&game.id));

        let mut has_told = false;
        for game in &games {
            if self.undrawn.contains(&game.id) {
                has_told |= self.draw_ahead(game, &content, &studio, looked_at.get(game.id.as_str()))?;
            }
        }
        if has_told {
            self.waiting.pause(SHOWN);
        }
        let mut drawn: BTreeMap<&str, Drawn> = BTreeMap::new();
        for game in &games {
            if !self.undrawn.contains(&game.id) || (has_told && self.waiting.is_any()) {
                continue;
            }
            self.begin(game, false)?;
            drawn.insert(&game.id, self.draw_game(game, &content, &studio, &found)?);
            has_told = true;
            self.undrawn.remove(&game.id);
            self.unchecked.insert(game.id.clone());
        }
        self.tell_general(&content, found.clone())?;

        for game in &games {
            if !self.unchecked.contains(&game.id) || self.undrawn.contains(&game.id) || self.waiting.is_any() {
                continue;
            }
            self.begin(game, true)?;
            let drawn = match drawn.remove(game.id.as_str()) {
                Some(drawn) => drawn,
                None => self.draw_game(game, &content, &studio, &found)?,
            };
            if self.check(game, &content, &studio, &found, &drawn)? {
                self.unchecked.remove(&game.id);
            }
        }
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        Ok(())
    }

    /// The games that a change concerns; they are to be drawn.
    fn touched(
        &mut self,
        games: &[&Game],
        changed: Option<&[String]>,
        studio: &Studio,
        content: &Content,
    ) -> BTreeSet<String> {
        let mut touched = BTreeSet::new();
        for game in games {
            let mut reach = Reach::of(game, studio, content);
            // What is no longer called was, and its end is a change, too.
            let before = self.templates.insert(game.id.clone(), reach.templates.clone());
            reach.templates.extend(before.into_iter().flatten());
            let icons = self.on_faces.get(&game.id);
            if changed.is_some_and(|paths| paths.iter().any(|path| reach.covers(path, icons))) {
                self.aside.remove(&game.id);
                touched.insert(game.id.clone());
            }
            if changed.is_none() || !self.told.contains_key(&game.id) {
                self.undrawn.insert(game.id.clone());
            }
        }
        self.undrawn.extend(touched.iter().cloned());
        touched
    }

    /// Tells which games there are, and what belongs to none that could be read.
    fn tell_general(&mut self, content: &Content, mut found: Vec<Finding>) -> Result<(), Error> {
        let mut ids: BTreeSet<String> = content.games.iter().map(|game| game.id.clone()).collect();
        let mut unread: BTreeMap<String, Vec<FindingView>> = BTreeMap::new();
        let mut general = Vec::new();
        finding::tidy(&mut found);
        for finding in &found {
            match game_of(finding, content) {
                Some(id) if ids.contains(&id) => {}
                Some(id) => unread.entry(id).or_default().push(view::told(finding, content)),
                None => general.push(view::told(finding, content)),
            }
        }
        for (game, findings) in unread {
            ids.insert(game.clone());
            self.told.remove(&game);
            self.tell(&Message::Unread { game, findings })?;
        }
        self.told.retain(|id, _| ids.contains(id));
        self.sheets.retain(|id, _| ids.contains(id));
        self.tell(&Message::Drawn { games: ids.into_iter().collect(), findings: general })?;
        self.flush()
    }

    /// Templates are read anew each time; fonts and icons only when they changed.
    fn studio(
        &mut self,
        changed: Option<&[String]>,
        content: &mut Content,
        found: &mut Vec<Finding>,
    ) -> Result<Studio, Error> {
        let has = |is_meant: &dyn Fn(&str) -> bool| {
            changed.is_none_or(|paths| paths.iter().any(|path| path == "templates" || is_meant(path)))
        };
        let fonts = self.fonts.take().filter(|_| !has(&|path| path.starts_with("templates/fonts")));
        let are_icons_as_before = !self.has_broken_icon && !has(&|path| path.starts_with("templates/icons"));
        let icons = self.icons.clone().filter(|_| are_icons_as_before);
        let has_picture = has(&|path| path.starts_with("templates/") && !path.ends_with(".svg"));
        if fonts.is_none() || icons.is_none() || has_picture {
            self.known.clear();
        }
        let before = found.len();
        let fonts = match fonts {
            Some(fonts) => fonts,
            None => Arc::new(Fonts::load(&content.root, &mut content.sources, found)?),
        };
        self.fonts = (found.len() == before).then(|| fonts.clone());
        let before = found.len();
        let icons = match icons {
            Some(icons) => icons,
            None => Arc::new(Icons::load(&content.root, self.icons.as_deref(), &mut content.sources, found)?),
        };
        self.has_broken_icon = found.len() > before;
        self.icons = Some(icons.clone());
        let studio = pipeline::studio_with(fonts, icons, content, found)?;
        Ok(Studio { ink: self.order.ink, ..studio })
    }

    fn draw_game(
        &mut self,
        game: &Game,
        content: &Content,
        studio: &Studio,
        parsed: &[Finding],
    ) -> Result<Drawn, Error> {
        let mut found: Vec<Finding> =
            parsed.iter().filter(|d| game_of(d, content).is_some_and(|id| id == game.id)).cloned().collect();
        let read = found.len();
        let art = art::draw(content, game, studio, &|_, _| true, &mut found, &mut |_| {});
        let pictures = self.pictures(&game.id, &art, studio, content, &mut found)?;
        let mut first = found.clone();
        lint::silence(game, &|_| false, &mut first);
        finding::tidy(&mut first);
        let told: Vec<FindingView> = first.iter().map(|finding| view::told(finding, content)).collect();
        let mut shown = view::game(game, content, &art, &|face| pictures[face.0 as usize].clone(), told);
        view::mark_errors(&mut shown, game, parsed, content);
        let is_whole = !shown.has_errors && art.missing == 0 && pictures.iter().all(Option::is_some);
        // What is not shown, the other side may drop.
        let cards = shown.sets.iter().flat_map(|set| &set.cards).filter(|card| !card.is_stale);
        let on_cards = cards.flat_map(|card| [&card.front, &card.back]).flatten();
        let has = on_cards.chain(self.sheets.get(&game.id).into_iter().flatten()).cloned().collect();
        self.told.insert(game.id.clone(), has);
        if found.is_empty() {
            self.on_faces.insert(game.id.clone(), reach::icons(&art, studio));
        } else {
            self.on_faces.remove(&game.id);
        }
        self.tell(&Message::Game(Box::new(shown)))?;
        self.flush()?;
        Ok(Drawn { art, pictures, found, read, first, is_whole })
    }

    /// Makes the pictures of all faces that are new, and sends them.
    pub fn pictures(
        &mut self,
        game: &str,
        art: &Art,
        studio: &Studio,
        content: &Content,
        found: &mut Vec<Finding>,
    ) -> Result<Vec<Option<String>>, Error> {
        enum Look {
            Known(String),
            New { name: String, svg: String },
            Broken(Vec<Finding>),
        }
        let had = self.told.get(game);
        let look = |face: &Face| {
            let known = self.known.get(&face.fingerprint());
            if let Some(name) = known.filter(|name| had.is_some_and(|had| had.contains(*name))) {
                return Look::Known(name.clone());
            }
            if let Err(told) = face.tree(studio, &content.sources) {
                return Look::Broken(told);
            }
            let svg = picture(face, studio);
            Look::New { name: view::hex(svg.as_bytes()), svg }
        };
        let looks: Vec<Look> = art.faces.par_iter().with_min_len(4).map(look).collect();
        let mut names = Vec::with_capacity(looks.len());
        for (look, face) in looks.into_iter().zip(&art.faces) {
            names.push(match look {
                Look::Known(name) => Some(name),
                Look::New { name, svg } => {
                    self.known.insert(face.fingerprint(), name.clone());
                    self.send(game, &name, Kind::Svg, svg.as_bytes())?;
                    Some(name)
                }
                Look::Broken(told) => {
                    found.extend(told);
                    None
                }
            });
        }
        Ok(names)
    }

    /// Sends bytes that the other side does not have.
    pub fn send(&mut self, game: &str, name: &str, kind: Kind, bytes: &[u8]) -> Result<(), Error> {
        if self.told.entry(game.to_owned()).or_default().insert(name.to_owned()) {
            self.tell(&Message::Made { hash: name.to_owned(), kind, bytes: bytes.len() })?;
            self.output.write_all(bytes).map_err(Error::write("the preview".as_ref()))?;
        }
        Ok(())
    }

    /// Tells which game is taken up: it is the one at fault if no more is heard.
    pub fn begin(&mut self, game: &Game, is_late: bool) -> Result<(), Error> {
        self.tell(&Message::Begin { game: game.id.clone(), is_late })?;
        self.flush()
    }

    pub fn tell(&mut self, message: &Message) -> Result<(), Error> {
        let mut line = serde_json::to_vec(message).expect("names and numbers always make JSON");
        line.push(b'\n');
        self.output.write_all(&line).map_err(Error::write("the preview".as_ref()))
    }

    pub fn flush(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(Error::write("the preview".as_ref()))
    }
}

/// A face as one drawing that needs nothing else: letters are outlines.
fn picture(face: &Face, studio: &Studio) -> String {
    // A browser takes its own fonts for a plain `<text>`, cannot reach a picture's file, and moves what print does not.
    const OTHERWISE: [&str; 6] = ["<text", "<image", "<style", "<animate", "<set", "Object"];
    if !OTHERWISE.iter().any(|tag| face.svg.contains(tag)) {
        return face.outlined_once(studio);
    }
    let _watched = enter(&face.template.value, &face.name);
    let outlined = face.outlined(studio);
    svg::parse_own(&outlined, &studio.fonts.db, &studio.pictures)
        .map_or(outlined, |tree| tree.to_string(&usvg::WriteOptions::default()))
}

/// The game in whose folder a finding lies.
fn game_of(finding: &Finding, content: &Content) -> Option<String> {
    let path = content.sources.path(finding.place.as_ref()?.file);
    let id = path.strip_prefix("content").ok()?.components().next()?;
    Some(id.as_os_str().to_string_lossy().into_owned())
}
