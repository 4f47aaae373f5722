//! What the test suites that EvoMaster's core writes need of a driver file: they `require` it, and Jest runs them where
//! ES modules cannot be imported and nobody compiles TypeScript.

use std::path::{Path, PathBuf};

use nearmiss_runner::DriverReady;

use crate::installed::folder_of;
use crate::output::Output;

/// How a file begins that is ours to write again.
const MARK: &str = "// Written by `nearmiss serve`";

/// Says where a driver file cannot be required, and writes the one beside it that can.
pub(super) fn offer(driver: &Path, ready: &DriverReady, name: &str, output: &Output) {
    let Some(why) = &ready.not_required else { return };
    let shown = driver.display();
    let mut said = format!(
        "warning: the suites that EvoMaster's core writes cannot `require` {shown}: {why}."
    );
    let path = beside(driver);
    let beside = path.display();
    said.push_str(&match write(&path, driver, name) {
        Ok(()) => {
            format!(" They can {beside}, which stands for it: name that with --jsControllerPath")
        }
        Err(why) => format!(" {beside} would stand for it, but {why}"),
    });
    if folder_of("nearmiss", driver.parent().unwrap_or(driver)).is_none() {
        said.push_str("; it needs the package: npm install --save-dev nearmiss");
    }
    output.warn(&said);
}

/// `nearmiss.driver.ts` -> `nearmiss.driver.evomaster.cjs`.
fn beside(driver: &Path) -> PathBuf {
    let stem = driver.file_stem().unwrap_or_default().to_string_lossy();
    driver.with_file_name(format!("{stem}.evomaster.cjs"))
}

fn write(path: &Path, driver: &Path, name: &str) -> Result<(), String> {
    match std::fs::read_to_string(path) {
        Ok(text) if !text.contains(MARK) => {
            return Err("there is another file of that name".to_owned());
        }
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(format!("it cannot be read: {error}")),
    }
    let file = driver.file_name().unwrap_or_default().to_string_lossy();
    std::fs::write(path, text(&file, name))
        .map_err(|error| format!("it cannot be written: {error}"))
}

/// The file: a class of the same name, whose methods are done by the driver in a process of its own.
fn text(driver: &str, name: &str) -> String {
    let file = serde_json::Value::from(driver);
    format!(
        "\"use strict\";
{MARK}. The test suites that EvoMaster's core writes can require this file (--jsControllerPath), and not
// the driver itself, which runs in a process of its own.

const path = require(\"node:path\");
const {{ driverApart }} = require(\"nearmiss/apart\");

class {name} extends driverApart(path.join(__dirname, {file})) {{}}

module.exports = {name};
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_stands_beside_the_driver_and_is_written_over_only_if_it_is_ours() {
        let folder = tempfile::tempdir().unwrap();
        let driver = folder.path().join("shop.driver.mts");
        let path = beside(&driver);
        assert_eq!(path, folder.path().join("shop.driver.evomaster.cjs"));
        write(&path, &driver, "Old").unwrap();
        write(&path, &driver, "ShopDriver").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(
            "class ShopDriver extends driverApart(path.join(__dirname, \"shop.driver.mts\"))"
        ));
        assert!(text.ends_with("module.exports = ShopDriver;\n"), "{text}");
        std::fs::write(&path, "module.exports = 1;\n").unwrap();
        assert_eq!(write(&path, &driver, "A").unwrap_err(), "there is another file of that name");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "module.exports = 1;\n");
    }
}
