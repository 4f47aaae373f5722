//! The programs of databases on this machine, with their version.

mod places;
mod version;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use self::version::Version;
pub(crate) use self::version::version_in;
use crate::error::HomeError;
use crate::program;

/// A product whose programs make and fill a server.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Engine {
    /// PostgreSQL.
    Postgres,
    /// MariaDB.
    MariaDb,
    /// MySQL.
    MySql,
}

impl Engine {
    /// Answers its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Postgres => "PostgreSQL",
            Self::MariaDb => "MariaDB",
            Self::MySql => "MySQL",
        }
    }

    /// Answers the programs that are needed, the server first; each with the names that it goes by.
    fn programs(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Postgres => {
                &[&["postgres"], &["initdb"], &["psql"], &["pg_dump"], &["pg_dumpall"]]
            }
            Self::MariaDb => &[
                &["mariadbd", "mysqld"],
                &["mariadb-install-db", "mysql_install_db"],
                &["mariadb", "mysql"],
                &["mariadb-dump", "mysqldump"],
            ],
            Self::MySql => &[&["mysqld"], &["mysql"], &["mysqldump"]],
        }
    }

    /// Answers the packages that have them: of Debian and its kin, and of Homebrew.
    fn package(self, at_least: Version) -> String {
        match self {
            Self::Postgres if at_least.major > 0 => format!(
                "postgresql-{0} (Debian, Ubuntu) or postgresql@{0} (Homebrew)",
                at_least.major
            ),
            Self::Postgres => "postgresql (Debian, Ubuntu) or postgresql@17 (Homebrew)".to_owned(),
            Self::MariaDb => "mariadb-server (Debian, Ubuntu) or mariadb (Homebrew)".to_owned(),
            Self::MySql => "mysql-server (Ubuntu) or mysql (Homebrew)".to_owned(),
        }
    }
}

/// The programs of one version of a product.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Whose they are.
    pub engine: Engine,
    /// The version of the server.
    pub version: Version,
    /// The path of each, by the first of its names.
    paths: BTreeMap<&'static str, PathBuf>,
}

impl Programs {
    /// Finds the oldest programs of a version that is not older than `at_least`, on the `PATH` and where systems put
    /// them: what is nearest to the original behaves as that does.
    ///
    /// # Errors
    /// [`HomeError::ProgramsMissing`] with the package to install, also where all that were found are older.
    pub fn find(engine: Engine, at_least: Version) -> Result<Self, HomeError> {
        let mut found = Self::all(engine);
        found.retain(|programs| programs.version.serves(engine, at_least));
        found.sort_by_key(|programs| programs.version);
        found.into_iter().next().ok_or_else(|| Self::missing(engine, at_least))
    }

    /// Finds the latest programs.
    ///
    /// # Errors
    /// See [`Programs::find`].
    pub fn latest(engine: Engine) -> Result<Self, HomeError> {
        let found = Self::all(engine).into_iter().max_by_key(|programs| programs.version);
        found.ok_or_else(|| Self::missing(engine, Version::default()))
    }

    /// Finds programs for the home of an original that has this version.
    pub(crate) fn for_original(
        engine: Engine,
        server: Version,
        place: &str,
    ) -> Result<Self, HomeError> {
        let latest = Self::latest(engine)?.version;
        Self::find(engine, server).map_err(|_| HomeError::TooOld {
            place: place.to_owned(),
            engine: engine.name(),
            server: server.shown(engine),
            found: latest.shown(engine),
            package: engine.package(server),
        })
    }

    /// Answers the folder of the server's program.
    #[must_use]
    pub fn folder(&self) -> &Path {
        let server = self.paths.get(self.engine.programs()[0][0]);
        server.and_then(|server| server.parent()).unwrap_or(Path::new("/"))
    }

    /// Answers the path of a program that is needed.
    pub(crate) fn path(&self, name: &str) -> &Path {
        // `find` has found all of them.
        self.paths.get(name).map_or(Path::new("/nonexistent"), PathBuf::as_path)
    }

    /// Makes the command of a program, in an environment without the user's own settings.
    pub(crate) fn command(&self, name: &str) -> Command {
        program::command(self.path(name))
    }

    fn all(engine: Engine) -> Vec<Self> {
        let folders = places::folders(engine);
        let needed = engine.programs();
        // Programs of PostgreSQL stay together: each version has a folder.
        let sets: Vec<Vec<&PathBuf>> = if engine == Engine::Postgres {
            folders.iter().map(|folder| vec![folder]).collect()
        } else {
            folders.iter().map(|first| std::iter::once(first).chain(&folders).collect()).collect()
        };
        sets.into_iter().filter_map(|set| Self::in_folders(engine, needed, &set)).collect()
    }

    /// Finds the programs whose server is in the first of the folders.
    fn in_folders(
        engine: Engine,
        needed: &'static [&'static [&'static str]],
        folders: &[&PathBuf],
    ) -> Option<Self> {
        let mut paths = BTreeMap::new();
        for (index, names) in needed.iter().enumerate() {
            let folders = if index == 0 { &folders[..1] } else { folders };
            paths.insert(names[0], first_of(folders, names)?);
        }
        let version = version_of(engine, &paths[needed[0][0]])?;
        Some(Self { engine, version, paths })
    }

    fn missing(engine: Engine, at_least: Version) -> HomeError {
        let folders = places::folders(engine);
        let folders: Vec<&PathBuf> = folders.iter().collect();
        let needed = engine.programs().iter();
        let missing = needed.filter(|names| first_of(&folders, names).is_none());
        let mut programs: Vec<String> = missing.map(|names| names[0].to_owned()).collect();
        if programs.is_empty() {
            // Each is there, but not all of one version that is late enough.
            let version = at_least.shown(engine);
            programs.push(format!("a whole {} {version} or later", engine.name()));
        }
        HomeError::ProgramsMissing { programs, package: engine.package(at_least) }
    }
}

fn first_of(folders: &[&PathBuf], names: &[&str]) -> Option<PathBuf> {
    let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.into_iter().find(|path| path.is_file())
}

/// Asks a server for its version; none where it is another product's.
fn version_of(engine: Engine, server: &Path) -> Option<Version> {
    let ran = program::run(program::command(server).arg("--version"), "").ok()?;
    let is_mariadb = ran.printed.contains("MariaDB");
    let is_other = match engine {
        Engine::Postgres => false,
        Engine::MariaDb => !is_mariadb,
        Engine::MySql => is_mariadb,
    };
    if is_other { None } else { version_in(&ran.printed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_its_package() {
        let needed = Version { major: 4242, minor: 0 };
        let error = Programs::find(Engine::Postgres, needed).unwrap_err().to_string();
        assert!(error.contains("install postgresql-4242 (Debian, Ubuntu)"), "{error}");
    }

    #[test]
    fn too_old_programs_are_told_with_both_versions() {
        let server = Version { major: 4242, minor: 1 };
        let error = Programs::for_original(Engine::Postgres, server, "db:5432/shop").unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("the server at db:5432/shop is PostgreSQL 4242, and"), "{text}");
    }
}
