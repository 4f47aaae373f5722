//! V8's word on pairs of texts, from a Node process that lives as long as the test.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// For each line `[plain, probed, module]` of standard input a line: `null`, or what V8 says against
/// the probed text although it takes the plain one. Nothing is run.
const PROGRAM: &str = r#"
const vm = require("node:vm");
const PARAMETERS = ["exports", "require", "module", "__filename", "__dirname"];
const error = (text, module) => {
  const plain = text.replace(/^\uFEFF/, "");
  try {
    if (module) new vm.SourceTextModule(plain);
    else vm.compileFunction(plain, PARAMETERS);
    return null;
  } catch (error) { return String(error); }
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [plain, probed, module] = JSON.parse(line);
  const complaint = error(probed, module);
  const answer = complaint !== null && error(plain, module) === null ? complaint : null;
  process.stdout.write(JSON.stringify(answer) + "\n");
});
"#;

/// A Node process.
pub struct V8 {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl V8 {
    /// Starts Node from the PATH.
    pub fn start() -> Self {
        let mut child = Command::new("node")
            .args(["--no-warnings", "--experimental-vm-modules", "-e", PROGRAM])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`node` is on the PATH");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self { child, input, output }
    }

    /// What V8 says against `probed` if it takes `plain`.
    pub fn complaint(&mut self, plain: &str, probed: &str, module: bool) -> Option<String> {
        self.ask(plain, probed, module);
        self.answer()
    }

    /// Asks without waiting for the answer.
    pub fn ask(&mut self, plain: &str, probed: &str, module: bool) {
        let line = serde_json::json!([plain, probed, module]).to_string();
        writeln!(self.input, "{line}").expect("Node lives");
    }

    /// The answer to the question that was asked first of those that are open.
    pub fn answer(&mut self) -> Option<String> {
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("Node answers");
        serde_json::from_str(&answer).expect("Node answers with JSON")
    }
}

impl Drop for V8 {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
