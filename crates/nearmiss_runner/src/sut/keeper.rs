//! The process that keeps databases in files (`npm/nearmiss/sut/sqlite/keeper.cjs`), one beside each start of a SUT.

use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Time that an order may take: copying a large database does.
const LIMIT: Duration = Duration::from_secs(120);
/// Variables that concern the processes of the SUT, or of whoever looks at ours.
const NOT_OURS: [&str; 2] = ["NODE_OPTIONS", "NODE_V8_COVERAGE"];

/// A process that obeys one order after the other. It ends with this.
#[derive(Debug)]
pub(super) struct Keeper {
    child: Child,
    stream: BufReader<UnixStream>,
}

impl Keeper {
    /// Starts `program` by a command of Node for the copies in a folder.
    ///
    /// # Errors
    /// When the system starts none.
    pub fn start(node: &[String], program: &Path, copies: &Path) -> std::io::Result<Self> {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_read_timeout(Some(LIMIT))?;
        let [node, options @ ..] = node else {
            return Err(std::io::Error::other("no Node is known"));
        };
        let mut command = Command::new(node);
        command.args(options).arg(program).arg(copies);
        NOT_OURS.iter().for_each(|name| {
            command.env_remove(name);
        });
        let answers = Stdio::from(OwnedFd::from(theirs.try_clone()?));
        command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(answers).stderr(Stdio::null());
        Ok(Self { child: command.spawn()?, stream: BufReader::new(ours) })
    }

    /// Gives an order, and answers what it says.
    ///
    /// # Errors
    /// With its words, or what became of it.
    pub fn ask(&mut self, order: &Value) -> Result<Value, String> {
        let mut line = String::new();
        let said = writeln!(self.stream.get_mut(), "{order}")
            .and_then(|()| self.stream.read_line(&mut line));
        let answer: Value = match said {
            Ok(0) => Err("the process that keeps them has ended".to_owned()),
            Ok(_) => serde_json::from_str(&line).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        }?;
        match answer["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer),
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
