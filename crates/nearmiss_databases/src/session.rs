//! A client program that stays connected: what is asked costs a round trip, and no start of a process.

use std::io::{self, BufRead, BufReader, PipeReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// A client program that stays connected, and ends with this value.
#[derive(Debug)]
pub(crate) struct Session {
    child: Child,
    statements: Option<ChildStdin>,
    printed: BufReader<PipeReader>,
    end: &'static str,
    asked: u64,
    is_lost: bool,
}

impl Session {
    /// Starts one. `end` is a statement of it that prints what stands in place of `{}` as a line of its own.
    pub fn start(mut command: Command, end: &'static str) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        // Errors stand where they come: behind the statement that they are of.
        command.stdin(Stdio::piped()).stdout(writer.try_clone()?).stderr(writer);
        let mut child = command.spawn()?;
        // It holds the ends of the pipe that only the program may hold.
        drop(command);
        let statements = child.stdin.take();
        Ok(Self {
            child,
            statements,
            printed: BufReader::new(reader),
            end,
            asked: 0,
            is_lost: false,
        })
    }

    /// Tells whether the program has ended, as it does when its server does.
    pub fn is_over(&mut self) -> bool {
        self.is_lost || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Gives statements. What they print is to be read before others are given.
    pub fn give(&mut self, statements: &str) -> io::Result<()> {
        self.asked += 1;
        let end = self.end.replace("{}", &self.mark());
        let input = self.statements.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{statements}\n{end}\n").as_bytes())?;
        input.flush()
    }

    /// Reads what the last statements printed. Answers what was said where one failed or the program ended.
    pub fn read(&mut self) -> Result<Vec<String>, String> {
        let lines = self.read_all()?;
        let failed = |line: &String| line.starts_with("ERROR") || line.starts_with("FATAL");
        match lines.iter().find(|line| failed(line)) {
            Some(said) => Err(said.clone()),
            None => Ok(lines),
        }
    }

    /// Reads all that the last statements printed, errors among it. Answers what was said where the program ended.
    pub fn read_all(&mut self) -> Result<Vec<String>, String> {
        let mark = self.mark();
        let mut lines: Vec<String> = Vec::new();
        loop {
            let mut line = Vec::new();
            let read = self.printed.read_until(b'\n', &mut line);
            let line = String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned();
            if line == mark {
                return Ok(lines);
            }
            let has_ended = !matches!(read, Ok(length) if length > 0);
            lines.push(line);
            if has_ended || lines.last().is_some_and(|line| tells_lost_server(line)) {
                // Some clients live on without a server, and never print the mark.
                self.is_lost = true;
                return Err(format!("the client ended: {}", lines.join("\n").trim()));
            }
        }
    }

    fn mark(&self) -> String {
        format!("nearmiss {}", self.asked)
    }
}

/// Tells whether a client of MariaDB says that its connection is lost: its own errors have numbers from 2000.
fn tells_lost_server(line: &str) -> bool {
    let number = line.strip_prefix("ERROR ").and_then(|rest| rest.get(..5));
    number.is_some_and(|number| number.starts_with('2') && number.ends_with(' '))
}

impl Drop for Session {
    fn drop(&mut self) {
        // The end of its input ends it; what it waits for, it need not see.
        drop(self.statements.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
