//! What a TypeScript file imports from other files of its project, read as TypeScript reads them: a name may be a class, an
//! enum with its values or a type only.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use nearmiss_instrument::lower::{
    Declarations, Declared, Exported, Imported, Syntax, TsConfig, declarations,
};

/// Files that export what other files export are followed this far.
const MAX_HOPS: u32 = 16;
/// Larger files are data or generated; what they export is not read.
const MAX_BYTES: u64 = 1 << 20;

type Read = (Option<SystemTime>, Option<Arc<Declarations>>);
static BY_FILE: Mutex<BTreeMap<PathBuf, Read>> = Mutex::new(BTreeMap::new());

pub(crate) fn forget() {
    BY_FILE.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// Answers what the files of the project export that `source`, the text of the file at `path`, imports.
pub(crate) fn imported_by(
    source: &str,
    path: &Path,
    syntax: Syntax,
    config: &TsConfig,
    strict_nulls: bool,
) -> Imported {
    // Nobody imports without one of these words.
    if !["from", "require"].iter().any(|word| source.contains(word)) {
        return Imported::new();
    }
    let Some(own) = declarations(source, syntax, strict_nulls) else { return Imported::new() };
    let specifiers: BTreeSet<&String> =
        own.imports.iter().map(|(specifier, _)| specifier).collect();
    let reading = Reading { config, strict_nulls };
    let mut imported = Imported::new();
    for specifier in specifiers {
        if let Some(file) = reading.resolved(path, specifier) {
            imported.insert(specifier.clone(), reading.exports_of(&file));
        }
    }
    for (specifier, name) in &own.imports {
        let Some(all) = imported.get_mut(specifier) else { continue };
        let Some(file) = reading.resolved(path, specifier) else { continue };
        let names = match name.as_str() {
            "*" => all.keys().filter(|name| !name.contains('.')).cloned().collect(),
            _ => vec![name.clone()],
        };
        for name in names {
            all.extend(reading.completed(&file, &name, &mut Vec::new()));
        }
    }
    imported
}

/// How files are read and found.
#[derive(Clone, Copy)]
struct Reading<'a> {
    config: &'a TsConfig,
    strict_nulls: bool,
}

impl Reading<'_> {
    /// All that a file exports; what other files export through it among that.
    fn exports_of(self, file: &Path) -> BTreeMap<String, Declared> {
        let mut found = BTreeMap::new();
        self.collect(file, 0, &mut BTreeSet::new(), &mut found);
        found
    }

    fn collect(
        self,
        file: &Path,
        hops: u32,
        seen: &mut BTreeSet<PathBuf>,
        found: &mut BTreeMap<String, Declared>,
    ) {
        if hops > MAX_HOPS || !seen.insert(file.to_owned()) {
            return;
        }
        let Some(read) = self.read(file) else { return };
        for (name, exported) in &read.exports {
            match exported {
                Exported::Here(kind) => {
                    found.entry(name.clone()).or_insert_with(|| kind.clone());
                }
                Exported::There { specifier, name: original } => {
                    let Some(other) = self.resolved(file, specifier) else { continue };
                    let mut there = BTreeMap::new();
                    self.collect(
                        &other,
                        hops + 1,
                        &mut BTreeSet::from([file.to_owned()]),
                        &mut there,
                    );
                    for (member, kind) in there {
                        let kind = if member == *original { by_list(kind) } else { kind };
                        let renamed = if original == "*" {
                            Some(format!("{name}.{member}"))
                        } else if member == *original {
                            Some(name.clone())
                        } else {
                            let rest = member.strip_prefix(original.as_str());
                            rest.filter(|rest| rest.starts_with('.'))
                                .map(|rest| format!("{name}{rest}"))
                        };
                        if let Some(renamed) = renamed {
                            found.entry(renamed).or_insert(kind);
                        }
                    }
                }
            }
        }
        for specifier in &read.stars {
            let Some(other) = self.resolved(file, specifier) else { continue };
            let mut there = BTreeMap::new();
            self.collect(&other, hops + 1, seen, &mut there);
            there.remove("default");
            for (name, kind) in there {
                found.entry(name).or_insert(kind);
            }
        }
    }

    /// An exported name that is made of names of other files, read again with what these are, and the members that it has;
    /// nothing for any other name. `path` holds what is being read already: a type may be made of itself.
    fn completed(
        self,
        file: &Path,
        name: &str,
        path: &mut Vec<(PathBuf, String)>,
    ) -> BTreeMap<String, Declared> {
        let place = (file.to_owned(), name.to_owned());
        if path.len() > MAX_HOPS as usize || path.contains(&place) {
            return BTreeMap::new();
        }
        let Some(read) = self.read(file) else { return BTreeMap::new() };
        path.push(place);
        let found = match read.exports.get(name) {
            Some(Exported::Here(_)) => match read.needs.get(name) {
                Some(needs) => self.read_again(file, &read, needs, path),
                None => BTreeMap::new(),
            },
            Some(Exported::There { specifier, name: original }) if original != "*" => {
                let other = self.resolved(file, specifier);
                let there = other.map(|other| self.completed(&other, original, path));
                let renamed = |(member, kind): (String, Declared)| {
                    let rest = member.strip_prefix(original.as_str())?;
                    let kind = if rest.is_empty() { by_list(kind) } else { kind };
                    Some((format!("{name}{rest}"), kind))
                };
                there.unwrap_or_default().into_iter().filter_map(renamed).collect()
            }
            Some(Exported::There { .. }) => BTreeMap::new(),
            None => {
                let others = read.stars.iter().filter_map(|star| self.resolved(file, star));
                let mut found = others.map(|other| self.completed(&other, name, path));
                found.find(|found| !found.is_empty()).unwrap_or_default()
            }
        };
        path.pop();
        let is_it = |key: &str| {
            key.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        found.into_iter().filter(|(key, _)| is_it(key)).collect()
    }

    /// All that a file exports of its own, with what is known of the names that one of its exports needs.
    fn read_again(
        self,
        file: &Path,
        read: &Declarations,
        needs: &BTreeSet<(String, String)>,
        path: &mut Vec<(PathBuf, String)>,
    ) -> BTreeMap<String, Declared> {
        let mut imported = Imported::new();
        for (specifier, wanted) in needs {
            let Some(other) = self.resolved(file, specifier) else { continue };
            let all = imported.entry(specifier.clone()).or_insert_with(|| self.exports_of(&other));
            all.extend(self.completed(&other, wanted, path));
        }
        let own = |(name, exported)| match exported {
            Exported::Here(kind) => Some((name, kind)),
            Exported::There { .. } => None,
        };
        read.exports_with(&imported).into_iter().filter_map(own).collect()
    }

    fn read(self, file: &Path) -> Option<Arc<Declarations>> {
        let about = std::fs::metadata(file).ok()?;
        let changed = about.modified().ok();
        let known = |files: &BTreeMap<PathBuf, Read>| {
            files.get(file).filter(|(when, _)| *when == changed).map(|(_, read)| read.clone())
        };
        if let Some(read) = known(&BY_FILE.lock().unwrap_or_else(PoisonError::into_inner)) {
            return read;
        }
        let syntax = if file.extension().is_some_and(|extension| extension == "tsx") {
            Syntax::Tsx
        } else {
            Syntax::Ts
        };
        let text = (about.len() <= MAX_BYTES).then(|| std::fs::read_to_string(file).ok()).flatten();
        let read =
            text.and_then(|text| declarations(&text, syntax, self.strict_nulls)).map(Arc::new);
        let mut files = BY_FILE.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(file.to_owned(), (changed, read.clone()));
        read
    }

    /// The TypeScript file of the project that a specifier means.
    fn resolved(self, from: &Path, specifier: &str) -> Option<PathBuf> {
        let relative = [".", ".."].contains(&specifier)
            || ["./", "../"].iter().any(|start| specifier.starts_with(start));
        if relative {
            return file_of(&from.parent()?.join(specifier));
        }
        for (pattern, paths) in self.config.paths.iter().flatten() {
            let rest = match pattern.split_once('*') {
                None => (pattern == specifier).then_some(""),
                Some((before, after)) => {
                    specifier.strip_prefix(before).and_then(|rest| rest.strip_suffix(after))
                }
            };
            let Some(rest) = rest else { continue };
            let found =
                paths.iter().find_map(|path| file_of(Path::new(&path.replacen('*', rest, 1))));
            if found.is_some() {
                return found;
            }
        }
        file_of(&Path::new(self.config.base_url.as_ref()?).join(specifier))
    }
}

/// A name that is exported once more.
fn by_list(mut kind: Declared) -> Declared {
    if let Declared::Enum(facts) = &mut kind {
        facts.by_list = true;
    }
    kind
}

/// The TypeScript file that a path means, with or without an ending.
fn file_of(wanted: &Path) -> Option<PathBuf> {
    let name = wanted.to_string_lossy().into_owned();
    let stem_of = |end: &str| name.strip_suffix(end).map(str::to_owned);
    let mut candidates: Vec<String> = Vec::new();
    for (end, others) in [
        (".js", [".ts", ".tsx", ".d.ts"].as_slice()),
        (".mjs", [".mts", ".d.mts"].as_slice()),
        (".cjs", [".cts", ".d.cts"].as_slice()),
        (".jsx", [".tsx", ".d.ts"].as_slice()),
    ] {
        if let Some(stem) = stem_of(end) {
            candidates.extend(others.iter().map(|other| format!("{stem}{other}")));
        }
    }
    if [".ts", ".tsx", ".mts", ".cts"].iter().any(|end| name.ends_with(end)) {
        candidates.push(name.clone());
    }
    candidates.extend([".ts", ".tsx", ".d.ts"].iter().map(|end| format!("{name}{end}")));
    candidates.extend(
        ["index.ts", "index.tsx", "index.d.ts"]
            .iter()
            .map(|index| wanted.join(index).to_string_lossy().into_owned()),
    );
    candidates.into_iter().map(PathBuf::from).find(|candidate| candidate.is_file())
}
