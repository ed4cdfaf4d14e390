//! Which editor the preview's links open.

use std::ffi::OsString;
use std::path::Path;

use crate::error::Error;

/// Editors that open files by an address: name, other names of their programs, address.
const EDITORS: [(&str, &[&str], &str); 7] = [
    ("vscode", &["code"], "vscode://file{path}:{line}:{column}"),
    ("vscodium", &["codium"], "vscodium://file{path}:{line}:{column}"),
    ("cursor", &[], "cursor://file{path}:{line}:{column}"),
    ("windsurf", &[], "windsurf://file{path}:{line}:{column}"),
    ("zed", &["zeditor"], "zed://file{path}:{line}:{column}"),
    ("idea", &["pycharm", "webstorm", "rustrover", "clion"], "idea://open?file={path}&line={line}&column={column}"),
    ("sublime", &["subl"], "subl://open?url=file://{path}&line={line}&column={column}"),
];

/// The address that opens a file: of the editor that was asked for, or else the user's, or else Visual Studio Code.
///
/// `asked` is a name, an address of its own, or `none`.
pub(super) fn address(asked: Option<&str>, usual: &[Option<OsString>]) -> Result<Option<String>, Error> {
    let find = |name: &str| {
        let known = EDITORS.iter().find(|(known, others, _)| *known == name || others.contains(&name));
        known.map(|(.., address)| (*address).to_owned())
    };
    match asked {
        Some("none") => Ok(None),
        Some(address) if address.contains("{path}") => checked(address).map(Some),
        Some(name) => find(name).map(Some).ok_or_else(|| {
            let known: Vec<&str> = EDITORS.iter().map(|(name, ..)| *name).collect();
            let known = known.join(", ");
            Error::Option(format!("--editor {name}: name one of {known}, none, or an address with {{path}}"))
        }),
        None => {
            let programs = usual.iter().flatten().filter_map(|command| program(command.to_str()?));
            Ok(programs.filter_map(|name| find(&name)).next().or_else(|| find("vscode")))
        }
    }
}

/// The bare name of the program in a command such as `/usr/bin/code --wait`.
fn program(command: &str) -> Option<String> {
    let name = Path::new(command.split_whitespace().next()?).file_stem()?.to_str()?;
    Some(name.to_ascii_lowercase())
}

/// Refuses addresses that a browser would run or load itself.
fn checked(address: &str) -> Result<String, Error> {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase()).unwrap_or_default();
    let is_plain = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_plain || ["javascript", "data", "blob", "vbscript", "about"].contains(&scheme.as_str()) {
        return Err(Error::Option(format!(
            "--editor {address}: begin it with an editor's own scheme, such as `vscode:`"
        )));
    }
    Ok(address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editor_is_asked_for_or_the_usual_one() {
        let address = |asked: Option<&str>, usual: &str| address(asked, &[None, Some(usual.into())]).map_err(|_| ());
        let code = Ok(Some("vscode://file{path}:{line}:{column}".to_owned()));
        for (asked, usual, want) in [
            (None, "/usr/bin/vim", code.clone()),
            (None, "/usr/bin/code --wait", code.clone()),
            (None, "zed", Ok(Some("zed://file{path}:{line}:{column}".to_owned()))),
            (Some("vscode"), "zed", code),
            (Some("none"), "zed", Ok(None)),
            (Some("emacs://open?{path}"), "zed", Ok(Some("emacs://open?{path}".to_owned()))),
            (Some("emacs"), "zed", Err(())),
            (Some("JavaScript:alert('{path}')"), "zed", Err(())),
            (Some(" javascript:alert('{path}')"), "zed", Err(())),
            (Some("{path}"), "zed", Err(())),
        ] {
            assert_eq!(address(asked, usual), want, "{asked:?} {usual}");
        }
    }
}
