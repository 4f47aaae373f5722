//! What is written into the output folder: files like those of the input, and what they load.

use std::fs;
use std::path::Path;

use nearmiss_instrument::Planned;
use nearmiss_targets::TargetTable;
use serde::Serialize;

use crate::failure::Failure;

const TARGETS: &str = "nearmiss-targets.json";
const RUNTIME: &str = "nearmiss-runtime.cjs";
const RUNTIME_ESM: &str = "nearmiss-runtime.mjs";
/// Files of our own in the output folder.
pub const RUNTIME_FILES: [&str; 3] = [TARGETS, RUNTIME, RUNTIME_ESM];

/// Version of `nearmiss-targets.json`; `npm/nearmiss/ahead` refuses another.
const VERSION: u32 = 1;

/// Which slot of the run is what.
pub struct TargetsFile {
    /// The first slot of the run.
    pub first_slot: u32,
    /// The instrumented files.
    pub files: Vec<TargetsOfFile>,
}

/// Which slot of a file is what, and what the runtime needs to know of it.
#[derive(Serialize)]
pub struct TargetsOfFile {
    /// The file in the output folder.
    pub output: String,
    /// Its first slot.
    pub base: u32,
    /// Its targets.
    pub table: TargetTable,
    /// Its predicate trees.
    pub roots: Vec<u32>,
    /// Its tracked calls.
    pub texts: Vec<(u32, String)>,
}

/// Writes what all files of a run share.
pub fn write_runtime(out: &Path, targets: &TargetsFile) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("{} cannot be written: {error}", out.join(TARGETS).display()))
    };
    let files: Vec<String> = targets
        .files
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<_, _>>()
        .map_err(|error| failed(&error))?;
    let json = format!(
        "{{\"version\":{VERSION},\"firstSlot\":{},\"files\":[\n{}\n]}}\n",
        targets.first_slot,
        files.join(",\n")
    );
    for (name, text) in [
        (TARGETS, json.as_str()),
        (RUNTIME, include_str!("runtime_files/nearmiss-runtime.cjs")),
        (RUNTIME_ESM, include_str!("runtime_files/nearmiss-runtime.mjs")),
    ] {
        write_if_changed(&out.join(name), text.as_bytes()).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// What a file begins with: loads the runtime and says which file of the run this is.
pub fn prologue(place: &Path, planned: &Planned, number: usize) -> String {
    let depth = place.components().count() - 1;
    let up = if depth == 0 { "./".to_owned() } else { "../".repeat(depth) };
    if planned.is_module() {
        // First among the imports: evaluated before any module that could call this one's functions.
        return format!("import \"{up}{RUNTIME_ESM}?{number}\";");
    }
    let require = if planned.hides_require() { "module.require" } else { "require" };
    format!("{require}(\"{up}{RUNTIME}\")({number});")
}

/// A relative path with `/`.
pub fn slashed(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join("/")
}

/// Writes a file.
pub fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot be written: {error}");
    fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).map_err(cannot)?;
    write_if_changed(path, content).map_err(cannot)
}

/// Writes a file with the mode of the file it was made of.
pub fn write_like(path: &Path, content: &[u8], source: &Path) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot be written: {error}");
    write(path, content)?;
    let mode = fs::metadata(source).map_err(cannot)?.permissions();
    fs::set_permissions(path, mode).map_err(cannot)
}

/// Copies a file with its mode.
pub fn copy(source: &Path, path: &Path) -> Result<(), String> {
    let content = fs::read(source).map_err(|error| format!("cannot be copied: {error}"))?;
    write_like(path, &content, source)
}

/// A file that is as it shall be keeps its time, so that who watches the output is not woken.
fn write_if_changed(path: &Path, content: &[u8]) -> std::io::Result<()> {
    if fs::symlink_metadata(path)
        .is_ok_and(|there| there.is_file() && there.len() == content.len() as u64)
        && fs::read(path).is_ok_and(|there| there == content)
    {
        return Ok(());
    }
    fs::write(path, content)
}
