//! How Node loads a file: by its extension, else by the nearest `package.json`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use nearmiss_instrument::ModuleKind;

static BY_FOLDER: Mutex<BTreeMap<PathBuf, ModuleKind>> = Mutex::new(BTreeMap::new());

pub(crate) fn forget() {
    BY_FOLDER.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// The module system of a file; [`ModuleKind::Auto`] where neither its extension nor a
/// `package.json` says one.
#[must_use]
pub fn package_type(file: &Path) -> ModuleKind {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("mjs" | "mts") => return ModuleKind::Esm,
        Some("cjs" | "cts") => return ModuleKind::CommonJs,
        _ => {}
    }
    let folder = file.parent().unwrap_or(Path::new("/"));
    let mut known = BY_FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kind) = known.get(folder) {
        return *kind;
    }
    let texts = folder
        .ancestors()
        .filter_map(|above| std::fs::read_to_string(above.join("package.json")).ok());
    let package = texts.map(|text| text.trim_start_matches('\u{feff}').to_owned()).next();
    let package: serde_json::Value =
        package.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let kind = match package["type"].as_str() {
        Some("module") => ModuleKind::Esm,
        Some("commonjs") => ModuleKind::CommonJs,
        _ => ModuleKind::Auto,
    };
    known.insert(folder.to_owned(), kind);
    kind
}
