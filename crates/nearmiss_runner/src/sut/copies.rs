//! The folder in which one start of a SUT has databases in place of files of SQLite.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use nearmiss_databases::RowRefusal;
use serde_json::{Map, Value, json};

use super::keeper::Keeper;
use crate::files::{From, Opened, locked};
use crate::kept_files::KeptFiles;

/// File beside a copy that says what it is one of.
const ABOUT: &str = "opened.json";
/// Folder of databases that take the place of empty ones, for all starts of a run.
const GROUNDS: &str = "sqlite-grounds";
/// Greatest whole number below which Node has them all.
const MOST_EXACT: u64 = 1 << 53;

/// The folder of copies of one start, made by the first process that needs it and removed with what is in it when this
/// is dropped: after the processes have ended.
#[derive(Debug)]
pub struct Copies {
    folder: PathBuf,
    kept: Option<Arc<KeptFiles>>,
    /// The program that keeps them.
    program: Option<PathBuf>,
    keeper: Mutex<Option<Keeper>>,
    /// Tests have begun: what is opened then for the first time has no row to be kept.
    was_reset: AtomicBool,
}

impl Copies {
    /// The folder beside the socket of a start; `kept` is told what is opened, and `program` keeps it.
    pub fn beside(socket: &Path, kept: Option<Arc<KeptFiles>>, program: Option<PathBuf>) -> Self {
        let mut name = socket.file_name().unwrap_or_default().to_owned();
        name.push("-copies");
        let folder = socket.with_file_name(name);
        Self { folder, kept, program, keeper: Mutex::default(), was_reset: AtomicBool::default() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Tells whether any of those of this run begins without the rows of its original.
    pub fn lack_rows(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.databases().lack_rows())
    }

    /// Answers the folder of databases that take the place of empty ones.
    pub fn grounds(&self) -> PathBuf {
        self.folder.with_file_name(GROUNDS)
    }

    /// Tells the processes that the start command has done its work: what is opened from now on for the first time is
    /// filled by nobody, and begins with the tables of its original.
    pub fn has_started(&self) {
        if let Err(error) = std::fs::write(self.started(), "") {
            tracing::warn!("databases in files may begin with no tables: {error}");
        }
    }

    /// Answers the file that says so.
    fn started(&self) -> PathBuf {
        let mut name = self.folder.file_name().unwrap_or_default().to_owned();
        name.push(".started");
        self.folder.with_file_name(name)
    }

    /// Answers what was opened by now, in no order.
    fn opened(&self) -> Vec<Opened> {
        let folders = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let read = folders.filter_map(|folder| {
            let text = std::fs::read_to_string(folder.path().join(ABOUT)).ok()?;
            let opened: Opened = serde_json::from_str(&text).ok()?;
            Some(Opened { name: folder.file_name().to_string_lossy().into_owned(), ..opened })
        });
        read.collect()
    }

    /// Decides of databases that began empty whether the start command has made their tables; answers true if the SUT
    /// must be started again, with others that have those of the originals.
    pub fn begins_again(&self) -> bool {
        let Some(kept) = self.kept.as_ref().filter(|_| self.folder.exists()) else { return false };
        let opened = self.opened();
        let files = kept.databases();
        files.note(&opened, &self.grounds());
        if !files.has_undecided() {
            return false;
        }
        let order = json!({
            "order": "settle", "settled": files.settled(), "grounds": self.grounds(),
        });
        let answer = match self.ask(&opened, &order) {
            Ok(answer) => answer,
            Err(why) => {
                tracing::warn!("databases in files stay as they are: {why}");
                return false;
            }
        };
        let names = |key: &str| -> Vec<String> {
            serde_json::from_value(answer[key].clone()).unwrap_or_default()
        };
        let lacks = names("lacks");
        tracing::info!(?lacks, errors = ?names("errors"), "databases in files that began empty");
        files.settle(&names("settled"), &lacks, &self.grounds());
        !lacks.is_empty()
    }

    /// Brings databases back to what the start of the SUT left in them; the first time for a process that is noted.
    ///
    /// # Errors
    /// With a text for people when that cannot be: the next process has others.
    pub fn put_back(&self) -> Result<(), String> {
        let is_later = self.was_reset.swap(true, Ordering::Relaxed);
        if !is_later && let Err(why) = self.open_others() {
            // The API opens it by itself later: only rows of a first test lack it until then.
            tracing::warn!("a database in a file is not there before the first call: {why}");
        }
        if !self.folder.exists() {
            return Ok(());
        }
        let order = json!({ "order": "reset", "isLater": is_later });
        let answer = self.ask(&self.opened(), &order)?;
        if answer["altered"] == true {
            return Err("a table of a database was altered or dropped".to_owned());
        }
        Ok(())
    }

    /// Makes those that earlier starts have opened, and this one has not: a pool opens its database in the first call, before
    /// which rows of a test are to be there.
    fn open_others(&self) -> Result<(), String> {
        let Some(kept) = self.kept.as_ref() else { return Ok(()) };
        let opened = if self.folder.exists() { self.opened() } else { Vec::new() };
        for other in kept.databases().others(&opened) {
            let order = json!({
                "order": "open", "original": other.original, "module": other.module,
                "grounds": self.grounds(), "isShipped": other.from == From::Shipped,
            });
            self.ask(&[other], &order)?;
        }
        Ok(())
    }

    /// Answers what has to be known of the tables of the databases that were opened to be written to.
    ///
    /// # Errors
    /// With a text for people when they cannot be read.
    pub fn tables(&self) -> Result<Vec<Value>, String> {
        let opened = if self.folder.exists() { self.opened() } else { Vec::new() };
        if opened.is_empty() {
            return Ok(Vec::new());
        }
        let mut answer = self.ask(&opened, &json!({ "order": "tables" }))?;
        serde_json::from_value(answer["tables"].take()).map_err(|error| error.to_string())
    }

    /// Inserts a row into a table of the database of this name, and answers it as that made it; none where no
    /// database of the name was opened.
    pub fn insert(
        &self,
        database: &str,
        table: &str,
        row: &Map<String, Value>,
    ) -> Option<Result<Value, RowRefusal>> {
        let row: Map<String, Value> =
            row.iter().map(|(name, value)| (name.clone(), readable(value))).collect();
        let order = json!({ "order": "insert", "database": database, "table": table, "row": row });
        let made = self.answered(&order, "row")?;
        // It is a text, which has all digits of its numbers.
        Some(made.and_then(|made| {
            serde_json::from_str(made.as_str().unwrap_or_default())
                .map_err(|error| RowRefusal::said(format!("{error}: {made}")))
        }))
    }

    /// Asks a query of the database of this name, which can change nothing; none where no database of the name was
    /// opened.
    pub fn ask_database(
        &self,
        database: &str,
        query: &str,
    ) -> Option<Result<Vec<Value>, RowRefusal>> {
        let order = json!({ "order": "ask", "database": database, "query": query });
        let rows = self.answered(&order, "rows")?;
        Some(rows.map(|rows| serde_json::from_value(rows).unwrap_or_default()))
    }

    /// Gives an order to one database, and answers what it says under a name; none where it knows no such database.
    fn answered(&self, order: &Value, name: &str) -> Option<Result<Value, RowRefusal>> {
        let opened = if self.folder.exists() { self.opened() } else { Vec::new() };
        if opened.is_empty() {
            return None;
        }
        let mut answer = match self.ask(&opened, order) {
            Ok(answer) => answer,
            Err(why) => return Some(Err(RowRefusal::gone(why))),
        };
        if answer["unknown"] == true {
            return None;
        }
        Some(match answer.get_mut("refused") {
            Some(refused) => Err(serde_json::from_value(refused.take())
                .unwrap_or_else(|error| RowRefusal::said(error.to_string()))),
            None => Ok(answer[name].take()),
        })
    }

    fn ask(&self, opened: &[Opened], order: &Value) -> Result<Value, String> {
        let mut keeper = locked(&self.keeper);
        if keeper.is_none() {
            let first = opened.first().ok_or("none was opened")?;
            let program = self.program.as_ref().ok_or("what keeps them is not known")?;
            let started = Keeper::start(&first.node, program, &self.folder);
            *keeper = Some(started.map_err(|error| error.to_string())?);
        }
        let Some(running) = keeper.as_mut() else { return Err("it has ended".to_owned()) };
        let answer = running.ask(order);
        if answer.is_err() {
            // What it knows of them may be wrong.
            *keeper = None;
        }
        answer
    }
}

/// Answers a value as Node reads it without loss: whole numbers that it would round are texts.
fn readable(value: &Value) -> Value {
    let is_long =
        value.as_i64().map_or(value.is_u64(), |number| number.unsigned_abs() > MOST_EXACT);
    if is_long { Value::String(value.to_string()) } else { value.clone() }
}

impl Drop for Copies {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(self.started());
        if self.folder.exists() {
            if let Some(kept) = &self.kept {
                kept.databases().note(&self.opened(), &self.grounds());
            }
            *locked(&self.keeper) = None;
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits() {
        for (value, expected) in [
            (json!(i64::MAX), json!("9223372036854775807")),
            (json!(u64::MAX), json!("18446744073709551615")),
            (json!(-9_007_199_254_740_993_i64), json!("-9007199254740993")),
            (json!(9_007_199_254_740_992_i64), json!(9_007_199_254_740_992_i64)),
            (json!(1e300), json!(1e300)),
            (json!(null), json!(null)),
        ] {
            assert_eq!(readable(&value), expected);
        }
    }

    #[test]
    fn copies_go_when_the_start_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let copies = Copies::beside(&folder.path().join("control-1"), None, None);
        std::fs::create_dir_all(copies.path().join("a")).unwrap();
        std::fs::write(copies.path().join("a/members.db"), "").unwrap();
        copies.has_started();
        assert!(folder.path().join("control-1-copies.started").exists());
        drop(copies);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        // Where nothing was copied there is nothing to remove.
        drop(Copies::beside(&folder.path().join("control-2"), None, None));
    }
}
