//! Copies of files of SQLite.
//!
//! A database is up to three files: itself, `-wal` with what was committed last, and `-journal` with what is to be
//! undone when its writer has died. Copied while nobody writes, they are the database: who opens the copy recovers from
//! them as from the originals. `-shm` is made anew. The original is not opened by SQLite, which would make files beside
//! it and take locks.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::HomeError;
use crate::folder::HomeFolder;
use crate::options::{HomeOptions, NewDatabase};
use crate::original::Original;
use crate::room;

/// Endings behind the name of a database in those of its files.
const FILES: [&str; 3] = ["", "-wal", "-journal"];
/// Copies that are tried while somebody writes.
const MOST_TRIES: u32 = 20;
/// Between two of them.
const PAUSE: Duration = Duration::from_millis(100);

/// A copy of a database, in a folder of its own.
#[derive(Debug)]
pub(crate) struct Copy {
    folder: HomeFolder,
    file: PathBuf,
}

impl Copy {
    /// Answers the file of the copy.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Answers the folder that it is in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Copies a database. One that is not there yet is none in the home either: the API makes it.
///
/// # Errors
/// When it cannot be read, is written to all the time, or there is no room.
pub(crate) fn make(original: &Original, options: &HomeOptions) -> Result<Copy, HomeError> {
    let file = original.file.clone().unwrap_or_default();
    let name = PathBuf::from(file.file_name().unwrap_or("database.sqlite".as_ref()));
    let copy = beside(&name, options)?;
    let unreadable = |source| HomeError::File { file: file.clone(), source };
    if file.is_dir() {
        return Err(unreadable(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    // Behind a link SQLite has its other files beside what the link leads to.
    let original = match file.canonicalize() {
        Ok(original) => original,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(copy),
        Err(error) => return Err(unreadable(error)),
    };
    let length = std::fs::metadata(&original).map_err(unreadable)?.len();
    room::check(copy.folder(), length, 0)?;
    for _ in 0..MOST_TRIES {
        if is_copied(&original, &copy)? {
            return Ok(copy);
        }
        std::thread::sleep(PAUSE);
    }
    Err(HomeError::BeingWritten { file })
}

/// Makes a folder for a database that the API makes.
///
/// # Errors
/// When there is no folder.
pub(crate) fn empty(databases: &[NewDatabase], options: &HomeOptions) -> Result<Copy, HomeError> {
    let name = databases.first().map_or("database.sqlite", |database| database.name.as_str());
    beside(Path::new(name), options)
}

fn beside(name: &Path, options: &HomeOptions) -> Result<Copy, HomeError> {
    let folder = HomeFolder::make(&options.temporary);
    let folder = folder.map_err(|source| HomeError::folder(&options.temporary, source))?;
    let file = folder.path().join(name);
    Ok(Copy { folder, file })
}

/// Copies the files of a database, and tells whether nobody wrote meanwhile.
fn is_copied(original: &Path, copy: &Copy) -> Result<bool, HomeError> {
    let unreadable = |source| HomeError::File { file: original.to_owned(), source };
    let before = stamps(original).map_err(unreadable)?;
    for ending in FILES {
        let (from, to) = (with(original, ending), with(&copy.file, ending));
        match File::open(&from) {
            Ok(mut from) => {
                let written = File::create(&to).and_then(|mut to| io::copy(&mut from, &mut to));
                written.map_err(|source| HomeError::folder(copy.folder.path(), source))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let _ = std::fs::remove_file(&to);
            }
            Err(error) => return Err(unreadable(error)),
        }
    }
    // Times of files are no finer than the clock's tick: what was written within one is seen by looking again.
    let is_same =
        FILES.iter().map(|ending| is_same(&with(original, ending), &with(&copy.file, ending)));
    let is_same = is_same.collect::<io::Result<Vec<bool>>>().map_err(unreadable)?;
    let after = stamps(original).map_err(unreadable)?;
    Ok(before == after && is_same.iter().all(|is_same| *is_same))
}

fn with(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Answers what changes with each write to a database.
fn stamps(original: &Path) -> io::Result<Vec<Option<[i128; 4]>>> {
    let stamp = |found: Metadata| {
        let (length, file) = (found.len().into(), found.ino().into());
        [length, found.mtime().into(), found.mtime_nsec().into(), file]
    };
    let all = FILES.iter().map(|ending| match std::fs::metadata(with(original, ending)) {
        Ok(found) => Ok(Some(stamp(found))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    });
    all.collect()
}

/// Tells whether two files hold the same, or neither is there.
fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let opened = [File::open(one), File::open(other)];
    let [Ok(mut one), Ok(mut other)] = opened else {
        return Ok(opened.iter().all(|file| file.is_err()));
    };
    let (mut first, mut second) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let (of_first, of_second) =
            (filled(&mut one, &mut first)?, filled(&mut other, &mut second)?);
        if first[..of_first] != second[..of_second] {
            return Ok(false);
        }
        if of_first == 0 {
            return Ok(true);
        }
    }
}

/// Reads until a buffer is full or the file ends.
fn filled(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    loop {
        match file.read(&mut buffer[length..])? {
            0 => return Ok(length),
            read => length += read,
        }
    }
}
