//! The files beside the tests: they make the suite independent of whoever wrote it.

use serde_json::{Map, Value, json};

use super::users;
use crate::suite::{GeneratedFile, ResetSpec, StartSpec, TestSuite};

const CALLS: &str = include_str!("support/calls.cjs");
const DRIVER_BASE: &str = include_str!("support/driver-base.cjs");
const DRIVER_HOST: &str = include_str!("support/driver-host.mjs");
const PRELOAD: &str = include_str!("support/preload.cjs");
const SUT: &str = include_str!("support/sut.cjs");

pub(super) fn files(suite: &TestSuite) -> Vec<GeneratedFile> {
    let file = |name: &str, content: &str| GeneratedFile {
        path: format!("support/{name}"),
        content: content.to_owned(),
    };
    let mut files = vec![file("calls.cjs", CALLS)];
    if matches!(suite.start, StartSpec::Driver { .. }) {
        files.push(file("driver-base.cjs", DRIVER_BASE));
        files.push(file("driver-host.mjs", DRIVER_HOST));
    }
    files.push(file("preload.cjs", PRELOAD));
    files.push(file("start.json", &start(suite)));
    files.push(file("sut.cjs", SUT));
    files.extend(users::files(suite));
    files
}

fn start(suite: &TestSuite) -> String {
    let (mut spec, cwd, env) = match &suite.start {
        StartSpec::Command { command, cwd, env } => (json!({ "command": command }), cwd, env),
        StartSpec::Driver { path, cwd, env } => (json!({ "driver": path }), cwd, env),
    };
    let variables: Map<String, Value> =
        env.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    spec["cwd"] = cwd.clone().into();
    spec["env"] = variables.into();
    spec["reset"] = match &suite.reset {
        ResetSpec::None => "none".into(),
        ResetSpec::Restart => "restart".into(),
        ResetSpec::Driver => "driver".into(),
        ResetSpec::Url { method, target } => json!({ "method": method, "target": target }),
    };
    format!("{spec:#}\n")
}
