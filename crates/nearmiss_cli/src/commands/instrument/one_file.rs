//! One file of the input: read, compiled if need be, its probes decided.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use nearmiss_instrument::lower::{LowerOptions, Syntax, lower};
use nearmiss_instrument::{
    InstrumentOptions, Logical, ModuleKind, Planned, plan, with_renamed_specifiers,
};
use nearmiss_sources::{MapFile, lower_options, map_file, package_type};

use super::inputs::{InputFile, output_place};
use super::journal::Journal;
use super::project_typescript::Compiled;
use super::settings::InstrumentSettings;
use super::shown;

/// Larger sources are left as they are: positions in them are 32-bit, and no engine takes more.
const LARGEST_SOURCE: u64 = 500 << 20;

/// What becomes of a file.
pub enum Made {
    /// It is copied: no source, or one that gets no probes.
    Copy,
    /// It holds probes already and is copied.
    Passed,
    /// It is compiled, without probes.
    Compiled {
        /// The JavaScript.
        code: String,
        /// Its source map, JSON.
        map: Option<String>,
    },
    /// Its probes are decided.
    Probed(Box<Probed>),
    /// It is not written: nothing that Node could run can be made of it.
    Nothing,
}

/// A file whose probes are decided.
pub struct Probed {
    /// The plan.
    pub planned: Planned,
    /// What the parser doubts: V8 is asked whether the original is valid.
    pub doubt: Option<String>,
}

/// The text that gets probes.
struct Text {
    source: String,
    options: LowerOptions,
}

/// Reads a file, or takes what the project's own compiler made of it; what becomes of the file where there is nothing to read.
fn text_of(
    (file, compiled): (&InputFile, Option<Compiled>),
    inputs: &BTreeSet<PathBuf>,
    shown_path: &str,
    journal: &Journal,
) -> Result<Text, Made> {
    let Some(written) = Syntax::of_file(&file.path.to_string_lossy()) else {
        return Err(Made::Copy);
    };
    let (source, syntax, map) = match compiled {
        Some(Compiled::JavaScript { code, map }) => (code, Syntax::Js, Some(map)),
        Some(Compiled::Refused { error }) => {
            journal.left(&format!("{shown_path} is not written: {error}"));
            return Err(Made::Nothing);
        }
        None => match read(file, shown_path, journal) {
            Ok(source) => (source, written, None),
            Err(why) => {
                journal.left(&format!("{shown_path} {why}"));
                return Err(as_it_is(written));
            }
        },
    };
    let source = with_written_names(source, file, syntax, inputs);
    let options = lower_options(&source, &file.path, syntax, module_of(file, written));
    let incoming_map = map.or_else(|| options.incoming_map.clone());
    Ok(Text { source, options: LowerOptions { incoming_map, ..options } })
}

/// Decides what becomes of a file, which the project's own compiler may have compiled, and tells what is wrong with it.
pub fn make(
    (file, by_project): (&InputFile, Option<Compiled>),
    inputs: &BTreeSet<PathBuf>,
    settings: &InstrumentSettings,
    journal: &Journal,
) -> Made {
    let shown_path = shown(&file.path, &settings.here);
    let is_copied = by_project.is_none();
    let Text { source, options } = match text_of((file, by_project), inputs, &shown_path, journal) {
        Ok(text) => text,
        Err(made) => return made,
    };
    let is_plain = options.syntax == Syntax::Js && is_copied;
    let without_probes = || {
        if is_plain { Made::Copy } else { compiled(&source, &options, &shown_path, journal) }
    };
    let Ok(name) = file.path.strip_prefix(&settings.root) else {
        journal.left(&format!(
            "{shown_path} is not instrumented: it lies outside the root {}; give another one with --root",
            settings.root.display()
        ));
        return without_probes();
    };
    let name = name.to_string_lossy().into_owned();
    if !settings.filter.includes(&name) {
        return without_probes();
    }
    if let MapFile::Missing(map, why) = map_file(&source, &file.path) {
        let map = shown(&map, &settings.here);
        journal.warn(&format!(
            "{shown_path} names the source map {map}, which cannot be read ({why}); lines are those of this file itself"
        ));
    }
    let root = Some(format!("{}/", settings.root.display()));
    let instrument = InstrumentOptions {
        file: name,
        module: module_of(file, Syntax::of_file(&file.path.to_string_lossy()).unwrap_or_default()),
        logical: Logical::default(),
        coverage: false,
        tells_errors: false,
        lower: LowerOptions { root, ..options.clone() },
    };
    let planned = catch_unwind(AssertUnwindSafe(|| plan(&source, &instrument)));
    let why = match planned {
        Ok(Ok(planned)) if planned.is_already_instrumented() => return Made::Passed,
        Ok(Ok(planned)) => {
            for warning in planned.warnings() {
                journal.warn(&format!("{shown_path}: {warning}"));
            }
            let doubt = planned.diagnostics().first().map(ToString::to_string);
            return Made::Probed(Box::new(Probed { planned, doubt }));
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => "nearmiss failed on it; please report this".to_owned(),
    };
    if is_plain {
        journal.left(&format!("{shown_path} is copied without probes: {why}"));
        return Made::Copy;
    }
    match lower(&source, &options) {
        Ok(_) => {
            journal.left(&format!("{shown_path} is compiled without probes: {why}"));
            without_probes()
        }
        Err(_) => {
            journal.left(&format!("{shown_path} is not written: {why}"));
            Made::Nothing
        }
    }
}

/// The text with the specifiers of files that are written under another name (`./a.ts`) as those
/// names.
fn with_written_names(
    source: String,
    file: &InputFile,
    syntax: Syntax,
    inputs: &BTreeSet<PathBuf>,
) -> String {
    let written = |specifier: &str| {
        if !specifier.starts_with("./") && !specifier.starts_with("../") {
            return None;
        }
        let named = file.path.parent()?.join(specifier).canonicalize().ok()?;
        let name = Path::new(specifier);
        let place = output_place(name);
        (inputs.contains(&named) && place != name).then(|| place.to_string_lossy().into_owned())
    };
    with_renamed_specifiers(&source, syntax, &written).unwrap_or(source)
}

/// The text of a file; bytes that are no UTF-8 are read as Node reads them.
fn read(file: &InputFile, shown_path: &str, journal: &Journal) -> Result<String, String> {
    let size = std::fs::metadata(&file.path).map_or(0, |metadata| metadata.len());
    if size > LARGEST_SOURCE {
        return Err(format!(
            "is copied without probes: it has {} MiB, more than {} MiB",
            size >> 20,
            LARGEST_SOURCE >> 20
        ));
    }
    let bytes = std::fs::read(&file.path).map_err(|error| format!("cannot be read: {error}"))?;
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        journal.warn(&format!(
            "{shown_path}:{line} holds bytes that are no UTF-8; they become U+FFFD, which is what Node reads"
        ));
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    })
}

fn as_it_is(syntax: Syntax) -> Made {
    if syntax == Syntax::Js { Made::Copy } else { Made::Nothing }
}

/// A file that gets no probes is compiled all the same, since the files beside it load it.
fn compiled(source: &str, options: &LowerOptions, shown_path: &str, journal: &Journal) -> Made {
    match lower(source, options) {
        Ok(lowered) => {
            let map = lowered.map.and_then(|map| {
                let mut json = Vec::new();
                map.to_writer(&mut json).ok()?;
                String::from_utf8(json).ok()
            });
            Made::Compiled { code: lowered.code, map }
        }
        Err(error) => {
            journal.left(&format!("{shown_path} is not written: {error}"));
            Made::Nothing
        }
    }
}

/// How Node loads the file; what is compiled is CommonJS unless something says that it is not.
pub fn module_of(file: &InputFile, syntax: Syntax) -> ModuleKind {
    match package_type(&file.path) {
        ModuleKind::Auto if syntax != Syntax::Js => ModuleKind::CommonJs,
        kind => kind,
    }
}
