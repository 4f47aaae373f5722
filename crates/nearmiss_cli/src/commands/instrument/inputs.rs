//! Which files are meant, and where each goes.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use walkdir::{DirEntry, WalkDir};

use super::journal::Journal;
use super::settings::InstrumentSettings;
use super::shown;
use crate::failure::Failure;

/// Folders that hold no sources of the project.
const FOREIGN: [&str; 2] = ["node_modules", ".git"];

/// A file of the input.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct InputFile {
    /// Where it is, absolute, links resolved.
    pub path: PathBuf,
    /// Where it goes, relative to the output folder; as it is named, so with the extension `.ts`.
    pub place: PathBuf,
}

enum Input {
    Folder(PathBuf),
    File(PathBuf),
    Glob(PathBuf, GlobMatcher),
}

/// All files of the input in the order of their places.
///
/// # Errors
/// An input that is not there or matches nothing, or two files that go to the same place.
pub fn collect(
    settings: &InstrumentSettings,
    journal: &Journal,
) -> Result<Vec<InputFile>, Failure> {
    let inputs: Vec<Input> = settings
        .inputs
        .iter()
        .map(|typed| read(typed, &settings.here))
        .collect::<Result<_, _>>()?;
    let common = common_folder(&inputs);
    let mut places = BTreeMap::new();
    for (input, typed) in inputs.iter().zip(&settings.inputs) {
        let before = places.len();
        match input {
            Input::File(path) => add(&mut places, path, &common, settings)?,
            Input::Folder(folder) => {
                for path in walk(folder, settings, journal) {
                    add(&mut places, &path, folder, settings)?;
                }
            }
            Input::Glob(folder, glob) => {
                let matches = |path: &PathBuf| {
                    path.strip_prefix(&settings.here).is_ok_and(|path| glob.is_match(path))
                        || glob.is_match(path)
                };
                let mut any = false;
                for path in walk(folder, settings, journal).into_iter().filter(matches) {
                    any = true;
                    add(&mut places, &path, &common, settings)?;
                }
                if !any && places.len() == before {
                    return Err(Failure::usage(format!("no file matches {typed}")));
                }
            }
        }
    }
    if places.is_empty() {
        let typed = settings.inputs.join(", ");
        return Err(Failure::usage(format!("there is no file in {typed}")));
    }
    Ok(places.into_values().collect())
}

fn read(typed: &str, here: &Path) -> Result<Input, Failure> {
    let path = normal(&here.join(typed));
    match std::fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => return Ok(Input::Folder(path)),
        Ok(_) => return Ok(Input::File(path)),
        Err(_) if typed.contains(['*', '?', '[', '{']) => {}
        Err(error) => return Err(Failure::usage(format!("{typed} cannot be read: {error}"))),
    }
    let plain = typed.strip_prefix("./").unwrap_or(typed);
    let glob = GlobBuilder::new(plain)
        .literal_separator(true)
        .build()
        .map_err(|error| Failure::usage(format!("{typed} is no glob: {error}")))?;
    // What comes before the first part with a wildcard is a folder.
    let fixed: PathBuf = Path::new(plain)
        .components()
        .take_while(|part| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']))
        .collect();
    let folder = normal(&here.join(fixed));
    if !folder.is_dir() {
        return Err(Failure::usage(format!("no file matches {typed}")));
    }
    Ok(Input::Glob(folder, glob.compile_matcher()))
}

/// The path without `.` and `..`; links stay.
fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Files and matches of globs are placed relative to the folder that all of them are in, so that a
/// glob means the same whether the shell or we expand it.
fn common_folder(inputs: &[Input]) -> PathBuf {
    let folders = inputs.iter().filter_map(|input| match input {
        Input::File(path) => path.parent().map(Path::to_owned),
        Input::Glob(folder, _) => Some(folder.clone()),
        Input::Folder(_) => None,
    });
    folders
        .reduce(|a, b| {
            let both = a.components().zip(b.components());
            both.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
        })
        .unwrap_or_default()
}

/// The files below a folder, in the order of their names; links are followed.
fn walk(folder: &Path, settings: &InstrumentSettings, journal: &Journal) -> Vec<PathBuf> {
    let enters = |entry: &DirEntry| {
        let is_foreign = entry.depth() > 0 && FOREIGN.iter().any(|name| entry.file_name() == *name);
        let is_output = || entry.path().canonicalize().is_ok_and(|real| real == settings.out);
        !(entry.file_type().is_dir() && (is_foreign || is_output()))
    };
    let mut files = Vec::new();
    for entry in
        WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter().filter_entry(enters)
    {
        match entry {
            Ok(entry) if entry.file_type().is_file() => files.push(entry.into_path()),
            Ok(entry) if !entry.file_type().is_dir() => {
                let name = shown(entry.path(), &settings.here);
                journal.warn(&format!("{name} is no file that could be read; it is left out"));
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder);
                let name = shown(path, &settings.here);
                if let Some(above) = error.loop_ancestor() {
                    let above = shown(above, &settings.here);
                    journal.warn(&format!(
                        "{name} is a link back to {above}, which it is in; it is left out"
                    ));
                } else if path.is_symlink() && !path.exists() {
                    journal.warn(&format!("{name} is a link to nothing; it is left out"));
                } else {
                    let why =
                        error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    journal.left(&format!("{name} cannot be read: {why}"));
                }
            }
        }
    }
    files
}

fn add(
    places: &mut BTreeMap<PathBuf, InputFile>,
    path: &Path,
    folder: &Path,
    settings: &InstrumentSettings,
) -> Result<(), Failure> {
    let place = path.strip_prefix(folder).unwrap_or(path).to_owned();
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let written = output_place(&place);
    if settings.out.join(&written) == real {
        return Err(Failure::usage(format!(
            "{} would be written over; give another folder with -o",
            shown(&real, &settings.here)
        )));
    }
    if let Some(other) = places.get(&written)
        && other.path != real
    {
        return Err(Failure::usage(format!(
            "{} and {} would both be written to {}; instrument them in two runs",
            shown(&other.path, &settings.here),
            shown(&real, &settings.here),
            shown(&settings.out.join(&written), &settings.here)
        )));
    }
    places.insert(written, InputFile { path: real, place });
    Ok(())
}

/// Where a file is written: what is compiled gets the extension that Node loads.
pub fn output_place(place: &Path) -> PathBuf {
    let name = place.to_string_lossy();
    let is_source = nearmiss_instrument::lower::Syntax::of_file(&name).is_some();
    let extension = match place.extension().and_then(|extension| extension.to_str()) {
        Some("ts" | "tsx" | "jsx") if is_source => "js",
        Some("mts") if is_source => "mjs",
        Some("cts") if is_source => "cjs",
        _ => return place.to_owned(),
    };
    place.with_extension(extension)
}

/// The folders whose changes matter.
pub fn watched_folders(settings: &InstrumentSettings) -> Vec<PathBuf> {
    let inputs = settings.inputs.iter().filter_map(|typed| read(typed, &settings.here).ok());
    let folders = inputs.filter_map(|input| match input {
        Input::Folder(folder) | Input::Glob(folder, _) => Some(folder),
        Input::File(path) => path.parent().map(Path::to_owned),
    });
    folders.collect()
}
