//! TypeScript compiled by the project's own compiler, where `--compiler typescript` asks for it.

use std::path::Path;
use std::process::Command;

use nearmiss_instrument::ModuleKind;
use nearmiss_instrument::lower::Syntax;
use serde::Deserialize;

use super::inputs::InputFile;
use super::one_file::module_of;
use super::v8::asked;
use crate::failure::Failure;

/// Output of the compiler for a file.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Compiled {
    /// JavaScript.
    JavaScript {
        /// The text.
        code: String,
        /// Its source map, JSON.
        map: String,
    },
    /// Nothing, for a reason.
    Refused {
        /// The reason.
        error: String,
    },
}

/// Compiles those of `files` that are TypeScript; nothing for the others.
///
/// # Errors
/// Node cannot be asked.
pub fn compiled(package: &Path, files: &[InputFile]) -> Result<Vec<Option<Compiled>>, Failure> {
    let syntax = |file: &InputFile| Syntax::of_file(&file.path.to_string_lossy());
    let is_meant = |file: &&InputFile| syntax(file).is_some_and(Syntax::is_typescript);
    let kind = |file: &InputFile| match module_of(file, Syntax::Ts) {
        ModuleKind::Esm => "module",
        _ => "commonjs",
    };
    let question: Vec<_> =
        files.iter().filter(is_meant).map(|file| (&file.path, kind(file))).collect();
    if question.is_empty() {
        return Ok(files.iter().map(|_| None).collect());
    }
    let node = std::env::current_exe()
        .map_err(|error| Failure::system("TypeScript cannot be asked", &error))?;
    let mut command = Command::new(node);
    command.arg(package.join("ahead/compile_typescript.js"));
    let answers: Vec<Compiled> = asked(command, &question, "TypeScript cannot be asked")?;
    let mut answers = answers.into_iter();
    Ok(files.iter().map(|file| if is_meant(&file) { answers.next() } else { None }).collect())
}
