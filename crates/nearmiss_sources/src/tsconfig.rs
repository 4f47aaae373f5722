//! The `tsconfig.json` that a source file belongs to, read from disk once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nearmiss_instrument::lower::{TsConfig, parse_tsconfig};

/// `extends` chains longer than this are cycles.
const MAX_EXTENDS: u32 = 32;

/// What was read, by folder: all files of a folder have the same configuration.
static BY_FOLDER: Mutex<BTreeMap<PathBuf, Arc<TsConfig>>> = Mutex::new(BTreeMap::new());

pub(crate) fn forget() {
    BY_FOLDER.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// The configuration of the nearest `tsconfig.json` at or above the folder of `source_file`, with
/// what it extends; an empty one when there is none. A file that is not understood counts as empty.
#[must_use]
pub fn tsconfig_of(source_file: &Path) -> Arc<TsConfig> {
    let folder = source_file.parent().unwrap_or(Path::new("/"));
    let mut known = BY_FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(config) = known.get(folder) {
        return Arc::clone(config);
    }
    let nearest =
        folder.ancestors().map(|above| above.join("tsconfig.json")).find(|file| file.is_file());
    let config = Arc::new(nearest.map(|file| read(&file, 0)).unwrap_or_default());
    known.insert(folder.to_owned(), Arc::clone(&config));
    config
}

fn read(file: &Path, depth: u32) -> TsConfig {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut config = parse_tsconfig(&text).unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new("/"));
    // Paths are those of the file that says them.
    let absolute = |base: &Path, path: &str| base.join(path).to_string_lossy().into_owned();
    config.base_url = config.base_url.map(|path| absolute(folder, &path));
    let base = config.base_url.as_ref().map_or_else(|| folder.to_owned(), PathBuf::from);
    for (_, paths) in config.paths.iter_mut().flatten() {
        for path in paths {
            *path = absolute(&base, path);
        }
    }
    // A later base goes before an earlier one.
    let bases: Vec<PathBuf> =
        config.extends.iter().rev().filter_map(|name| extended(folder, name)).collect();
    if depth >= MAX_EXTENDS {
        return config;
    }
    bases.iter().fold(config, |config, base| config.or(read(base, depth + 1)))
}

/// The file that `extends` names: a path, or a file of a package.
fn extended(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_path = name.starts_with("./") || name.starts_with("../") || name.starts_with('/');
    if is_path {
        return file_of(&folder.join(name));
    }
    folder.ancestors().find_map(|above| file_of(&above.join("node_modules").join(name)))
}

fn file_of(path: &Path) -> Option<PathBuf> {
    let mut with_extension = path.as_os_str().to_owned();
    with_extension.push(".json");
    [path.to_owned(), PathBuf::from(with_extension), path.join("tsconfig.json")]
        .into_iter()
        .find(|file| file.is_file())
}
