//! Searches each operation by itself, for our own experiments: `apart NODE PACKAGE OPTION...`, where NODE runs
//! JavaScript, PACKAGE is the folder of the npm package, and the options are those of `fuzz` and `--seeds N`.

use std::process::ExitCode;
use std::sync::Arc;

use nearmiss_cli::{Invocation, search_apart};

/// As the addon has it: deep JSON schemas are met by recursion.
const STACK_BYTES: usize = 64 << 20;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (node, package) = (args.next().unwrap_or_default(), args.next().unwrap_or_default());
    let invocation = Invocation {
        args: args.collect(),
        node: node.into(),
        package: package.into(),
        interrupt: Arc::default(),
    };
    let search =
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || search_apart(invocation));
    let code = search.ok().and_then(|search| search.join().ok());
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(101))
}
