//! Plans and emits the files that standard input names, one a line, several times, and prints
//! megabytes per second of each round: the transform without Node, for a profiler.

use std::io::{BufRead as _, Write as _};
use std::time::Instant;

use mimalloc::MiMalloc;
use nearmiss_instrument::{InstrumentOptions, ModuleKind, plan};

/// The allocator of the addon.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(5), |rounds| rounds.parse())?;
    let mut files = Vec::new();
    for name in std::io::stdin().lock().lines() {
        let name = name?;
        if let Ok(text) = std::fs::read_to_string(&name) {
            let mut options = InstrumentOptions::for_file(name);
            options.module = ModuleKind::Auto;
            files.push((text, options));
        }
    }
    let bytes: usize = files.iter().map(|(text, _)| text.len()).sum();
    for _ in 0..rounds {
        let started = Instant::now();
        let mut output = 0;
        for (text, options) in &files {
            if let Ok(planned) = plan(text, options) {
                let emitted = planned.emit(16);
                output += emitted.code.len() + emitted.map.map_or(0, |map| map.len());
            }
        }
        let speed = bytes as f64 / 1e6 / started.elapsed().as_secs_f64();
        writeln!(std::io::stdout(), "{speed:.1} MB/s, {bytes} bytes in, {output} out with maps")?;
    }
    Ok(())
}
