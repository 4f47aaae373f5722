//! Tests that compile TypeScript and run what comes out.

mod commonjs;
mod execution;
mod maps;
mod other_files;
mod refusal;
mod tsconfig;

use std::io::Write;
use std::process::{Command, Stdio};

use super::{LowerOptions, Lowered, lower};

/// Options of a TypeScript file that is loaded by `import`.
fn esm() -> LowerOptions {
    LowerOptions::for_file("src/input.ts")
}

/// Options of a NestJS-like project: CommonJS, legacy decorators with metadata, assigned fields.
fn nest() -> LowerOptions {
    LowerOptions {
        commonjs: true,
        dynamic_import_to_require: true,
        legacy_decorators: true,
        emit_decorator_metadata: true,
        use_define_for_class_fields: Some(false),
        ..esm()
    }
}

fn lowered(source: &str, options: &LowerOptions) -> Lowered {
    let lowered = lower(source, options).expect("the source is fine");
    assert_eq!(lowered.warnings, [], "no doubts about {source}");
    lowered
}

/// Compiles and runs a program, which prints its result.
fn run(source: &str, options: &LowerOptions) -> String {
    run_javascript(&lowered(source, options).code, options.commonjs)
}

fn run_javascript(code: &str, commonjs: bool) -> String {
    let kind = if commonjs { "--input-type=commonjs" } else { "--input-type=module" };
    let mut node = Command::new("node")
        .args([kind, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("node starts");
    node.stdin.take().expect("piped").write_all(code.as_bytes()).expect("node reads");
    let output = node.wait_with_output().expect("node ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}\n--- of ---\n{code}");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}
