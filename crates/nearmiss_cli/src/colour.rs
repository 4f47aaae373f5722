//! Whether what is printed has colours, and the few that there are.

use std::borrow::Cow;
use std::env;

use anstream::adapter::strip_str;
use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

/// Something is wrong: errors, faults, what is missing.
pub const RED: Style = AnsiColor::Red.on_default().bold();
/// Something should be looked at: warnings.
pub const YELLOW: Style = AnsiColor::Yellow.on_default();
/// Something is as it should be: what is covered, what was checked.
pub const GREEN: Style = AnsiColor::Green.on_default();

/// When there are colours.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum ColourArg {
    /// On a terminal, unless the environment says otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never, and no bar.
    Never,
}

impl ColourArg {
    /// Whether a stream gets colours. The environment may say so: `NO_COLOR` (no-color.org) first, then
    /// `FORCE_COLOR` (as Node reads it), `CLICOLOR_FORCE` and `CLICOLOR` (bixense.com/clicolors).
    pub fn wanted_on(self, stream: &impl RawStream) -> bool {
        let by_stream = || AutoStream::choice(stream) != ColorChoice::Never;
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto if is_set("NO_COLOR") => false,
            Self::Auto => forced(env::var("FORCE_COLOR").ok().as_deref()).unwrap_or_else(by_stream),
        }
    }

    /// What was typed, of arguments that could not be read as a whole.
    pub fn typed(args: &[String]) -> Self {
        let joined = args.iter().filter_map(|arg| arg.strip_prefix("--color="));
        let apart = args.windows(2).filter(|pair| pair[0] == "--color").map(|pair| &*pair[1]);
        let named = joined.chain(apart).last();
        named.and_then(|name| Self::from_str(name, false).ok()).unwrap_or_default()
    }
}

fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// What `FORCE_COLOR` asks for: `0` and `false` are no, everything else is yes.
fn forced(value: Option<&str>) -> Option<bool> {
    value.map(|value| !matches!(value, "0" | "false"))
}

/// A text in a style.
pub fn painted(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// A text as a stream gets it: without colours unless they are wanted.
pub fn shown(text: &str, colours: bool) -> Cow<'_, str> {
    if colours { text.into() } else { strip_str(text).to_string().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn force_color_is_read_as_node_reads_it() {
        assert_eq!(forced(None), None);
        assert_eq!(forced(Some("")), Some(true));
        assert_eq!(forced(Some("1")), Some(true));
        assert_eq!(forced(Some("0")), Some(false));
        assert_eq!(forced(Some("false")), Some(false));
    }

    #[test]
    fn the_last_choice_that_was_typed_holds() {
        let typed = |args: &[&str]| {
            ColourArg::typed(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(typed(&["fuzz", "--color=never"]), ColourArg::Never);
        assert_eq!(typed(&["--color", "never", "fuzz", "--color", "always"]), ColourArg::Always);
        assert_eq!(typed(&["--color", "green"]), ColourArg::Auto);
        assert_eq!(typed(&["--color"]), ColourArg::Auto);
    }

    #[test]
    fn without_colours_no_escape_code_is_left() {
        let text = format!("{} \x1b[2Kand\tmore →\n", painted("3 faults", RED));
        assert_eq!(shown(&text, false), "3 faults and\tmore →\n");
        assert_eq!(shown(&text, true), text);
    }
}
