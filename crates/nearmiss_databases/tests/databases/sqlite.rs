//! Copies of files of SQLite, made by SQLite's own program.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nearmiss_databases::{At, Home, HomeOptions, Original};

fn sqlite(file: &Path, statements: &str) -> String {
    let output = Command::new("sqlite3").arg(file).arg(statements).output();
    let output = output.unwrap_or_else(|error| panic!("sqlite3: {error}: install sqlite3"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn make(file: &Path, temporary: &Path) -> Result<Home, nearmiss_databases::HomeError> {
    let original = Original::from_url(&format!("file:{}", file.display()), Path::new("/")).unwrap();
    let options = HomeOptions { temporary: temporary.to_owned(), ..HomeOptions::default() };
    Home::make(&original, &options)
}

fn file_of(home: &Home) -> &Path {
    let At::File(file) = home.at() else { panic!("{home:?}") };
    file
}

fn listed(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let mut all: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn what_was_committed_is_copied_while_somebody_has_the_database_open() {
    for mode in ["WAL", "DELETE"] {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [folder, temporary] = folders.each_ref().map(tempfile::TempDir::path);
        let file = folder.join("dev.db");
        sqlite(&file, &format!("PRAGMA journal_mode={mode}; CREATE TABLE a (b)"));
        // Another client holds it open with a commit of its own, and with a transaction that is not committed.
        let mut other = Command::new("sqlite3")
            .arg(&file)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let done = folder.join("done");
        let work = format!(
            "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=1;\nINSERT INTO a SELECT value FROM generate_series(1, 1000);\n\
             BEGIN IMMEDIATE;\nINSERT INTO a SELECT hex(zeroblob(500)) FROM generate_series(1, 1000);\n.shell touch {}\n",
            done.display()
        );
        std::io::Write::write_all(other.stdin.as_mut().unwrap(), work.as_bytes()).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while !done.exists() {
            assert!(Instant::now() < until, "sqlite3 does not write");
            std::thread::sleep(Duration::from_millis(20));
        }
        let before = listed(folder);
        let home = make(&file, temporary).unwrap();
        assert_eq!(listed(folder), before, "nothing is written beside the original");
        let copy = file_of(&home);
        assert!(copy.starts_with(home.folder()) && copy.ends_with("dev.db"));
        assert_eq!(
            sqlite(copy, "PRAGMA integrity_check; SELECT count(*), max(b) FROM a"),
            "ok\n1000|1000",
            "{mode}"
        );
        sqlite(copy, "DELETE FROM a");
        other.kill().unwrap();
        other.wait().unwrap();
        assert_eq!(sqlite(&file, "SELECT count(*) FROM a"), "1000", "{mode}");
        let folder = home.folder().to_owned();
        drop(home);
        assert!(!folder.exists());
    }
}

#[test]
fn what_is_not_there_is_left_to_the_api_and_what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let home = make(&folder.path().join("new.db"), folder.path()).unwrap();
    assert!(!file_of(&home).exists());
    sqlite(file_of(&home), "CREATE TABLE a (b)");
    let error = make(folder.path(), folder.path()).unwrap_err().to_string();
    assert!(error.contains("cannot be read") && error.contains("directory"), "{error}");
    let nowhere = folder.path().join("nowhere");
    let error = make(&folder.path().join("new.db"), &nowhere).unwrap_err().to_string();
    assert!(error.contains("Set TMPDIR to another one"), "{error}");
}

#[test]
fn a_database_that_is_written_to_all_the_time_gives_no_torn_copy() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [folder, temporary] = folders.each_ref().map(tempfile::TempDir::path);
    let file = folder.join("dev.db");
    // Two rows that are changed together, far from each other.
    sqlite(
        &file,
        "PRAGMA journal_mode=WAL; CREATE TABLE a (id INTEGER PRIMARY KEY, b, pad); \
         INSERT INTO a SELECT value, 0, hex(zeroblob(200)) FROM generate_series(1, 5000)",
    );
    let mut writer = Command::new("sqlite3")
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = writer.stdin.take().unwrap();
    let writes = std::thread::spawn(move || {
        let line =
            "PRAGMA wal_autocheckpoint=5; UPDATE a SET b = b + 1 WHERE id IN (1, 2500, 5000);\n";
        while std::io::Write::write_all(&mut input, line.as_bytes()).is_ok() {}
    });
    for _ in 0..3 {
        match make(&file, temporary) {
            Ok(home) => {
                let query = "PRAGMA integrity_check; SELECT count(DISTINCT b) FROM a WHERE id IN (1, 2500, 5000)";
                assert_eq!(sqlite(file_of(&home), query), "ok\n1");
            }
            Err(error) => {
                let text = error.to_string();
                assert!(
                    text.contains("written to all the time") && text.contains("end what writes"),
                    "{text}"
                );
            }
        }
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
    writes.join().unwrap();
}
