//! Why there is no home for a database.

use std::io;
use std::path::{Path, PathBuf};

/// Why there is no home for a database. None of the texts holds a password.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HomeError {
    /// Programs of the database are not on this machine.
    #[error("{} not on this machine: install {package}", listed(programs))]
    ProgramsMissing {
        /// Their names.
        programs: Vec<String>,
        /// The packages that have them.
        package: String,
    },
    /// The programs are older than the server.
    #[error(
        "the server at {place} is {engine} {server}, and the programs on this machine are of {found}: install those of {server} or later ({package})"
    )]
    TooOld {
        /// Place of the original.
        place: String,
        /// Product that it is.
        engine: &'static str,
        /// Its version.
        server: String,
        /// The latest version that was found.
        found: String,
        /// The packages that have later ones.
        package: String,
    },
    /// Nobody answers where the original should be.
    #[error("no server of a database answers at {place}: start it, or correct where it is. {said}")]
    ServerDown {
        /// Place where it should be.
        place: String,
        /// Words of the client.
        said: String,
    },
    /// The server does not take the user's password.
    #[error(
        "the server at {place} does not take the password of the user `{user}`: correct it. {said}"
    )]
    WrongPassword {
        /// Place of it.
        place: String,
        /// User who wanted to log in.
        user: String,
        /// Words of the server.
        said: String,
    },
    /// The server is there, and has no such database.
    #[error(
        "the server at {place} has no database `{database}`: make it, or correct its name. {said}"
    )]
    NoDatabase {
        /// Place of the server.
        place: String,
        /// Name that it has not.
        database: String,
        /// Words of the server.
        said: String,
    },
    /// The server refuses the connection or what was asked.
    #[error("the server at {place} refused the user `{user}`: {said}")]
    Refused {
        /// Place of it.
        place: String,
        /// User who was refused.
        user: String,
        /// Words of the server.
        said: String,
    },
    /// Login that may not read all of the database.
    #[error(
        "the user `{user}` may not read all of {place}, so it cannot be copied: name a user who may (an owner, or an administrator). {said}"
    )]
    MayNotRead {
        /// Place of it.
        place: String,
        /// User who may not.
        user: String,
        /// Words of the server.
        said: String,
    },
    /// The database uses extensions that are not on this machine.
    #[error(
        "the database {place} uses {}, not installed for the {server} of this machine: install {package}",
        extensions_of(extensions)
    )]
    ExtensionsMissing {
        /// Place of it.
        place: String,
        /// Their names.
        extensions: Vec<String>,
        /// The server that was found.
        server: String,
        /// The packages that may have them.
        package: String,
    },
    /// There is no room for the copy.
    #[error("no room for the copy of the database in {}: {said}. Make room, or set TMPDIR to a folder with more of it", folder.display())]
    DiskFull {
        /// Place where it is missing.
        folder: PathBuf,
        /// Words of the system, or of a program.
        said: String,
    },
    /// The temporary folder is of no use.
    #[error("the temporary folder {} cannot be used: {source}. Set TMPDIR to another one", folder.display())]
    Folder {
        /// Which one.
        folder: PathBuf,
        /// Words of the system.
        source: io::Error,
    },
    /// The path of the temporary folder is too long for sockets in it.
    #[error("the path {} is too long for a socket in it ({limit} letters): set TMPDIR to a shorter one", folder.display())]
    LongPath {
        /// Which one.
        folder: PathBuf,
        /// Letters that it may have.
        limit: usize,
    },
    /// A program could not be started.
    #[error("{program} cannot be started: {source}")]
    Program {
        /// Its name.
        program: String,
        /// Words of the system.
        source: io::Error,
    },
    /// The server of ours could not be made or started.
    #[error("no server of our own: {program} failed. {said}")]
    Server {
        /// Program that failed.
        program: String,
        /// Words of it.
        said: String,
    },
    /// The copy could not be filled.
    #[error("the copy of the database {database} could not be filled: {program} failed. {said}")]
    Fill {
        /// Which database.
        database: String,
        /// Program that failed.
        program: String,
        /// Words of it.
        said: String,
    },
    /// A program answered what nobody understands.
    #[error("{program} answered what nearmiss does not understand: {said}")]
    Answer {
        /// Its name.
        program: String,
        /// Answer of it, or what is wrong with that.
        said: String,
    },
    /// Changes of tests that could not be watched or put back.
    #[error("what tests change in the database {database} could not be put back: {said}")]
    Reset {
        /// Which database.
        database: String,
        /// Words of its server, or of the client.
        said: String,
    },
    /// It is asked of a file, which cannot do that yet.
    #[error("a file of SQLite cannot do `{wanted}` yet")]
    NotOfFiles {
        /// Name of what was asked.
        wanted: &'static str,
    },
    /// The file of the original is of no use.
    #[error("the database {} cannot be read: {source}", file.display())]
    File {
        /// Which file.
        file: PathBuf,
        /// Words of the system.
        source: io::Error,
    },
    /// The file is written to all the time.
    #[error("the database {} is written to all the time, so no copy of it is whole: end what writes to it", file.display())]
    BeingWritten {
        /// Which file.
        file: PathBuf,
    },
}

impl HomeError {
    /// Answers the error of a write into the temporary folder.
    pub(crate) fn folder(folder: &Path, source: io::Error) -> Self {
        let folder = folder.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::DiskFull { folder, said: source.to_string() }
            }
            _ => Self::Folder { folder, source },
        }
    }

    /// Answers the error of a program that could not be started.
    pub(crate) fn program(program: &str, source: io::Error) -> Self {
        Self::Program { program: program.to_owned(), source }
    }

    /// Answers the error of a server that could not be made in `folder`.
    pub(crate) fn server(folder: &Path, program: &str, said: String) -> Self {
        if tells_full_disk(&said) {
            return Self::DiskFull { folder: folder.to_owned(), said };
        }
        Self::Server { program: program.to_owned(), said }
    }
}

/// Tells whether what a program said means that there is no room.
pub(crate) fn tells_full_disk(said: &str) -> bool {
    ["No space left on device", "Disk full", "disk full", "Disk quota exceeded", "No such space"]
        .iter()
        .any(|words| said.contains(words))
}

fn listed(names: &[String]) -> String {
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names.join(", "))
}

fn extensions_of(names: &[String]) -> String {
    let noun = if names.len() == 1 { "the extension" } else { "the extensions" };
    format!("{noun} {}", names.join(", "))
}
