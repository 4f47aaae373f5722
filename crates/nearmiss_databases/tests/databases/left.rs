//! Remains of a run that is killed, and what the next start does with it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nearmiss_databases::left_by_dead;

use crate::servers::own_user::temporary;
use crate::servers::postgres::Postgres;

/// A process that holds a home, as the core of a search does.
struct Maker {
    child: Child,
    server: u32,
    folder: PathBuf,
}

fn made(url: &str, temporary: &Path) -> Maker {
    // Examples are built beside the folder of tests.
    let tests = std::env::current_exe().unwrap();
    let example = tests.parent().unwrap().parent().unwrap().join("examples/home");
    let mut child = Command::new(example)
        .arg(url)
        .arg(temporary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: Vec<String> = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok)
        .take_while(|line| line != "ready")
        .collect();
    let first = lines.first().unwrap_or_else(|| panic!("it made none"));
    let server = first.rsplit_once("Some(").and_then(|(_, rest)| rest.split_once(')')).unwrap().0;
    let folder = first.rsplit_once(' ').unwrap().1;
    Maker { child, server: server.parse().unwrap(), folder: folder.into() }
}

fn runs(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

fn ends(pid: u32) -> bool {
    let until = Instant::now() + Duration::from_secs(30);
    while runs(pid) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    !runs(pid)
}

/// The guard of a server: who waits for its maker's end.
fn guards(server: u32) -> Vec<u32> {
    let mark = format!("nearmiss-guard\0{server}\0");
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let found = processes.filter_map(|process| {
        let command = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let is_it = String::from_utf8_lossy(&command).contains(&mark);
        is_it.then(|| process.file_name().to_str()?.parse().ok())?
    });
    found.collect()
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
}

#[test]
fn homes_of_killed_runs_are_found_and_removed_and_those_of_living_ones_are_not() {
    use std::os::unix::fs::PermissionsExt;
    let server = Postgres::start("");
    server.sql("postgres", "CREATE ROLE app LOGIN PASSWORD 'a'");
    server.sql("postgres", "CREATE DATABASE shop OWNER app");
    let temporary = temporary();
    let url = format!("postgres://app:a@127.0.0.1:{}/shop", server.port);
    let mut lives = made(&url, temporary.path());
    let mut killed = made(&url, temporary.path());
    let mut unguarded = made(&url, temporary.path());
    assert_eq!(left_by_dead(temporary.path()), []);
    let name = killed.folder.file_name().unwrap().to_str().unwrap().to_owned();
    assert!(
        name.starts_with("nearmiss-db-") && name.contains(&format!("-{}-", killed.child.id())),
        "{name}"
    );
    assert_eq!(std::fs::metadata(&killed.folder).unwrap().permissions().mode() & 0o777, 0o700);

    // The guard ends the server of who is killed.
    kill(killed.child.id());
    killed.child.wait().unwrap();
    assert!(ends(killed.server), "the guard has not ended it");
    // Who kills the guard, too, leaves a server that runs.
    let guards = guards(unguarded.server);
    assert_eq!(guards.len(), 1, "{guards:?}");
    kill(guards[0]);
    kill(unguarded.child.id());
    unguarded.child.wait().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(runs(unguarded.server));

    let left = left_by_dead(temporary.path());
    let mut folders: Vec<&Path> = left.iter().map(|left| left.folder()).collect();
    folders.sort();
    let mut expected = vec![killed.folder.as_path(), unguarded.folder.as_path()];
    expected.sort();
    assert_eq!(folders, expected);
    for left in left {
        let is_unguarded = left.folder() == unguarded.folder;
        assert_eq!(left.servers().contains(&unguarded.server), is_unguarded);
        left.remove().unwrap();
    }
    assert!(!killed.folder.exists() && !unguarded.folder.exists() && ends(unguarded.server));
    assert!(
        lives.folder.exists() && runs(lives.server) && left_by_dead(temporary.path()).is_empty()
    );

    // The end of its input ends it, and it leaves nothing.
    drop(lives.child.stdin.take());
    assert!(lives.child.wait().unwrap().success());
    assert!(!lives.folder.exists() && ends(lives.server));
}
