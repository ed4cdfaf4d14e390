//! Switches: options of a rulebook and other readings of it, by name.

use crate::finding::nearest;

/// One option; its first value is the default.
#[derive(Debug)]
pub struct Switch {
    /// Its name on the command line.
    pub name: &'static str,
    /// The ruling it belongs to.
    pub ruling: &'static str,
    /// What it changes.
    pub what: &'static str,
    /// The values it can have.
    pub values: &'static [&'static str],
}

/// A value for each switch of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    switches: &'static [Switch],
    chosen: Vec<usize>,
}

impl Rules {
    /// The usual rules.
    pub fn usual(switches: &'static [Switch]) -> Rules {
        Rules { switches, chosen: vec![0; switches.len()] }
    }

    /// Reads `switch=value` pairs; an unknown name or value is an error.
    pub fn read<'a>(
        switches: &'static [Switch],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Rules, String> {
        let mut rules = Rules::usual(switches);
        let mut named = vec![false; switches.len()];
        for (name, value) in pairs {
            let Some(at) = switches.iter().position(|s| s.name == name) else {
                let names: Vec<&str> = switches.iter().map(|s| s.name).collect();
                return Err(match nearest(name, names.iter().copied()) {
                    Some(near) => format!("no switch is called `{name}`; did you mean `{near}`?"),
                    None => format!("no switch is called `{name}`; there are: {}", names.join(", ")),
                });
            };
            let values = switches[at].values;
            let Some(chosen) = values.iter().position(|v| *v == value) else {
                return Err(format!("`{name}` can be {}, not `{value}`", values.join(" or ")));
            };
            if std::mem::replace(&mut named[at], true) {
                return Err(format!("`{name}` is named twice"));
            }
            rules.chosen[at] = chosen;
        }
        Ok(rules)
    }

    /// Whether a switch has a value; both must exist.
    pub fn is(&self, name: &str, value: &str) -> bool {
        let at = self.switches.iter().position(|s| s.name == name).expect("the game asks for its own switches");
        self.switches[at].values[self.chosen[at]] == value
    }

    /// The switches that are not at their default.
    pub fn changed(&self) -> Vec<(&'static str, &'static str)> {
        let pairs = self.switches.iter().zip(&self.chosen).filter(|(_, chosen)| **chosen > 0);
        pairs.map(|(switch, chosen)| (switch.name, switch.values[*chosen])).collect()
    }

    /// The usual rules with one switch changed, once for each of its other values.
    pub fn variants(switches: &'static [Switch]) -> Vec<Rules> {
        let mut all = Vec::new();
        for (at, switch) in switches.iter().enumerate() {
            for chosen in 1..switch.values.len() {
                let mut rules = Rules::usual(switches);
                rules.chosen[at] = chosen;
                all.push(rules);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SWITCHES: &[Switch] = &[
        Switch { name: "hordes", ruling: "X-1", what: "", values: &["off", "on"] },
        Switch { name: "passing", ruling: "X-2", what: "", values: &["final", "tactical"] },
    ];

    #[test]
    fn unknown_switches_and_values_are_refused() {
        let read = |pair: (&'static str, &'static str)| Rules::read(SWITCHES, [pair]);
        assert!(read(("hords", "on")).unwrap_err().contains("did you mean `hordes`?"));
        assert!(read(("hordes", "yes")).unwrap_err().contains("off or on"));
        let rules = read(("hordes", "on")).unwrap();
        assert!(rules.is("hordes", "on") && rules.is("passing", "final"));
        assert_eq!(rules.changed(), [("hordes", "on")]);
    }

    #[test]
    fn variants_differ_from_the_usual_rules_in_one_switch() {
        let all: Vec<_> = Rules::variants(SWITCHES).iter().map(Rules::changed).collect();
        assert_eq!(all, [vec![("hordes", "on")], vec![("passing", "tactical")]]);
    }
}
