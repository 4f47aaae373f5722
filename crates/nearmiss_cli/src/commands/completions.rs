//! `completions`: what shells need to complete commands and options.

use std::sync::Arc;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::failure::Failure;
use crate::output::Output;

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss completions bash > ~/.local/share/bash-completion/completions/nearmiss
  nearmiss completions zsh > \"${fpath[1]}/_nearmiss\"
  nearmiss completions fish > ~/.config/fish/completions/nearmiss.fish

A shell completes the word `nearmiss`: a program of that name on the PATH (npm install --global, or
`alias nearmiss=\"npx nearmiss\"`).";

/// Options of `completions`.
#[derive(Args, Clone, Copy, Debug)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints the text for a shell, of a command with its subcommands.
///
/// # Errors
/// Never, as long as the generator writes UTF-8.
pub fn run(args: &CompletionsArgs, command: Command, output: &Arc<Output>) -> Result<(), Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut visible(command), "nearmiss", &mut text);
    let text = String::from_utf8(text)
        .map_err(|error| Failure::system("the completions cannot be printed", &error))?;
    output.result(text.trim_end());
    Ok(())
}

/// The same command without what is hidden: generators do not all leave it out.
fn visible(command: Command) -> Command {
    let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set()).cloned();
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let mut shown = Command::new(command.get_name().to_owned())
        .args(arguments.collect::<Vec<_>>())
        .subcommands(commands.map(visible).collect::<Vec<_>>())
        .disable_help_subcommand(true);
    if let Some(about) = command.get_about() {
        shown = shown.about(about.clone());
    }
    if let Some(version) = command.get_version() {
        shown = shown.version(version.to_owned());
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;

    #[test]
    fn what_is_hidden_is_left_out_for_every_shell() {
        use clap::{CommandFactory, ValueEnum};
        for shell in Shell::value_variants() {
            let mut text = Vec::new();
            generate(*shell, &mut visible(Cli::command()), "nearmiss", &mut text);
            let text = String::from_utf8(text).unwrap();
            for word in ["fuzz", "init", "doctor", "seed-from", "source-maps", "color"] {
                assert!(text.contains(word), "{shell}: {word}");
            }
            for word in ["kill-every", "no-busy-wait"] {
                assert!(!text.contains(word), "{shell}: {word}");
            }
        }
    }
}
