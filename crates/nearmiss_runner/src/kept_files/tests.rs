use std::path::{Path, PathBuf};

use super::at::At;
use super::*;

/// A project with files, and what a process of its API would note.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn with(files: &[(&str, &str)]) -> Self {
        let this = Self { folder: tempfile::tempdir().unwrap() };
        files.iter().for_each(|(path, text)| this.write(path, text));
        this
    }

    fn path(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.path().join(path)).ok()
    }

    /// The API (or `phase` "b": its start) writes a file, or removes it, and notes it; `word`: `w` as it would before it is done.
    fn api_writes(&self, kept: &KeptFiles, start: u32, word: &str, path: &str, text: Option<&str>) {
        let there = self.path().join(path);
        let was_there = there.exists();
        match text {
            Some(text) => self.write(path, text),
            None => std::fs::remove_file(&there).unwrap(),
        }
        let journal =
            |end: &str| kept.run.path().join(format!("{start}-7-{}.{end}", path.replace('/', "_")));
        let name = serde_json::json!({ "path": path, "there": was_there });
        std::fs::write(journal("names"), format!("{name}\n")).unwrap();
        let state = match At::of(&there) {
            At::File { size, time, number } => format!("{size} {time} {number}"),
            _ => "-1 0 0".to_owned(),
        };
        let state = if word.starts_with('w') { "-3 0 0".to_owned() } else { state };
        let record = format!("{word} {} {state}", super::put_back::now());
        std::fs::write(journal("states"), format!("{record:<95}\n")).unwrap();
    }
}

fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

#[test]
fn what_the_api_wrote_is_put_back_when_it_has_ended() {
    let project = Project::with(&[("data/a", "one"), ("data/b", "two"), ("app.js", "")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let start = kept.start();
    project.api_writes(&kept, 1, "da", "data/a", Some("three"));
    project.api_writes(&kept, 1, "wa", "data/b", None);
    project.api_writes(&kept, 1, "da", "data/new", Some("x"));
    kept.put_back();
    assert_eq!(project.read("data/a").unwrap(), "three", "it runs");
    drop(start);
    let told = kept.finish();
    assert_eq!(project.read("data/a").unwrap(), "one");
    assert_eq!(project.read("data/b").unwrap(), "two");
    assert_eq!(project.read("data/new"), None);
    assert_eq!(told.done.restored, paths(&["data/a", "data/b", "data/new"]));
    assert_eq!((told.unseen, told.before), (Vec::new(), None));
    assert!(!project.path().join(".nearmiss/kept").exists(), "nothing of the run is left");
}

#[test]
fn edits_of_others_stay_and_are_named() {
    let project = Project::with(&[("data/a", "one"), ("b.js", "two"), ("c", "three")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let start = kept.start();
    project.api_writes(&kept, 1, "da", "data/a", Some("of the API"));
    project.write("data/a", "of a person");
    project.write("b.js", "of a person, too");
    std::fs::remove_file(project.path().join("c")).unwrap();
    project.write("new", "");
    drop(start);
    let told = kept.finish();
    assert_eq!(project.read("data/a").unwrap(), "of a person");
    assert_eq!(project.read("b.js").unwrap(), "of a person, too");
    assert_eq!(told.done.edited, paths(&["data/a"]));
    assert_eq!(told.unseen, paths(&["b.js", "c", "new"]));
    assert_eq!(project.read(".nearmiss/before/data/a").unwrap(), "one");
    assert_eq!(project.read(".nearmiss/before/b.js").unwrap(), "two");
    assert_eq!(project.read("new").unwrap(), "");
}

#[test]
fn the_suite_of_another_search_is_not_named() {
    let project = Project::with(&[("app.js", ""), ("tests/b/success.test.js", "of last week")]);
    let kept = KeptFiles::keep(&project.path(), &[project.path().join("tests/a")]).unwrap();
    project.write("tests/b/support/start.json", r#"{ "command": "node app.js" }"#);
    project.write("tests/b/support/sut.cjs", "");
    project.write("tests/b/success.test.js", "of today");
    project.write("tests/own.js", "of a person");
    assert_eq!(kept.finish().unseen, paths(&["tests/own.js"]));
    assert_eq!(project.read("tests/b/success.test.js").unwrap(), "of today");
}

#[test]
fn what_the_start_itself_made_is_how_the_project_is() {
    let project = Project::with(&[("data/a", "one")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let mut start = kept.start();
    project.api_writes(&kept, 1, "db", "data/a", Some("built"));
    project.api_writes(&kept, 1, "db", "data/made", Some("built"));
    start.is_ready();
    project.api_writes(&kept, 1, "da", "data/a", Some("called"));
    project.api_writes(&kept, 1, "da", "data/made", Some("called"));
    drop(start);
    assert_eq!(kept.finish().unseen, paths(&[]));
    assert_eq!(project.read("data/a").unwrap(), "built");
    assert_eq!(project.read("data/made").unwrap(), "built");
}

#[test]
fn a_run_that_was_killed_is_made_good_by_the_next() {
    let project = Project::with(&[("data/a", "one"), ("data/b", "two"), ("data/c", "three")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let (first, second) = (kept.start(), kept.start());
    project.api_writes(&kept, 1, "da", "data/a", Some("of the API"));
    drop(first);
    // Then the core is killed, and the other one in the midst of a write.
    assert_eq!(project.read("data/a").unwrap(), "of the API");
    project.api_writes(&kept, 2, "wa", "data/b", Some("half"));
    project.api_writes(&kept, 2, "da", "data/c", Some("of the API"));
    project.write("data/c", "of a person");
    let folder = kept.run.path().to_owned();
    std::mem::forget((second, kept));
    assert!(recover(&project.path()).is_empty(), "its process lives");
    let owner = std::fs::read_to_string(folder.join("owner.json")).unwrap();
    std::fs::write(folder.join("owner.json"), owner.replace("\"began\":", "\"began\":1")).unwrap();
    let runs = recover(&project.path());
    assert_eq!(runs.len(), 1);
    let done = runs[0].done.as_ref().unwrap();
    assert_eq!(done.restored, paths(&["data/a", "data/b"]));
    assert_eq!(done.edited, paths(&["data/c"]));
    assert_eq!(project.read("data/a").unwrap(), "one");
    assert_eq!(project.read("data/b").unwrap(), "two");
    assert_eq!(project.read("data/c").unwrap(), "of a person");
    assert!(!folder.exists());
}

#[test]
fn what_was_in_a_file_that_anybody_may_have_written_is_set_aside() {
    let project = Project::with(&[("data/a", "one")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let start = kept.start();
    project.api_writes(&kept, 1, "wa", "data/a", Some("of the API"));
    project.api_writes(&kept, 1, "wa", "data/new", Some("another one of the API"));
    project.write("data/a", "of a person");
    // As after `kill -9` of the core: nothing of this one is dropped.
    std::mem::forget(start);
    let folder = kept.run.path().to_owned();
    std::mem::forget(kept);
    let owner = std::fs::read_to_string(folder.join("owner.json")).unwrap();
    std::fs::write(folder.join("owner.json"), owner.replace("\"began\":", "\"began\":1")).unwrap();
    let done = recover(&project.path()).pop().unwrap().done.unwrap();
    assert_eq!(done.replaced, paths(&["data/a", "data/new"]));
    assert_eq!(project.read("data/a").unwrap(), "one");
    assert_eq!(project.read(".nearmiss/replaced/data/a").unwrap(), "of a person");
    assert_eq!(project.read(".nearmiss/replaced/data/new").unwrap(), "another one of the API");
}

#[test]
fn one_process_may_be_about_to_write_what_another_one_has_found_done() {
    let at = |time| At::File { size: 1, time, number: 1 };
    let one =
        journal::Written { at: at(5), open_since: None, noted: 40, serves: true, was_there: true };
    let other = journal::Written { at: At::Other, open_since: Some(39), noted: 39, ..one };
    for (first, then) in [(one, other), (other, one)] {
        let mut all = AllWritten::from([(PathBuf::from("a"), first)]);
        journal::merge(&mut all, PathBuf::from("a"), then);
        assert_eq!(all[Path::new("a")], journal::Written { open_since: Some(39), ..one });
    }
}

#[test]
fn nothing_behind_a_link_is_touched() {
    let elsewhere = Project::with(&[("a", "theirs")]);
    let project = Project::with(&[("app.js", "")]);
    std::os::unix::fs::symlink(elsewhere.path(), project.path().join("data")).unwrap();
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let start = kept.start();
    project.api_writes(&kept, 1, "da", "data/a", Some("of the API"));
    drop(start);
    assert_eq!(elsewhere.read("a").unwrap(), "of the API");
    assert_eq!(kept.finish().done, PutBack::default());
}

#[test]
fn a_read_of_the_files_does_not_change_them() {
    let project = Project::with(&[("data/a", "one")]);
    let before = At::of(&project.path().join("data/a"));
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    drop(kept.start());
    assert_eq!(kept.finish(), ToldFiles::default());
    assert_eq!(At::of(Path::new(&project.path().join("data/a"))), before);
}

#[test]
fn the_api_starts_anew_on_files_as_they_were_unless_another_process_of_it_runs() {
    let project = Project::with(&[("data/a", "one")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let first = kept.start();
    project.api_writes(&kept, 1, "da", "data/a", Some("two"));
    let second = kept.start();
    assert_eq!(project.read("data/a").unwrap(), "two", "the first one runs");
    drop(first);
    drop(second);
    let third = kept.start();
    assert_eq!(project.read("data/a").unwrap(), "one");
    drop(third);
    assert_eq!(kept.finish().done.restored, paths(&["data/a"]));
}

#[test]
fn a_spare_is_of_use_if_no_file_was_other_than_it_is_kept_since_it_began() {
    let project = Project::with(&[("data/a", "one"), ("a.log", "")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let first = kept.start();
    let spare = kept.start();
    project.api_writes(&kept, 1, "da", "a.log", Some("a line"));
    drop(first);
    assert!(spare.is_fresh(), "logs are left as they are");
    let next = kept.start();
    project.api_writes(&kept, 3, "da", "data/a", Some("two"));
    assert!(spare.is_fresh(), "nothing is put back while the other one runs");
    drop(next);
    assert!(!spare.is_fresh(), "it may have read what is put back now");
    drop(spare);
    assert!(kept.start().is_fresh());
    assert_eq!(project.read("data/a").unwrap(), "one");
}

#[test]
fn a_process_that_is_reset_finds_its_files_put_back_but_for_those_it_holds_open() {
    let project = Project::with(&[("data/a", "one"), ("data/open", "one")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let mut start = kept.start();
    start.is_called();
    let spare = kept.start();
    let held = std::fs::OpenOptions::new().append(true).open(project.path().join("data/open"));
    project.api_writes(&kept, 1, "wa", "data/a", Some("two"));
    project.api_writes(&kept, 1, "da", "data/open", Some("two"));
    project.api_writes(&kept, 1, "da", "data/new", Some("x"));
    start.put_back_before_reset(&[std::process::id()]);
    assert_eq!(project.read("data/a").unwrap(), "one");
    assert_eq!(project.read("data/open").unwrap(), "two");
    assert_eq!(project.read("data/new"), None);
    assert!(!spare.is_fresh(), "it may have read them");
    drop(held);
    let mut other = kept.start();
    other.is_called();
    project.api_writes(&kept, 1, "da", "data/a", Some("three"));
    start.put_back_before_reset(&[]);
    assert_eq!(project.read("data/a").unwrap(), "three", "the other one may hold it open");
    drop((start, spare, other));
    assert_eq!(kept.finish().done.restored, paths(&["data/a", "data/new", "data/open"]));
    assert_eq!(project.read("data/open").unwrap(), "one");
}

#[test]
fn what_a_person_has_made_of_a_file_between_tests_is_what_it_is_from_then_on() {
    let project = Project::with(&[("data/a", "one")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let start = kept.start();
    project.api_writes(&kept, 1, "da", "data/a", Some("of the API"));
    project.write("data/a", "of a person");
    drop(start);
    let start = kept.start();
    project.api_writes(&kept, 2, "da", "data/a", Some("of the API again"));
    drop(start);
    let told = kept.finish();
    assert_eq!(project.read("data/a").unwrap(), "of a person");
    assert_eq!(told.done.edited, paths(&["data/a"]));
    assert_eq!(project.read(".nearmiss/before/data/a").unwrap(), "one");
}

#[test]
fn an_edit_that_a_process_has_kept_before_it_wrote_over_it_is_put_back() {
    let project = Project::with(&[("data/a", "one")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    let start = kept.start();
    project.write("data/a", "of a person");
    // As `npm/nearmiss/sut/kept_files/originals.js` does it.
    let at = At::of(&project.path().join("data/a"));
    let run = kept.run.path();
    std::fs::copy(project.path().join("data/a"), run.join("copies/1000000007")).unwrap();
    let line = serde_json::json!({ "File": ["data/a", { "at": at, "mode": 0o100_600, "copy": 1_000_000_007 }] });
    let mut list = std::fs::OpenOptions::new().append(true).open(run.join("list.jsonl")).unwrap();
    writeln!(list, "{line}").unwrap();
    project.api_writes(&kept, 1, "da", "data/a", Some("of the API"));
    drop(start);
    let told = kept.finish();
    assert_eq!(project.read("data/a").unwrap(), "of a person");
    assert_eq!(told.done.edited, paths(&["data/a"]));
    assert_eq!(told.done.restored, paths(&["data/a"]));
    assert_eq!(project.read(".nearmiss/before/data/a").unwrap(), "one");
}

#[test]
fn what_each_start_adds_to_a_file_does_not_pile_up() {
    let project = Project::with(&[("data/starts", "")]);
    let kept = KeptFiles::keep(&project.path(), &[]).unwrap();
    for number in 1..=3 {
        let mut start = kept.start();
        let text = project.read("data/starts").unwrap() + "started\n";
        project.api_writes(&kept, number, "db", "data/starts", Some(&text));
        std::fs::write(kept.run.path().join(format!("{number}-7.listens")), "").unwrap();
        start.is_ready();
    }
    let told = kept.finish();
    assert_eq!(project.read("data/starts").unwrap(), "started\n", "as the first start made it");
    assert_eq!(told.unseen, paths(&[]));
}
