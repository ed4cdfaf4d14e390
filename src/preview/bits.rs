//! Draws a game bit by bit, and shows what there is while it takes long.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::time::{Duration, Instant};

use super::model::Message;
use super::press::Press;
use super::view;
use crate::art::{Art, FaceNo, Piece};
use crate::content::{Component, Game, Set};
use crate::error::Error;
use crate::finding::Finding;
use crate::stages::{self, Project, Stop};

/// How long drawing a bit should take.
const BIT: f64 = 0.3;
/// The cards of the first bit, each of which may take seconds by now, and the fewest of any.
const FIRST: usize = 2;
/// A bit has at most so many times the cards that are drawn.
const GROWTH: usize = 8;
/// A game that takes longer is shown bit by bit; a quick one only as a whole.
const PATIENCE: Duration = Duration::from_millis(700);

/// A card by the indices of its set and itself.
type At = (usize, usize);

/// What is drawn of a game so far.
pub(super) struct Bits {
    pub art: Art,
    /// The pictures of its faces.
    pub pictures: Vec<Option<String>>,
    /// All findings so far. Those of reading come first, `read` of them.
    pub found: Vec<Finding>,
    pub read: usize,
    known: HashMap<u128, FaceNo>,
    done: HashSet<At>,
    started: Instant,
}

impl Bits {
    /// Nothing yet.
    pub fn of(game: &Game, project: &Project) -> Bits {
        let mut found = project.found_in(game);
        found.retain(|finding| finding.place.is_some());
        Bits {
            art: Art { faces: Vec::new(), sets: vec![Vec::new(); game.sets.len()], missing: 0 },
            pictures: Vec::new(),
            read: found.len(),
            found,
            known: HashMap::new(),
            done: HashSet::new(),
            started: Instant::now(),
        }
    }

    /// At most `most` cards that are not drawn yet, of those that are wanted.
    pub fn next(&self, game: &Game, most: usize, is_wanted: &dyn Fn(&Set, &Component) -> bool) -> Vec<At> {
        let sets = game.sets.iter().enumerate();
        let cards = sets.flat_map(|(s, set)| set.components.iter().enumerate().map(move |(c, card)| (s, c, set, card)));
        let left = cards.filter(|(s, c, set, card)| !self.done.contains(&(*s, *c)) && is_wanted(set, card));
        left.map(|(s, c, ..)| (s, c)).take(most).collect()
    }

    /// Adds faces, each distinct one once. Returns the pieces that have them.
    fn add(&mut self, art: Art, pictures: Vec<Option<String>>) -> Vec<(usize, Piece)> {
        let Bits { art: whole, known, .. } = self;
        let mut numbers = Vec::with_capacity(art.faces.len());
        for (face, picture) in art.faces.into_iter().zip(pictures) {
            numbers.push(*known.entry(face.fingerprint()).or_insert_with(|| {
                whole.faces.push(face);
                self.pictures.push(picture);
                FaceNo(whole.faces.len() as u32 - 1)
            }));
        }
        whole.missing += art.missing;
        let of = |face: FaceNo| numbers[face.0 as usize];
        let mut added = Vec::new();
        for (s, pieces) in art.sets.into_iter().enumerate() {
            added.extend(
                pieces
                    .into_iter()
                    .map(|piece| (s, Piece { front: of(piece.front), back: piece.back.map(of), ..piece })),
            );
        }
        added.iter().for_each(|(s, piece)| whole.sets[*s].push(*piece));
        added
    }

    /// Everything in the order of the files.
    pub fn finished(mut self) -> Bits {
        let mut uses: BTreeMap<FaceNo, usize> = BTreeMap::new();
        for pieces in &mut self.art.sets {
            pieces.sort_by_key(|piece| piece.component);
            for face in pieces.iter().flat_map(|piece| [Some(piece.front), piece.back]).flatten() {
                *uses.entry(face).or_default() += 1;
            }
        }
        for (face, count) in uses {
            self.art.faces[face.0 as usize].is_shared = count > 1;
        }
        self
    }
}

impl<W: Write> Press<'_, W> {
    /// How many cards of a game make the next bit.
    pub fn batch(&self, game: &Game, bits: &Bits) -> usize {
        let most = (bits.done.len() * GROWTH).max(FIRST);
        self.paces.get(&game.id).map_or(most, |pace| ((BIT / pace) as usize).clamp(FIRST, most))
    }

    /// Draws all that is left. Returns false if it was stopped: by a newer request, once this one has shown something.
    pub fn draw_rest(
        &mut self,
        game: &Game,
        project: &Project,
        bits: &mut Bits,
        has_shown: &mut bool,
    ) -> Result<bool, Error> {
        loop {
            let some = bits.next(game, self.batch(game, bits), &|_, _| true);
            let stop = self.stop(*has_shown);
            let Some(drawn) = self.draw_some(game, project, bits, &some, &stop)? else { return Ok(false) };
            if bits.done.len() == game.sets.iter().map(|set| set.components.len()).sum::<usize>() {
                return Ok(true);
            }
            if bits.started.elapsed() > PATIENCE {
                self.send_cards(game, project, bits, &drawn)?;
                *has_shown = true;
            }
        }
    }

    /// What stops drawing. However often files are saved, each request shows something.
    pub fn stop(&self, has_shown: bool) -> Stop {
        if has_shown { self.waiting.clone() } else { Stop::never() }
    }

    /// Draws some cards; nothing if it was stopped.
    pub fn draw_some(
        &mut self,
        game: &Game,
        project: &Project,
        bits: &mut Bits,
        some: &[At],
        stop: &Stop,
    ) -> Result<Option<Vec<(usize, Piece)>>, Error> {
        let started = Instant::now();
        let card_at = |(s, c): &At| (game.sets[*s].file, game.sets[*s].components[*c].place.span.start);
        let chosen: HashSet<_> = some.iter().map(card_at).collect();
        let wanted = |set: &Set, card: &Component| chosen.contains(&(set.file, card.place.span.start));
        let art = stages::draw(project, game, &wanted, stop, &mut bits.found, &mut |_| {});
        let Some(art) = art else { return Ok(None) };
        let pictures = self.pictures(game, &art, project, &mut bits.found)?;
        bits.done.extend(some);
        if !some.is_empty() {
            // Never so quick that one odd bit makes the next one endless.
            let pace = (started.elapsed().as_secs_f64() / some.len() as f64).max(BIT / 1024.0);
            let before = self.paces.get(&game.id).map_or(pace, |before| before / 8.0);
            self.paces.insert(game.id.clone(), pace.max(before));
        }
        Ok(Some(bits.add(art, pictures)))
    }

    /// Sends cards ahead of their game. Returns false if none of them could be drawn.
    pub fn send_cards(
        &mut self,
        game: &Game,
        project: &Project,
        bits: &Bits,
        drawn: &[(usize, Piece)],
    ) -> Result<bool, Error> {
        let hash = |face: FaceNo| bits.pictures[face.0 as usize].clone();
        let (mut cards, outlines) = view::cards(game, &project.content, drawn, &hash);
        cards.retain(|(_, card)| !card.is_stale);
        let has_any = !cards.is_empty();
        if has_any {
            self.send(&Message::Quick { game: game.id.clone(), cards, outlines })?;
            self.flush()?;
        }
        Ok(has_any)
    }
}
