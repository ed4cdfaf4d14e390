//! What the helper does once everything is drawn: the rules of the preflight, and sheets.

use std::collections::BTreeSet;
use std::io::Write;

use super::model::{Kind, Message, PlanView};
use super::press::{Drawn, Press};
use super::view;
use crate::art::Art;
use crate::content::Game;
use crate::error::Error;
use crate::export::furniture;
use crate::finding::{self, Finding};
use crate::hash;
use crate::layout::Plan;
use crate::lint::{self, Judged};
use crate::stages::{self, Looked, Needs, Project};

impl<W: Write> Press<'_, W> {
    /// Sends sheets and findings of a game; false if a newer request stopped it.
    pub fn check(&mut self, game: &Game, project: &Project, mut drawn: Drawn) -> Result<bool, Error> {
        let mut late = drawn.found[..drawn.read].to_vec();
        stages::play(project, game, false, &mut late);
        let needs = Needs { drawings: true, preflight: drawn.is_whole, ..self.order.needs() };
        let sights = stages::look(project, game, &mut drawn.art.faces, &needs, &mut self.cache, &self.waiting);
        let Some(sights) = sights else { return Ok(false) };
        let mut late = late.split_off(drawn.read);
        let looked = Looked::gather(project, game, drawn.art, sights, &needs, &mut late);
        let planned = stages::plan(game, looked, &self.order, &mut late);
        let mut views = Vec::new();
        for plan in planned.plans.iter().filter(|plan| drawn.is_whole && !plan.sheets.is_empty()) {
            if self.waiting.is_asked() {
                return Ok(false);
            }
            views.push(self.plan(game, project, plan, &planned.looked.art, &drawn.pictures)?);
        }
        // An `allow` may concern what was found first or what was found now; nothing is reported twice.
        late.retain(|finding| !drawn.found[drawn.read..].contains(finding));
        let mut all = [drawn.found, late].concat();
        match drawn.is_whole {
            true => drop(stages::judge(project, game, &self.order, &planned, &mut all)),
            false => drop(lint::silence(game, &Judged::default(), &mut all)),
        }
        let is_new = |finding: &Finding| !drawn.first.contains(finding);
        let mut late: Vec<Finding> = all.into_iter().filter(is_new).collect();
        finding::tidy(&mut late);
        late.retain(is_new);
        let findings = late.iter().map(|finding| view::finding(finding, project)).collect();
        if drawn.is_whole {
            let on_sheets = views.iter().flat_map(|view| view.uses.iter().chain([&view.hash])).cloned().collect();
            self.sheets.insert(game.id.clone(), on_sheets);
        }
        self.send(&Message::Late { game: game.id.clone(), plans: drawn.is_whole.then_some(views), findings })?;
        self.flush()?;
        Ok(true)
    }

    /// Sends the sheets of one paper.
    fn plan(
        &mut self,
        game: &Game,
        project: &Project,
        plan: &Plan,
        art: &Art,
        faces: &[Option<String>],
    ) -> Result<PlanView, Error> {
        let mut pictures = Vec::new();
        let name_of = |face: crate::art::FaceNo| faces[face.0 as usize].clone();
        let placed = plan.sheets.iter().flat_map(|sheet| &sheet.placements);
        let mut uses: BTreeSet<String> = placed.filter_map(|placed| name_of(placed.face)).collect();
        let sheets = view::sheets(game, art, &plan.setup, &plan.sheets, &name_of, &mut |sheet| {
            let svg = furniture(sheet, plan.setup.paper.size, &project.studio).outlined_once(&project.studio);
            let name = hash::hex(svg.as_bytes());
            pictures.push((name.clone(), svg));
            name
        });
        for (name, svg) in pictures {
            self.send_bytes(&game.id, &name, Kind::Svg, svg.as_bytes())?;
            uses.insert(name);
        }
        let json = serde_json::to_vec(&sheets).expect("names and numbers always make JSON");
        let name = hash::hex(&json);
        self.send_bytes(&game.id, &name, Kind::Json, &json)?;
        Ok(PlanView {
            paper: plan.setup.paper.name.clone(),
            only: plan.only_set.map(|s| game.sets[s].title.clone()),
            sheets: plan.sheets.len(),
            hash: name,
            uses: uses.into_iter().collect(),
        })
    }
}
