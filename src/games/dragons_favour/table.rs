//! The setup for a number of players.

use super::effect::Effects;
use super::load::{self, Content, ROLES};
use super::{Act, Cards, Role, Roles, card};
use crate::sim::Rules;

/// The setup for a number of players.
pub struct Table {
    pub players: usize,
    /// The clans.
    pub clans: Vec<Delegation>,
    /// The names of the roles.
    pub roles: Roles<String>,
    /// What the roles do.
    pub effects: Effects,
    /// The list of operations of each role.
    pub effect: Roles<u8>,
    /// For each role the operation that counts its wins.
    pub wins: Roles<usize>,
    /// The placements that a hand with these roles allows.
    pub places: Vec<Vec<Act>>,
    /// Whether every withdrawn card goes home.
    pub all_leave: bool,
    /// Whether withdrawn cards still vote.
    pub withdrawn_vote: bool,
    /// Whether the Dragon must sit at the table, or must not.
    pub dragon: Option<bool>,
    pub has_start: bool,
}

/// A clan at the table.
pub struct Delegation {
    pub name: String,
    pub cards: Cards,
    pub pieces: Roles<u16>,
    pub start: u16,
    pub is_judge: bool,
    pub breaks_ties: bool,
    pub wins_draws: bool,
}

/// Prepares a table.
pub fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
    let (least, most) = content.players;
    if !(least..=most).contains(&players) {
        return Err(format!("{least} to {most} can play, not {players}"));
    }
    let dragon = if rules.is("dragon", "any") { None } else { Some(rules.is("dragon", "always")) };
    if dragon == Some(false) && players >= content.clans.len() {
        return Err(format!("without the Dragon clan {} can play, not {players}", content.clans.len() - 1));
    }
    let delegation = |clan: &load::Clan| Delegation {
        name: clan.name.clone(),
        cards: Role::all().map(|role| card(role) * u32::from(clan.cards[role])).sum(),
        pieces: clan.pieces.map(|piece| piece as u16),
        start: u16::from(clan.start),
        is_judge: clan.is_judge,
        breaks_ties: clan.breaks_ties,
        wins_draws: clan.wins_draws,
    };
    let places = (0..1u8 << ROLES).map(|roles| {
        let roles = Role::all().filter(|role| role.is_in(roles));
        roles.flat_map(|role| Role::all().map(move |vote| Act::Place(role, vote))).collect()
    });
    Ok(Table {
        players,
        clans: content.clans.iter().map(delegation).collect(),
        roles: Roles::from_fn(|role: Role| content.roles[role.at()].name.clone()),
        effects: content.effects.clone(),
        effect: Roles::from_fn(|role: Role| content.roles[role.at()].effect),
        wins: content.wins,
        places: places.collect(),
        all_leave: rules.is("all-assassinated-leave", "on"),
        withdrawn_vote: rules.is("withdrawn-cards-vote", "on"),
        dragon,
        has_start: rules.is("dragon-starts-with-favour", "on"),
    })
}
