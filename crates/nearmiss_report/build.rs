//! Gives the crate the page of `report.html`, which `npm run build` makes of `page/`. A clone in which
//! that has not been run compiles and passes its tests as well; its reports then say what is missing.

use std::fs;
use std::path::Path;

const BUILT: &str = "page/built/page.html";
const NOT_BUILT: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>nearmiss report</title>
<p>The program of this page was not there when nearmiss was built. Run <code>npm run build</code> in its folder.</p>
<script type="application/json" id="facts">%nearmiss:facts%</script>
</html>
"#;

fn main() -> std::io::Result<()> {
    // The whole folder: a file that is not there yet cannot be watched.
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var_os("OUT_DIR").ok_or(std::io::ErrorKind::NotFound)?;
    let page = fs::read_to_string(BUILT).unwrap_or_else(|_| {
        println!("cargo::warning=report.html has no program; `npm run build` makes it");
        NOT_BUILT.to_owned()
    });
    fs::write(Path::new(&out).join("page.html"), page)
}
