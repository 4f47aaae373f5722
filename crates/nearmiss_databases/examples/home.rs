//! Makes the home of a database, tells where it is, and keeps it until its input ends.
//!
//! `cargo run -p nearmiss_databases --example home -- postgres://app:secret@localhost/shop [FOLDER]`

use std::io::Write;
use std::path::Path;

use nearmiss_databases::{Home, HomeOptions, Original};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let url = words.next().ok_or("the URL of a database is missing")?;
    let mut options = HomeOptions::default();
    if let Some(folder) = words.next() {
        options.temporary = folder.into();
    }
    let home = Home::make(&Original::from_url(&url, Path::new("."))?, &options)?;
    let mut out = std::io::stdout();
    writeln!(out, "{:?} {:?} {}", home.at(), home.server(), home.folder().display())?;
    for note in home.notes() {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "ready")?;
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink())?;
    Ok(())
}
