//! Running the programs of databases: to their end, and one into another.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;

/// Bytes of what a program says about its errors that are kept.
const MOST_SAID: u64 = 16 * 1024;
/// Lines of a dump in which something may be replaced: its first ones make the database.
const HEAD_LINES: usize = 200;

/// Outcome of a program.
#[derive(Debug)]
pub(crate) struct Ran {
    /// End of it.
    pub status: ExitStatus,
    /// Text that it printed.
    pub printed: String,
    /// Words about its errors.
    pub said: String,
}

/// Makes the command of a program that finds nothing of the user's own settings of clients in its environment, and that
/// speaks English where it can.
pub(crate) fn command(program: &std::path::Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        // `PGPASSFILE` holds the passwords that a URL leaves out.
        let is_setting = name.starts_with("PG") && name != "PGPASSFILE";
        if is_setting || name.starts_with("MYSQL_") || name.starts_with("MARIADB_") {
            command.env_remove(&*name);
        }
    }
    command.env_remove("LC_ALL").env_remove("LANGUAGE").env("LC_MESSAGES", "C");
    command.stdin(Stdio::null());
    command
}

/// Runs a program to its end, with `input` as what it reads.
pub(crate) fn run(command: &mut Command, input: &str) -> io::Result<Ran> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let said = child.stderr.take().map(keep_said);
    let printed = child.stdout.take().map(|mut stdout| {
        std::thread::spawn(move || {
            let mut printed = Vec::new();
            let _ = stdout.read_to_end(&mut printed);
            String::from_utf8_lossy(&printed).into_owned()
        })
    });
    if let Some(mut stdin) = child.stdin.take() {
        // Who does not read it to its end says why.
        let _ = stdin.write_all(input.as_bytes());
    }
    let status = child.wait()?;
    Ok(Ran { status, printed: joined(printed), said: joined(said) })
}

/// Runs a program that prints a dump into one that reads it; of the first lines each that `replaced` answers something
/// for is that instead. Answers what became of the first and the second.
pub(crate) fn run_into(
    from: &mut Command,
    into: &mut Command,
    replaced: &mut dyn FnMut(&str) -> Option<String>,
) -> io::Result<(Ran, Ran)> {
    let mut reads =
        into.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let prints = from.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut prints = prints.inspect_err(|_| end(&mut reads))?;
    let said = [prints.stderr.take().map(keep_said), reads.stderr.take().map(keep_said)];
    if let (Some(stdout), Some(stdin)) = (prints.stdout.take(), reads.stdin.take()) {
        // Who has failed closes its end, and says why.
        let _ = pump(BufReader::new(stdout), stdin, replaced);
    }
    let status = [prints.wait()?, reads.wait()?];
    let [first, second] = said.map(joined);
    let of = |status, said| Ran { status, printed: String::new(), said };
    Ok((of(status[0], first), of(status[1], second)))
}

fn pump(
    mut from: impl BufRead,
    mut into: impl Write,
    replaced: &mut dyn FnMut(&str) -> Option<String>,
) -> io::Result<()> {
    let mut line = Vec::new();
    for _ in 0..HEAD_LINES {
        line.clear();
        from.read_until(b'\n', &mut line)?;
        let other = std::str::from_utf8(&line).ok().and_then(&mut *replaced);
        into.write_all(other.as_ref().map_or(&line, |other| other.as_bytes()))?;
    }
    io::copy(&mut from, &mut into)?;
    Ok(())
}

fn keep_said(mut stream: ChildStderr) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = stream.by_ref().take(MOST_SAID).read_to_end(&mut said);
        // It must not wait for a reader.
        let _ = io::copy(&mut stream, &mut io::sink());
        String::from_utf8_lossy(&said).trim().to_owned()
    })
}

fn joined(thread: Option<JoinHandle<String>>) -> String {
    thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str) -> Command {
        let mut command = command(std::path::Path::new("/bin/sh"));
        command.arg("-c").arg(text);
        command
    }

    #[test]
    fn one_program_reads_what_another_prints_with_lines_of_its_head_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("read");
        let mut from =
            shell("echo CREATE; for i in $(seq 1000); do echo CREATE$i; done; echo no >&2; exit 3");
        let mut into = shell(&format!("cat > {}", file.display()));
        let mut replaced = |line: &str| (line == "CREATE\n").then(|| "MADE\n".to_owned());
        let (first, second) = run_into(&mut from, &mut into, &mut replaced).unwrap();
        assert_eq!((first.status.code(), first.said.as_str()), (Some(3), "no"));
        assert!(second.status.success());
        let read = std::fs::read_to_string(file).unwrap();
        assert!(read.starts_with("MADE\nCREATE1\n") && read.ends_with("CREATE1000\n"));
        // Who does not read to the end says why, and the other one ends.
        let (_, second) =
            run_into(&mut shell("yes"), &mut shell("echo full >&2; exit 1"), &mut |_| None)
                .unwrap();
        assert_eq!((second.status.code(), second.said.as_str()), (Some(1), "full"));
    }
}
