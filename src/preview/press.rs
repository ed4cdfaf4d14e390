//! The helper that draws: reads requests, writes what it made, and may be ended at any moment.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, Write};
use std::sync::Arc;

use rayon::prelude::*;

use super::model::{Kind, Message, PlanView, Request, Told};
use super::view;
use crate::art::{self, Art, Face, FaceNo, Studio};
use crate::content::{self, Component, Content, Game, Set};
use crate::diag::{self, Diagnostic};
use crate::error::Error;
use crate::export::furniture;
use crate::export::pdf::convert;
use crate::lint::{self, Desk, Preflight, Seen};
use crate::pipeline::{self, Order};
use crate::svg;
use crate::template::enter;
use crate::text::{Fonts, Icons};

/// Draws on request until there are no more: `input` holds a request a line, `output` is told in lines of JSON.
pub fn press(order: &Order, input: impl BufRead, output: impl Write) -> Result<(), Error> {
    let mut press =
        Press { order, output, kit: None, known: HashMap::new(), told: BTreeMap::new(), records: BTreeMap::new() };
    for line in input.lines() {
        // Where the other end is gone, nobody is left to draw for.
        let Ok(line) = line else { break };
        let Ok(request) = serde_json::from_str::<Request>(&line) else { break };
        let done = match press.draw(request.changed.as_deref()) {
            Ok(done) => done,
            Err(error) => Message::Failed(error.to_string()),
        };
        if press.tell(&done).is_err() || press.output.flush().is_err() {
            break;
        }
    }
    Ok(())
}

/// Most faces that are remembered as sound.
const MOST_KNOWN: usize = 50_000;

struct Press<'a, W: Write> {
    order: &'a Order,
    output: W,
    /// Fonts and icons, which seldom change, where nothing is wrong with them.
    kit: Option<(Arc<Fonts>, Arc<Icons>)>,
    /// Faces that were found sound with that kit, and the names of their pictures.
    known: HashMap<u128, String>,
    /// What the other side has, for each game.
    told: BTreeMap<String, BTreeSet<String>>,
    /// The records of each game as they were last drawn, by set and component.
    records: BTreeMap<String, Records>,
}

type Records = BTreeMap<(String, String), String>;

/// Most cards that are drawn ahead of their game.
const QUICK: usize = 24;

/// The pictures of a game's faces.
struct Pictures(Vec<Option<String>>);

impl<W: Write> Press<'_, W> {
    fn draw(&mut self, changed: Option<&[String]>) -> Result<Message, Error> {
        let mut found = Vec::new();
        let mut content = content::parse(&self.order.project, &self.order.games, &mut found)?;
        let studio = self.studio(changed, &mut content, &mut found)?;
        let mut ids: BTreeSet<String> = content.games.iter().map(|game| game.id.clone()).collect();
        for game in &content.games {
            let reach = Reach::of(game, &studio, &content);
            let is_new = !self.told.contains_key(&game.id);
            if is_new || changed.is_none_or(|paths| paths.iter().any(|path| reach.covers(path))) {
                self.draw_quick(game, &content, &studio)?;
                self.draw_game(game, &content, &studio, &found)?;
            }
        }
        let mut unread: BTreeMap<String, Vec<Told>> = BTreeMap::new();
        let mut general = Vec::new();
        diag::tidy(&mut found);
        for finding in &found {
            match game_of(finding, &content) {
                Some(id) if ids.contains(&id) => {}
                Some(id) => unread.entry(id).or_default().push(view::told(finding, &content)),
                None => general.push(view::told(finding, &content)),
            }
        }
        for (game, findings) in unread {
            ids.insert(game.clone());
            self.told.remove(&game);
            self.tell(&Message::Unread { game, findings })?;
        }
        self.told.retain(|id, _| ids.contains(id));
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        Ok(Message::Done { games: ids.into_iter().collect(), findings: general })
    }

    /// Templates are read anew each time; fonts and icons only when one of them changed.
    fn studio(
        &mut self,
        changed: Option<&[String]>,
        content: &mut Content,
        found: &mut Vec<Diagnostic>,
    ) -> Result<Studio, Error> {
        let is_kit = |path: &String| path.starts_with("templates/icons") || path.starts_with("templates/fonts");
        let is_picture = |path: &String| path.starts_with("templates/") && !path.ends_with(".svg");
        if changed.is_none_or(|paths| paths.iter().any(|path| is_kit(path) || is_picture(path))) {
            self.kit = None;
            self.known.clear();
        }
        if let Some((fonts, icons)) = &self.kit {
            let studio = pipeline::studio_with(fonts.clone(), icons.clone(), content, found)?;
            return Ok(Studio { ink: self.order.ink, ..studio });
        }
        let before = found.len();
        let studio = pipeline::studio(content, found)?;
        let is_clean = !found[before..].iter().any(|d| {
            let path = d.place.as_ref().map(|place| content.sources.name(place.file));
            path.is_some_and(|path| is_kit(&path))
        });
        self.known.clear();
        self.kit = is_clean.then(|| (studio.fonts.clone(), studio.icons.clone()));
        Ok(Studio { ink: self.order.ink, ..studio })
    }

    /// Draws the few cards whose records changed: whoever saved one is looking at it.
    fn draw_quick(&mut self, game: &Game, content: &Content, studio: &Studio) -> Result<(), Error> {
        let now: Records = view::records(game, content);
        let Some(before) = self.records.insert(game.id.clone(), now.clone()) else { return Ok(()) };
        let changed: BTreeSet<&(String, String)> =
            now.iter().filter(|(id, record)| before.get(*id) != Some(*record)).map(|(id, _)| id).collect();
        if changed.is_empty() || changed.len() > QUICK {
            return Ok(());
        }
        let wanted = |set: &Set, card: &Component| changed.contains(&(set.id.value.clone(), card.id.value.clone()));
        let (mut found, mut made) = (Vec::new(), BTreeSet::new());
        let art = art::draw(content, game, studio, &wanted, &mut found, &mut |_| {});
        let pictures = self.pictures(&game.id, &art, studio, content, &mut found, &mut made)?;
        let shown = view::game(game, content, &art, &|face| pictures.0[face.0 as usize].clone(), Vec::new());
        let cards =
            shown.sets.into_iter().flat_map(|set| set.cards.into_iter().map(move |card| (set.id.clone(), card)));
        let cards = cards.filter(|(_, card)| !card.is_stale).collect();
        self.told.entry(game.id.clone()).or_default().extend(made);
        self.tell(&Message::Quick { game: game.id.clone(), cards, outlines: shown.outlines })?;
        self.flush()
    }

    fn draw_game(
        &mut self,
        game: &Game,
        content: &Content,
        studio: &Studio,
        parsed: &[Diagnostic],
    ) -> Result<(), Error> {
        let mut found: Vec<Diagnostic> =
            parsed.iter().filter(|d| game_of(d, content).is_some_and(|id| id == game.id)).cloned().collect();
        let (read, mut made) = (found.len(), BTreeSet::new());
        let art = art::draw(content, game, studio, &|_, _| true, &mut found, &mut |_| {});
        let pictures = self.pictures(&game.id, &art, studio, content, &mut found, &mut made)?;
        let hash = |face: FaceNo| pictures.0[face.0 as usize].clone();
        let mut first = found.clone();
        lint::silence(game, &|_| false, &mut first);
        diag::tidy(&mut first);
        let told: Vec<Told> = first.iter().map(|finding| view::told(finding, content)).collect();
        let mut shown = view::game(game, content, &art, &hash, told);
        view::mark_errors(&mut shown, game, parsed, content);
        let is_whole = !shown.has_errors && art.missing == 0 && pictures.0.iter().all(Option::is_some);
        self.tell(&Message::Game(Box::new(shown)))?;
        self.flush()?;

        // The rest is not needed to see the card that was changed.
        let mut late: Vec<Diagnostic> = parsed.to_vec();
        let is_played = pipeline::read_strictly(game, content, false, &mut late);
        let mut late = late.split_off(parsed.len());
        if is_whole {
            preflight(game, content, studio, &art, is_played, &mut late);
        }
        let plans = pipeline::plans(game, &art, self.order, &mut late);
        let mut views = Vec::new();
        for plan in plans.iter().filter(|plan| is_whole && !plan.sheets.is_empty()) {
            let mut pictures = Vec::new();
            let used = plan.sheets.iter().flat_map(|sheet| &sheet.placements).filter_map(|placed| hash(placed.face));
            let mut uses: BTreeSet<String> = used.collect();
            let sheets = view::sheets(game, &art, &plan.setup, &plan.sheets, &hash, &mut |sheet| {
                let svg = furniture(sheet, plan.setup.paper.size, studio).outlined_once(studio);
                let name = view::hex(svg.as_bytes());
                pictures.push((name.clone(), svg));
                name
            });
            for (name, svg) in pictures {
                self.send(&game.id, &name, Kind::Svg, svg.as_bytes(), &mut made)?;
                uses.insert(name);
            }
            let json = serde_json::to_vec(&sheets).expect("names and numbers always make JSON");
            let name = view::hex(&json);
            self.send(&game.id, &name, Kind::Json, &json, &mut made)?;
            views.push(PlanView {
                paper: plan.setup.paper.name.clone(),
                only: plan.only_set.map(|s| game.sets[s].title.clone()),
                sheets: plan.sheets.len(),
                hash: name,
                uses: uses.into_iter().collect(),
            });
        }
        late.retain(|finding| !found[read..].contains(finding));
        // What is allowed may lie in either part; what is told already is not told again.
        let mut all = [found, late].concat();
        lint::silence(game, &|rule| is_whole && pipeline::is_judged(rule, self.order), &mut all);
        let mut late: Vec<Diagnostic> = all.into_iter().filter(|finding| !first.contains(finding)).collect();
        diag::tidy(&mut late);
        late.retain(|finding| !first.contains(finding));
        let findings = late.iter().map(|finding| view::told(finding, content)).collect();
        self.told.insert(game.id.clone(), made);
        self.tell(&Message::Late { game: game.id.clone(), plans: is_whole.then_some(views), findings })?;
        self.flush()
    }

    /// Makes the pictures of all faces that are new, and sends them.
    fn pictures(
        &mut self,
        game: &str,
        art: &Art,
        studio: &Studio,
        content: &Content,
        found: &mut Vec<Diagnostic>,
        made: &mut BTreeSet<String>,
    ) -> Result<Pictures, Error> {
        enum Look {
            Known(String),
            New { name: String, svg: String, faults: Vec<Diagnostic> },
            Broken(Vec<Diagnostic>),
        }
        let had = self.told.get(game);
        let looks: Vec<Look> = art
            .faces
            .par_iter()
            .with_min_len(4)
            .map(|face| {
                let known = self.known.get(&face.fingerprint());
                if let Some(name) = known.filter(|name| had.is_some_and(|had| had.contains(*name))) {
                    return Look::Known(name.clone());
                }
                let mut faults = Vec::new();
                match face.tree(studio, &content.sources) {
                    Ok(tree) => drop(convert(face, &tree, studio, &mut faults)),
                    Err(told) => return Look::Broken(told),
                }
                let svg = picture(face, studio);
                Look::New { name: view::hex(svg.as_bytes()), svg, faults }
            })
            .collect();
        let mut names = Vec::with_capacity(looks.len());
        let mut faults = Vec::new();
        for (look, face) in looks.into_iter().zip(&art.faces) {
            names.push(match look {
                Look::Known(name) => {
                    made.insert(name.clone());
                    Some(name)
                }
                Look::New { name, svg, faults: told } => {
                    if told.is_empty() {
                        self.known.insert(face.fingerprint(), name.clone());
                    }
                    faults.extend(told);
                    self.send(game, &name, Kind::Svg, svg.as_bytes(), made)?;
                    Some(name)
                }
                Look::Broken(told) => {
                    faults.extend(told);
                    None
                }
            });
        }
        found.extend(faults);
        Ok(Pictures(names))
    }

    /// Sends bytes that the other side does not have.
    fn send(
        &mut self,
        game: &str,
        name: &str,
        kind: Kind,
        bytes: &[u8],
        made: &mut BTreeSet<String>,
    ) -> Result<(), Error> {
        let has = self.told.get(game).is_some_and(|had| had.contains(name));
        if made.insert(name.to_owned()) && !has {
            self.tell(&Message::Made { hash: name.to_owned(), kind, bytes: bytes.len() })?;
            self.output.write_all(bytes).map_err(Error::write("the preview".as_ref()))?;
        }
        Ok(())
    }

    fn tell(&mut self, message: &Message) -> Result<(), Error> {
        let mut line = serde_json::to_vec(message).expect("names and numbers always make JSON");
        line.push(b'\n');
        self.output.write_all(&line).map_err(Error::write("the preview".as_ref()))
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(Error::write("the preview".as_ref()))
    }
}

/// Looks at everything with the rules of the preflight.
fn preflight(game: &Game, content: &Content, studio: &Studio, art: &Art, is_played: bool, found: &mut Vec<Diagnostic>) {
    let preflight = Preflight::new(game, studio, &content.sources, false);
    let looked: Vec<(Option<Seen>, Vec<Diagnostic>)> = art
        .faces
        .par_iter()
        .map(|face| {
            let mut told = Vec::new();
            let tree = face.tree(studio, &content.sources).ok();
            (tree.and_then(|tree| preflight.face(face, &tree, &mut told)), told)
        })
        .collect();
    let (seen, told): (Vec<Option<Seen>>, Vec<Vec<Diagnostic>>) = looked.into_iter().unzip();
    found.extend(told.into_iter().flatten());
    Desk { content, game, studio, art, seen: &seen, is_played }.check(found);
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
fn game_of(finding: &Diagnostic, content: &Content) -> Option<String> {
    let path = content.sources.path(finding.place.as_ref()?.file);
    let id = path.strip_prefix("content").ok()?.components().next()?;
    Some(id.as_os_str().to_string_lossy().into_owned())
}

/// The files that a game is drawn from.
struct Reach {
    folder: String,
    templates: BTreeSet<String>,
}

impl Reach {
    fn of(game: &Game, studio: &Studio, content: &Content) -> Reach {
        let cards = game.sets.iter().flat_map(|set| &set.components);
        let mut open: Vec<&str> =
            cards.flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten().map(|t| t.value.as_str()).collect();
        open.sort_unstable();
        open.dedup();
        let mut templates: BTreeSet<String> = open.iter().map(|name| (*name).to_owned()).collect();
        while let Some(name) = open.pop() {
            let Some(file) = studio.templates.file(name) else { continue };
            // Whatever stands in quotes may be included; one too many costs a little time.
            for word in content.sources.text(file).split(['"', '\'']).filter(|word| word.ends_with(".svg")) {
                if templates.insert(word.to_owned()) {
                    open.push(word);
                }
            }
        }
        Reach { folder: format!("content/{}/", game.id), templates }
    }

    /// Whether a change there can change a picture of the game. Folders and icons concern all games.
    fn covers(&self, path: &str) -> bool {
        match path.strip_prefix("templates/") {
            Some(name) if name.starts_with("icons/") || !name.ends_with(".svg") => true,
            Some(name) => self.templates.contains(name),
            None => {
                path.starts_with(&self.folder)
                    || self.folder.trim_end_matches('/') == path
                    || path == "content"
                    || path == "templates"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_games_that_use_a_file_are_drawn_anew() {
        let reach =
            Reach { folder: "content/harbor/".into(), templates: BTreeSet::from(["harbor/card.svg".to_owned()]) };
        for (path, want) in [
            ("content/harbor/cards.toml", true),
            ("content/harbor-two/cards.toml", false),
            ("templates/harbor/card.svg", true),
            ("templates/other/card.svg", false),
            ("templates/icons/star.svg", true),
            ("templates/fonts/a.ttf", true),
            ("templates/harbor/sea.png", true),
            ("content", true),
            ("content/harbor", true),
        ] {
            assert_eq!(reach.covers(path), want, "{path}");
        }
    }
}
