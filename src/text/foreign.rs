//! Markup of other programs in a text, which would be printed as it is: HTML, Markdown, forums, escapes.

mod html;
mod signs;

use super::markup::Fault;
pub use signs::codes;

/// Everything in a text that is markup elsewhere. In a text without markup, only what is markup nowhere on paper.
pub(super) fn foreign(text: &str, is_plain: bool, is_icon: &dyn Fn(&str) -> bool) -> Vec<Fault> {
    let mut all = Vec::new();
    let mut at = 0;
    let may_be = |byte: &u8| b"<&\\[_~#*`^:!".contains(byte);
    while let Some(next) = text.as_bytes()[at..].iter().position(may_be).map(|next| at + next) {
        let rest = &text[next..];
        let is_first = next == 0 || text[..next].ends_with('\n');
        let found = match rest.as_bytes()[0] {
            b'<' => html::tag(text, next, is_plain),
            b'&' => html::entity(text, next),
            b'\\' => backslash(rest, is_plain),
            _ if is_plain => None,
            b'[' => signs::in_brackets(rest, is_icon),
            b':' => signs::in_colons(text, next, is_icon),
            b'!' => signs::picture(rest),
            b'`' => signs::ticks(text, next),
            b'^' => signs::raised(text, next),
            b'_' => signs::underscores(text, next),
            b'*' => signs::stars(text, next),
            b'~' if rest.starts_with("~~") => signs::struck(rest),
            b'#' if is_first => signs::heading(rest),
            _ => None,
        };
        let (length, fault) = found.unwrap_or((1, None));
        all.extend(fault.map(|(message, help)| Fault { at: next..next + length, message, help }));
        at = next + length;
    }
    all
}

/// The bytes that belong together, and what is wrong with them: message and help.
type Found = Option<(usize, Option<(String, String)>)>;

fn fault(length: usize, message: impl Into<String>, help: impl Into<String>) -> Found {
    Some((length, Some((message.into(), help.into()))))
}

/// So many bytes are no markup.
fn skip(length: usize) -> Found {
    Some((length, None))
}

/// A sign that is printed, or `\n` as two characters: escaped twice, or in single quotes.
fn backslash(rest: &str, is_plain: bool) -> Found {
    let (what, instead) = match rest.as_bytes().get(1)? {
        b'n' | b'r' => ("line end", "break the line with \n instead"),
        b't' => ("tab", "write a space instead"),
        b'\\' => return skip(2),
        sign if sign.is_ascii_punctuation() && !is_plain => return skip(2),
        _ => return None,
    };
    let two = &rest[..2];
    fault(
        2,
        format!("`{two}` is no {what} here and would be printed as it is"),
        format!("{instead}, or write `\\{two}` to print it"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_other_programs_is_found() {
        for (text, want) in [
            ("Draw <b>two</b> cards<br>now<br />", "<b> </b> <br> <br />"),
            (
                "<i class=\"x\">A</i> <color=#f00>B</color> <sym>T</sym>",
                "<i class=\"x\"> </i> <color=#f00> </color> <sym> </sym>",
            ),
            ("A&nbsp;B &amp; C&#8217;s &#x2019; &eacute;", "&nbsp; &amp; &#8217; &#x2019; &eacute;"),
            ("Draw.\\nThen\\trest.", "\\n \\t"),
            ("[b]Bold[/b], [star] and [a link](https://e.org)", "[b] [/b] [star] [a link](https://e.org)"),
            ("_Flavor of the day_ and ~~old~~", "_Flavor of the day_ ~~old~~"),
            ("## Big\n* one\n* two", "## * *"),
            ("a <!-- b --> c", "<!-- b -->"),
            ("[[Elite]] of [elder_thing], :per_turn: and :star:", "[[Elite]] [elder_thing] :per_turn: :star:"),
            ("[a](page.html) ![b](c.png) and ``d`` or `e`", "[a](page.html) ![b](c.png) ``d`` `e`"),
            ("3 cm^2^, ****four**** and ___five___", "^2^ ****four**** ___five___"),
            ("50&percnt; of 3&le;4 &unheard; &", "&percnt; &le; &unheard;"),
            ("\\_a_ and _b_, \\<b> and <i>c</i>", "_b_ <i> </i>"),
        ] {
            let found: Vec<&str> =
                foreign(text, false, &|name| name == "star").into_iter().map(|fault| &text[fault.at]).collect();
            assert_eq!(found.join(" "), want, "{text}");
        }
    }

    #[test]
    fn words_that_may_stand_for_symbols_are_known() {
        let text = "[click]: gain 2[credit] :fire: \\[gold] [2] [Gold] [a] [once a turn] a:b: [é] [credit";
        let found: Vec<&str> = codes(text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["[click]", "[credit]", ":fire:"]);
    }

    #[test]
    fn what_only_looks_like_it_is_left_alone() {
        for text in [
            "a < b > c",
            "I <3 U",
            "AT&T",
            "R&D; and Q&A;",
            "1<2>0",
            "x <y> z",
            "<name>",
            "3 << 4 >> 1",
            "a <b and c> d",
            "snake_case_name",
            "_____",
            "C:\\path",
            "Gain 3 Gold*.\n* Once per turn.",
            "[2] and [gold]",
            "Take [one](two) or [1](2.5), [[ or ]].",
            "\\_it_ x, \\_it\\_ x and _it\\_ x",
            "\\<b>, \\&amp;, \\[b], \\`a\\` and \\:star:",
            "At 10:30:45, a:star:b, note:two:",
            "rock 'n` roll, 2^10 and ^_^",
            "A **** is born; f****, **** and ____ or *****",
            "Tom&Jerry; and R&Do;",
            "#1",
            "~~",
            "**b**",
            "\\\\n",
            "a & b; c",
            "# One",
            "<->",
            "<",
            "&",
            "&;",
            "<>",
        ] {
            assert_eq!(foreign(text, false, &|name| name == "star"), [], "{text}");
        }
        assert_eq!(
            foreign("* a _b_ [b] ~~c~~", true, &|_| false),
            [],
            "every character of a text without markup is meant"
        );
        assert_eq!(foreign("a<br>&amp;", true, &|_| false).len(), 2);
    }
}
