//! Prints the tables of a database as homes tell them, as JSON: what `plan` of `nearmiss_sql` reads.
//!
//! `cargo run -p nearmiss_databases --example tables -- postgres://app:secret@localhost/shop`

use std::io::Write;
use std::path::Path;

use nearmiss_databases::{Home, HomeOptions, Original};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).ok_or("the URL of a database is missing")?;
    let original = Original::from_url(&url, Path::new("."))?;
    let mut home = Home::make(&original, &HomeOptions::default())?;
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&home.tables()?)?)?;
    Ok(())
}
