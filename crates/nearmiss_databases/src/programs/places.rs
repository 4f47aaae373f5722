//! Places where systems put the programs of databases.

use std::path::{Path, PathBuf};

use super::Engine;

/// Places beside the `PATH`; a `*` stands for any folder, or its end.
const POSTGRES: &[&str] = &[
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
    "/usr/libexec/postgresql*",
    "/usr/local/pgsql/bin",
];
const MARIADB: &[&str] = &[
    "/usr/sbin",
    "/usr/bin",
    "/usr/libexec",
    "/usr/local/bin",
    "/opt/homebrew/opt/mariadb*/bin",
    "/usr/local/opt/mariadb*/bin",
    "/home/linuxbrew/.linuxbrew/opt/mariadb*/bin",
];
const MYSQL: &[&str] = &[
    "/usr/sbin",
    "/usr/bin",
    "/usr/libexec",
    "/usr/local/mysql/bin",
    "/opt/homebrew/opt/mysql*/bin",
    "/usr/local/opt/mysql*/bin",
    "/home/linuxbrew/.linuxbrew/opt/mysql*/bin",
];

/// Answers folders that may have programs of a product: first those of the `PATH`; each once.
pub(super) fn folders(engine: Engine) -> Vec<PathBuf> {
    let places = match engine {
        Engine::Postgres => POSTGRES,
        Engine::MariaDb => MARIADB,
        Engine::MySql => MYSQL,
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in std::env::split_paths(&path).chain(places.iter().flat_map(|place| spread(place)))
    {
        // `/bin` is a link to `/usr/bin` in many systems.
        let Ok(folder) = folder.canonicalize() else { continue };
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// Answers the folders that a place with at most one `*` stands for.
fn spread(place: &str) -> Vec<PathBuf> {
    let Some((before, after)) = place.split_once('*') else { return vec![place.into()] };
    let (top, start) = before.rsplit_once('/').unwrap_or(("", before));
    let entries = std::fs::read_dir(Path::new(top)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(start)).collect();
    names.sort();
    names.iter().map(|name| PathBuf::from(format!("{top}/{name}{after}"))).collect()
}
