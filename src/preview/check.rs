//! What the helper looks at once everything is drawn: the rules of the preflight, and sheets.

use std::collections::BTreeSet;
use std::io::Write;

use rayon::prelude::*;

use super::model::{Kind, Message, PlanView};
use super::press::{Drawn, Press};
use super::queue::Waiting;
use super::view;
use crate::art::Studio;
use crate::content::{Content, Game};
use crate::error::Error;
use crate::export::furniture;
use crate::export::pdf::convert;
use crate::finding::{self, Finding};
use crate::lint::{self, Preflight, Seen, View};
use crate::pipeline::{self, Plan};

impl<W: Write> Press<'_, W> {
    /// Tells sheets and findings of a game; false where a newer request broke it off.
    pub fn check(
        &mut self,
        game: &Game,
        content: &Content,
        studio: &Studio,
        parsed: &[Finding],
        drawn: &Drawn,
    ) -> Result<bool, Error> {
        let mut late: Vec<Finding> = parsed.to_vec();
        let is_played = pipeline::read_strictly(game, content, false, &mut late);
        let mut late = late.split_off(parsed.len());
        let plans = pipeline::plans(game, &drawn.art, self.order, &mut late);
        if let Some(setup) = self.order.setups.first() {
            setup.tell_printer(&mut late);
        }
        let mut views = Vec::new();
        for plan in plans.iter().filter(|plan| drawn.is_whole && !plan.sheets.is_empty()) {
            if self.waiting.is_any() {
                return Ok(false);
            }
            views.push(self.plan(game, studio, plan, drawn)?);
        }
        if drawn.is_whole && preflight(game, content, studio, drawn, is_played, &self.waiting, &mut late).is_none() {
            return Ok(false);
        }
        late.retain(|finding| !drawn.found[drawn.read..].contains(finding));
        // What is allowed may lie in either part; what is told already is not told again.
        let mut all = [drawn.found.clone(), late].concat();
        lint::silence(game, &|rule| drawn.is_whole && pipeline::is_judged(rule, self.order), &mut all);
        let mut late: Vec<Finding> = all.into_iter().filter(|finding| !drawn.first.contains(finding)).collect();
        finding::tidy(&mut late);
        late.retain(|finding| !drawn.first.contains(finding));
        let findings = late.iter().map(|finding| view::told(finding, content)).collect();
        if drawn.is_whole {
            let on_sheets = views.iter().flat_map(|view| view.uses.iter().chain([&view.hash])).cloned().collect();
            self.sheets.insert(game.id.clone(), on_sheets);
        }
        self.tell(&Message::Late { game: game.id.clone(), plans: drawn.is_whole.then_some(views), findings })?;
        self.flush()?;
        Ok(true)
    }

    /// Sends the sheets of one paper.
    fn plan(&mut self, game: &Game, studio: &Studio, plan: &Plan, drawn: &Drawn) -> Result<PlanView, Error> {
        let mut pictures = Vec::new();
        let placed = plan.sheets.iter().flat_map(|sheet| &sheet.placements);
        let mut uses: BTreeSet<String> = placed.filter_map(|placed| drawn.hash(placed.face)).collect();
        let hash = |face| drawn.hash(face);
        let sheets = view::sheets(game, &drawn.art, &plan.setup, &plan.sheets, &hash, &mut |sheet| {
            let svg = furniture(sheet, plan.setup.paper.size, studio).outlined_once(studio);
            let name = view::hex(svg.as_bytes());
            pictures.push((name.clone(), svg));
            name
        });
        for (name, svg) in pictures {
            self.send(&game.id, &name, Kind::Svg, svg.as_bytes())?;
            uses.insert(name);
        }
        let json = serde_json::to_vec(&sheets).expect("names and numbers always make JSON");
        let name = view::hex(&json);
        self.send(&game.id, &name, Kind::Json, &json)?;
        Ok(PlanView {
            paper: plan.setup.paper.name.clone(),
            only: plan.only_set.map(|s| game.sets[s].title.clone()),
            sheets: plan.sheets.len(),
            hash: name,
            uses: uses.into_iter().collect(),
        })
    }
}

/// Looks at everything with the rules of the preflight; nothing where a newer request broke it off.
fn preflight(
    game: &Game,
    content: &Content,
    studio: &Studio,
    drawn: &Drawn,
    is_played: bool,
    waiting: &Waiting,
    found: &mut Vec<Finding>,
) -> Option<()> {
    let preflight = Preflight::new(game, studio, &content.sources, false);
    let faces = drawn.art.faces.par_iter().map(|face| {
        if waiting.is_any() {
            return None;
        }
        let mut told = Vec::new();
        let tree = face.tree(studio, &content.sources).ok();
        // Only filters and pictures have something to tell that the drawing itself does not.
        let converts = face.svg.contains("filter") || face.svg.contains("<image");
        if let Some(tree) = tree.as_ref().filter(|_| converts) {
            drop(convert(face, tree, studio, &mut told));
        }
        Some((tree.and_then(|tree| preflight.face(face, &tree, &mut told)), told))
    });
    let looked: Vec<(Option<Seen>, Vec<Finding>)> = faces.collect::<Option<_>>()?;
    let (seen, told): (Vec<Option<Seen>>, Vec<Vec<Finding>>) = looked.into_iter().unzip();
    preflight.tell(&drawn.art, told, found);
    View { content, game, studio, art: &drawn.art, seen: &seen, is_played }.check(found);
    (!waiting.is_any()).then_some(())
}
