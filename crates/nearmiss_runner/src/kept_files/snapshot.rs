//! The files of a project as they were before its API started.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::at::At;
use super::put_back::OnDisk;
use super::walk::Rules;

/// Files that are kept at most, and their bytes together.
const MOST_FILES: usize = 20_000;
const MOST_BYTES: u64 = 512 << 20;
/// Tries to copy a file that somebody writes to.
const TRIES: u32 = 3;

/// The list of what is kept.
const LIST: &str = "list.jsonl";
/// The folder of the copies.
const COPIES: &str = "copies";

/// A file as it was.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Kept {
    /// What was there.
    pub at: At,
    /// Its permissions.
    mode: u32,
    /// The number of its copy; none where the bound was reached.
    pub copy: Option<u32>,
}

/// A line of the list.
#[derive(Debug, Deserialize, Serialize)]
enum Line {
    File(PathBuf, Kept),
    Folder(PathBuf),
    /// The start of the API has removed it.
    Gone(PathBuf),
    /// All that was there stands above.
    Complete,
}

/// What was there, with copies in a folder.
#[derive(Debug)]
pub(super) struct Snapshot {
    project: PathBuf,
    folder: PathBuf,
    files: BTreeMap<PathBuf, Kept>,
    /// Those that a person has changed meanwhile, as they were before.
    firsts: BTreeMap<PathBuf, Kept>,
    folders: BTreeSet<PathBuf>,
    copies: u32,
    /// Bytes of the list that are known here: processes of the API add to it, too.
    read: u64,
    /// Files that are not kept, since there were too many or they are too large.
    pub beyond: usize,
}

impl Snapshot {
    /// Takes a snapshot into a folder.
    ///
    /// # Errors
    /// When a copy cannot be made, with the file.
    pub fn take(rules: &Rules, project: &Path, folder: &Path) -> std::io::Result<Self> {
        let mut this = Self::empty(project, folder);
        std::fs::create_dir_all(folder.join(COPIES))?;
        let walked = rules.walk();
        // What version control has first, then what is small.
        let mut files: Vec<_> = walked.files.into_iter().collect();
        files.sort_by_key(|(_, (at, tracked))| (!tracked, size_of(*at)));
        let mut lines: Vec<Line> = walked.folders.iter().cloned().map(Line::Folder).collect();
        let mut bytes = 0u64;
        for (index, (path, (at, _))) in files.into_iter().enumerate() {
            bytes = bytes.saturating_add(size_of(at));
            let fits = index < MOST_FILES && bytes <= MOST_BYTES;
            this.beyond += usize::from(!fits);
            if let Some(line) = this.keep(&path, at, fits)? {
                lines.push(line);
            }
        }
        lines.push(Line::Complete);
        this.append(&lines)?;
        this.folders = walked.folders;
        Ok(this)
    }

    fn empty(project: &Path, folder: &Path) -> Self {
        let (files, firsts, folders) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        let (project, folder) = (project.to_owned(), folder.to_owned());
        Self { project, folder, files, firsts, folders, copies: 0, read: 0, beyond: 0 }
    }

    /// Reads what a run has kept that is no more; none where it had not kept everything, and so had started nothing.
    ///
    /// # Errors
    /// When there is a list that cannot be read.
    pub fn read(project: &Path, folder: &Path) -> std::io::Result<Option<Self>> {
        let mut this = Self::empty(project, folder);
        let list = match File::open(folder.join(LIST)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            list => list?,
        };
        let mut is_complete = false;
        for line in BufReader::new(list).lines() {
            // Only the last line may be cut, and nothing stands on it then.
            match serde_json::from_str(&line?) {
                Ok(Line::File(path, kept)) => drop(this.files.insert(path, kept)),
                Ok(Line::Folder(path)) => drop(this.folders.insert(path)),
                Ok(Line::Gone(path)) => drop(this.files.remove(&path)),
                Ok(Line::Complete) => is_complete = true,
                Err(_) => break,
            }
        }
        Ok(is_complete.then_some(this))
    }

    /// Keeps a file as it is now; its line for the list, unless it goes meanwhile.
    fn keep(&mut self, path: &Path, at: At, copies: bool) -> std::io::Result<Option<Line>> {
        let from = self.project.join(path);
        let Ok(found) = from.symlink_metadata() else { return Ok(None) };
        let mut kept = Kept { at, mode: found.permissions().mode(), copy: None };
        if copies {
            self.copies += 1;
            let to = self.copy(self.copies);
            for _ in 0..TRIES {
                kept.at = At::of(&from);
                if let Err(error) = std::fs::copy(&from, &to) {
                    // One that we may not read is one that we cannot keep.
                    if matches!(
                        error.kind(),
                        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::NotFound
                    ) {
                        let _ = std::fs::remove_file(&to);
                        self.beyond += 1;
                        break;
                    }
                    return Err(std::io::Error::new(
                        error.kind(),
                        format!("{}: {error}", from.display()),
                    ));
                }
                kept.copy = Some(self.copies);
                if At::of(&from) == kept.at {
                    break;
                }
            }
        }
        self.files.insert(path.to_owned(), kept);
        Ok(Some(Line::File(path.to_owned(), kept)))
    }

    /// Keeps files anew, which the start of the API has written.
    ///
    /// # Errors
    /// As [`Snapshot::take`].
    pub fn keep_again(&mut self, paths: &BTreeSet<PathBuf>) -> std::io::Result<()> {
        let mut lines = Vec::new();
        for path in paths {
            match At::of(&self.project.join(path)) {
                at @ At::File { .. } => lines.extend(self.keep(path, at, true)?),
                At::Folder => {
                    self.folders.insert(path.clone());
                    lines.push(Line::Folder(path.clone()));
                }
                At::Nothing => {
                    self.files.remove(path);
                    lines.push(Line::Gone(path.clone()));
                }
                At::Other => {}
            }
        }
        if lines.is_empty() { Ok(()) } else { self.append(&lines) }
    }

    /// Takes files as a person has left them for what they are: those that are named, and those that processes of the API have kept
    /// before they wrote over them. Answers the latter.
    ///
    /// # Errors
    /// As [`Snapshot::take`].
    pub fn take_edits(&mut self, edited: &[PathBuf]) -> std::io::Result<Vec<PathBuf>> {
        let mut kept = Vec::new();
        for line in self.added_lines()? {
            let Ok(Line::File(path, now)) = serde_json::from_str(&line) else { continue };
            // One that was only put back, or touched.
            if self.files.get(&path).is_none_or(|known| !known.at.is_like(now.at)) {
                self.note_first(&path);
                kept.push(path.clone());
            }
            self.files.insert(path, now);
        }
        edited.iter().for_each(|path| self.note_first(path));
        self.keep_again(&edited.iter().cloned().collect())?;
        Ok(kept)
    }

    fn note_first(&mut self, path: &Path) {
        if let Some(kept) = self.files.get(path) {
            self.firsts.entry(path.to_owned()).or_insert(*kept);
        }
    }

    /// Whole lines of the list that others have added.
    fn added_lines(&mut self) -> std::io::Result<Vec<String>> {
        let mut list = File::open(self.folder.join(LIST))?;
        if list.metadata()?.len() == self.read {
            return Ok(Vec::new());
        }
        list.seek(SeekFrom::Start(self.read))?;
        let mut text = Vec::new();
        list.read_to_end(&mut text)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        self.read += whole as u64;
        Ok(String::from_utf8_lossy(&text[..whole]).lines().map(str::to_owned).collect())
    }

    fn append(&mut self, lines: &[Line]) -> std::io::Result<()> {
        let mut text = Vec::new();
        for line in lines {
            // A name that is no text is none that JSON can hold.
            if let Ok(line) = serde_json::to_string(line) {
                writeln!(text, "{line}")?;
            }
        }
        let mut list = OpenOptions::new().append(true).create(true).open(self.folder.join(LIST))?;
        let before = list.metadata()?.len();
        list.write_all(&text)?;
        // What somebody has added meanwhile is read in its time; what is known then is read once more.
        if before == self.read {
            self.read += text.len() as u64;
        }
        list.sync_all()
    }

    fn copy(&self, number: u32) -> PathBuf {
        self.folder.join(COPIES).join(number.to_string())
    }

    /// A file as it was.
    pub fn get(&self, path: &Path) -> Option<&Kept> {
        self.files.get(path)
    }

    /// Answers where the copy of a file is.
    pub fn copy_of(&self, path: &Path) -> Option<PathBuf> {
        self.get(path)?.copy.map(|number| self.copy(number))
    }

    /// A file as it was before anybody changed it.
    pub fn first(&self, path: &Path) -> Option<&Kept> {
        self.firsts.get(path).or_else(|| self.get(path))
    }

    /// All of them.
    pub fn files(&self) -> impl Iterator<Item = (&PathBuf, &Kept)> {
        self.files.iter()
    }

    /// Whether there was such a folder.
    pub fn has_folder(&self, path: &Path) -> bool {
        self.folders.contains(path)
    }

    /// Whether a file has the bytes that it had.
    pub fn is_same(&self, path: &Path, kept: &Kept) -> bool {
        let now = At::of(&self.project.join(path));
        if now.is_like(kept.at) {
            return true;
        }
        let Some(copy) = kept.copy else { return false };
        matches!(now, At::File { size, .. } if size == size_of(kept.at))
            && same_bytes(&self.project.join(path), &self.copy(copy)).unwrap_or(false)
    }

    /// Puts the copy of a file to a place, whole or not at all, with the permissions and the time that the file had.
    ///
    /// # Errors
    /// What the system says.
    pub fn restore(
        &self,
        copy: u32,
        kept: &Kept,
        to: &Path,
        on_disk: OnDisk,
    ) -> std::io::Result<()> {
        let folder = to.parent().unwrap_or(Path::new("/"));
        std::fs::create_dir_all(folder)?;
        let mut part = tempfile::Builder::new().prefix(".nearmiss-").tempfile_in(folder)?;
        std::io::copy(&mut File::open(self.copy(copy))?, part.as_file_mut())?;
        part.as_file().set_permissions(std::fs::Permissions::from_mode(kept.mode))?;
        if let At::File { time, .. } = kept.at {
            let time = std::time::Duration::from_nanos(time.try_into().unwrap_or(0));
            part.as_file().set_modified(std::time::UNIX_EPOCH + time)?;
        }
        if on_disk == OnDisk::Now {
            part.as_file().sync_all()?;
        }
        part.persist(to).map(drop).map_err(|error| error.error)
    }
}

fn size_of(at: At) -> u64 {
    if let At::File { size, .. } = at { size } else { 0 }
}

fn same_bytes(a: &Path, b: &Path) -> std::io::Result<bool> {
    let (mut a, mut b) = (BufReader::new(File::open(a)?), BufReader::new(File::open(b)?));
    loop {
        let (one, other) = (a.fill_buf()?, b.fill_buf()?);
        let length = one.len().min(other.len());
        if length == 0 {
            return Ok(one.is_empty() && other.is_empty());
        }
        if one[..length] != other[..length] {
            return Ok(false);
        }
        a.consume(length);
        b.consume(length);
    }
}
