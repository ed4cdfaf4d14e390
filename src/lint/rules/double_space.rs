//! Spaces where none belong.

use std::ops::Range;

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::language::Language;
use crate::lint::look::Look;
use crate::text::Part;

pub static RULE: Rule = Rule {
    name: "double-space",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has two spaces in a row, a space at the end of a line, or a space before a comma or period. French has its \
        spaces before `: ; ! ?`.",
    why: "It shows as a gap in the line.",
    fix: "Delete the space at the caret.",
    wrong: r#"
        # cards.toml
        text = "Dig  deep."
    "#,
    right: r#"
        # cards.toml
        text = "Dig deep."
    "#,
};

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        let text = words.said.text.as_str();
        let Some((what, at)) = fault(text, words.said.language) else { continue };
        let finding = look.word_finding(&RULE, text, &Part::At(at), format!("the text has {what}"));
        found.push(finding.help("delete the space"));
    }
}

/// What is wrong with the spaces of a text, and where.
fn fault(text: &str, language: Language) -> Option<(&'static str, Range<usize>)> {
    // Markup is not printed.
    let letters: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !matches!(c, '*' | '~')).collect();
    let is_space = |c: char| matches!(c, ' ' | '\u{a0}');
    let pairs = || letters.windows(2).map(|pair| (pair[0], pair[1]));
    let whole = |(at, c): (usize, char)| at..at + c.len_utf8();
    if let Some((_, second)) = pairs().find(|((_, a), (_, b))| is_space(*a) && is_space(*b)) {
        return Some(("two spaces in a row", whole(second)));
    }
    let ends = [letters.first(), letters.last()].into_iter().flatten().find(|(_, c)| *c == ' ').copied();
    let at_line = || pairs().find(|((_, a), (_, b))| (*a, *b) == (' ', '\n')).map(|(space, _)| space);
    if let Some(space) = ends.or_else(at_line) {
        return Some(("a space at the start or end of a line", whole(space)));
    }
    // Before closing punctuation, unlike `.5` and `...`.
    let closes =
        |after: Option<&(usize, char)>| after.is_none_or(|(_, c)| c.is_whitespace() || matches!(c, ')' | '”' | '’'));
    let is_mark = |c: char| matches!(c, ',' | '.') || (matches!(c, ';' | ':' | '!' | '?') && !language.spaces_marks());
    let stop = (0..letters.len().saturating_sub(1))
        .find(|&i| letters[i].1 == ' ' && is_mark(letters[i + 1].1) && closes(letters.get(i + 2)));
    stop.map(|i| ("a space before a punctuation mark", whole(letters[i])))
}
