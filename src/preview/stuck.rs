//! Faces that were given up, and what must change before they are drawn again.

use crate::art;
use crate::budget::Verdict;
use crate::content::Content;
use crate::stages::Project;

/// The faces that are left out.
#[derive(Default)]
pub(super) struct Stuck(Vec<(Verdict, Option<String>)>);

impl Stuck {
    /// Adds faces; what their records say is not known yet.
    pub fn add(&mut self, faces: Vec<Verdict>) {
        self.0.extend(faces.into_iter().map(|face| (face, None)));
    }

    pub fn faces(&self) -> Vec<Verdict> {
        self.0.iter().map(|(face, _)| face.clone()).collect()
    }

    /// Frees the faces of which something that they are drawn from has changed. Returns whether there were any.
    pub fn free(&mut self, project: &Project, changed: &[String]) -> bool {
        let all = std::mem::take(&mut self.0);
        let (before, mut freed) = (all.len(), Vec::new());
        for (face, record) in all {
            let now = record_of(&face.face, &project.content);
            // What cannot be read now is probably being edited.
            let is_read = now.is_some() || is_whole(&face.face, &project.content);
            let is_other = match &record {
                Some(_) => is_read && record != now,
                // Changed while it was drawn: nobody knows which record that was.
                None => set_of(&face.face).is_some_and(|file| concerns(changed, &file)),
            };
            if is_other || is_drawn_from(&face, project, changed) {
                freed.push(face);
            } else {
                self.0.push((face, record.or(now)));
            }
        }
        // Faces that spoke for their whole template do so no more: nothing else would ever free the others.
        for face in &freed {
            let others = self.0.iter().map(|(other, _)| other);
            let same: Vec<&Verdict> = freed.iter().chain(others).filter(|other| is_same(other, face)).collect();
            if art::is_given_up(&same) {
                self.0.retain(|(other, _)| !is_same(other, face));
            }
        }
        self.0.len() < before
    }
}

/// Whether two faces are drawn by the same template in the same game.
fn is_same(one: &Verdict, other: &Verdict) -> bool {
    one.template == other.template && one.face.split('/').next() == other.face.split('/').next()
}

/// Whether one of the changed paths is the file, or a folder that holds it.
fn concerns(changed: &[String], file: &str) -> bool {
    changed
        .iter()
        .any(|path| file.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Whether a change concerns what a face is drawn from, apart from its record. Icons cannot keep it from ending.
fn is_drawn_from(face: &Verdict, project: &Project, changed: &[String]) -> bool {
    let templates = &project.studio.templates;
    let reached = templates.reached(std::iter::once(face.template.as_str()));
    let game = face.face.split('/').next().unwrap_or_default();
    // Any face may show a picture or use a font.
    let is_used =
        |path: &String| path.strip_prefix("templates/").is_some_and(|name| !is_svg(name) && name.contains('.'));
    let records = format!("content/{game}/");
    let reads_all = templates.uses(&face.template, "sets");
    reached.iter().any(|name| concerns(changed, &format!("templates/{name}")))
        || concerns(changed, &format!("{records}game.toml"))
        || changed.iter().any(|path| is_used(path) || reads_all && path.starts_with(&records))
}

fn is_svg(name: &str) -> bool {
    name.ends_with(".svg")
}

/// Game, set and card that a face is named after: `game/set/card (side)`.
fn parts(face: &str) -> Option<(&str, &str, &str)> {
    let name = face.rsplit_once(" (").map_or(face, |(name, _)| name);
    let mut parts = name.splitn(3, '/');
    Some((parts.next()?, parts.next()?, parts.next()?))
}

/// The file of the record of a face.
fn set_of(face: &str) -> Option<String> {
    parts(face).map(|(game, set, _)| format!("content/{game}/{set}.toml"))
}

/// Whether the game of a face could be read, with every record.
fn is_whole(face: &str, content: &Content) -> bool {
    let id = parts(face).map(|(game, ..)| game);
    content.games.iter().any(|game| Some(game.id.as_str()) == id && game.is_whole)
}

/// What the record of a face says, its defaults included.
fn record_of(face: &str, content: &Content) -> Option<String> {
    let (game, set, card) = parts(face)?;
    let set = content.games.iter().find(|g| g.id == game)?.sets.iter().find(|s| s.id.value == set)?;
    let card = set.components.iter().find(|c| c.id.value == card)?;
    serde_json::to_string(&card.values).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_concerns_what_lies_in_it() {
        for (path, want) in [
            ("templates/harbor/card.svg", true),
            ("templates/harbor", true),
            ("templates", true),
            ("templates/har", false),
            ("templates/harbor/card.svg.bak", false),
            ("templates/other", false),
            ("content", false),
        ] {
            assert_eq!(concerns(&[path.to_owned()], "templates/harbor/card.svg"), want, "{path}");
        }
    }

    #[test]
    fn a_face_is_named_after_its_record() {
        assert_eq!(set_of("harbor/cards/a (front)").as_deref(), Some("content/harbor/cards.toml"));
        assert_eq!(set_of("harbor/cards/a").as_deref(), Some("content/harbor/cards.toml"));
        assert_eq!(set_of("all its faces"), None);
    }
}
