//! All files of a run: plans in parallel, numbers in the order of the files, texts in parallel.
//! Plans hold sources, so a run is done in batches.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use nearmiss_instrument::lower::Syntax;
use nearmiss_instrument::{InstrumentOptions, plan};
use nearmiss_targets::{SlotKind, layout};
use rayon::prelude::*;

use super::inputs::{InputFile, output_place};
use super::journal::Journal;
use super::one_file::{Made, make};
use super::output_files::{self, RUNTIME_FILES, TargetsFile, TargetsOfFile};
use super::settings::InstrumentSettings;
use super::{project_typescript, shown, source_maps, v8};
use crate::failure::Failure;
use crate::options::{CompilerArg, SourceMapsArg};

/// Bytes of source that are held at once.
const BATCH_BYTES: u64 = 32 << 20;

/// What a run wrote.
#[derive(Debug, Default)]
pub struct Written {
    /// Files with probes.
    pub files: usize,
    /// Targets in them.
    pub targets: usize,
    /// Files copied or compiled without probes.
    pub copied: usize,
    /// Files that held probes already.
    pub passed: usize,
}

/// Instruments all files and writes them.
///
/// # Errors
/// When nothing useful could be written: no room for what every file needs, or no Node to ask.
pub fn instrument_all(
    settings: &InstrumentSettings,
    files: &[InputFile],
    journal: &Journal,
    interrupt: &Arc<AtomicBool>,
) -> Result<Written, Failure> {
    let places: BTreeSet<PathBuf> = files.iter().map(|file| output_place(&file.place)).collect();
    let mut run = Run {
        settings,
        journal,
        places,
        inputs: files.iter().map(|file| file.path.clone()).collect(),
        written: Written::default(),
        next: settings.first_slot,
        targets: Vec::new(),
    };
    refuse_mixture(files, &run.places)?;
    journal.begin(files.len());
    let mut rest = files;
    while !rest.is_empty() {
        if interrupt.load(Ordering::Relaxed) {
            journal.finish();
            return Err(Failure::usage("stopped; the output is not complete".to_owned()));
        }
        let (batch, after) = rest.split_at(batch_length(rest));
        run.batch(batch)?;
        rest = after;
    }
    journal.finish();
    if !run.targets.is_empty() {
        let targets = TargetsFile { first_slot: settings.first_slot, files: run.targets };
        output_files::write_runtime(&settings.out, &targets)?;
    }
    Ok(run.written)
}

/// A folder that was instrumented passes through as it is. With new files in it, two runs would share
/// one table of targets.
fn refuse_mixture(files: &[InputFile], places: &BTreeSet<PathBuf>) -> Result<(), Failure> {
    let Some(name) = RUNTIME_FILES.iter().find(|name| places.contains(&PathBuf::from(name))) else {
        return Ok(());
    };
    let is_new = |file: &&InputFile| {
        Syntax::of_file(&file.path.to_string_lossy()).is_some()
            && std::fs::read_to_string(&file.path).is_ok_and(|text| {
                let name = file.place.to_string_lossy();
                let planned = plan(&text, &InstrumentOptions::for_file(name));
                planned.is_ok_and(|planned| !planned.table().slots.is_empty())
            })
    };
    match files.iter().find(is_new) {
        None => Ok(()),
        Some(file) => Err(Failure::usage(format!(
            "the input holds {name}, so it was instrumented before, but {} was not; instrument the sources of both in one run",
            file.place.display()
        ))),
    }
}

/// How many files make a batch, at least one.
fn batch_length(files: &[InputFile]) -> usize {
    let mut bytes = 0;
    let fitting = files.iter().take_while(|file| {
        let fits = bytes < BATCH_BYTES;
        bytes += std::fs::metadata(&file.path).map_or(0, |metadata| metadata.len());
        fits
    });
    fitting.count().max(1)
}

struct Run<'a> {
    settings: &'a InstrumentSettings,
    journal: &'a Journal,
    places: BTreeSet<PathBuf>,
    inputs: BTreeSet<PathBuf>,
    written: Written,
    next: u32,
    targets: Vec<TargetsOfFile>,
}

/// A file with the number of its entry in the targets, when it has one.
type Numbered = (Made, Option<usize>);

impl Run<'_> {
    fn batch(&mut self, batch: &[InputFile]) -> Result<(), Failure> {
        let compiled = match self.settings.compiler {
            CompilerArg::Nearmiss => batch.iter().map(|_| None).collect(),
            CompilerArg::Typescript => project_typescript::compiled(&self.settings.package, batch)?,
        };
        let mut made: Vec<Made> = batch
            .par_iter()
            .zip(compiled)
            .map(|(file, compiled)| {
                make((file, compiled), &self.inputs, self.settings, self.journal)
            })
            .collect();
        self.ask_v8(batch, &mut made)?;
        let numbered: Vec<Numbered> =
            batch.iter().zip(made).map(|(file, made)| self.number(file, made)).collect();
        let (probed, copied) = (AtomicUsize::new(0), AtomicUsize::new(0));
        batch.par_iter().zip(&numbered).for_each(|(file, numbered)| {
            match self.write(file, numbered) {
                Ok(()) => match &numbered.0 {
                    Made::Probed(_) if numbered.1.is_some() => {
                        probed.fetch_add(1, Ordering::Relaxed);
                    }
                    Made::Copy | Made::Compiled { .. } | Made::Probed(_) => {
                        copied.fetch_add(1, Ordering::Relaxed);
                    }
                    Made::Passed | Made::Nothing => {}
                },
                Err(error) => self.journal.left(&error),
            }
            self.journal.step();
        });
        self.written.files += probed.into_inner();
        self.written.copied += copied.into_inner();
        self.written.passed +=
            numbered.iter().filter(|(made, _)| matches!(made, Made::Passed)).count();
        Ok(())
    }

    /// Files that the parser doubts keep their probes if V8 takes the original.
    fn ask_v8(&self, batch: &[InputFile], made: &mut [Made]) -> Result<(), Failure> {
        let doubted: Vec<usize> = (0..made.len())
            .filter(|&at| matches!(&made[at], Made::Probed(probed) if probed.doubt.is_some()))
            .collect();
        if doubted.is_empty() {
            return Ok(());
        }
        let paths: Vec<_> = doubted.iter().map(|&at| batch[at].path.as_path()).collect();
        let errors = v8::syntax_errors(&self.settings.package, &paths)?;
        for (&at, error) in doubted.iter().zip(errors) {
            if let Some(error) = error {
                let name = shown(&batch[at].path, &self.settings.here);
                self.journal.left(&format!("{name} is copied without probes: {error}"));
                made[at] = Made::Copy;
            }
        }
        Ok(())
    }

    fn number(&mut self, file: &InputFile, made: Made) -> Numbered {
        let Made::Probed(probed) = &made else { return (made, None) };
        let planned = &probed.planned;
        let slots = planned.table().slots.len();
        if slots == 0 {
            // Nothing in it to probe: copied, or compiled.
            let is_plain = Syntax::of_file(&file.path.to_string_lossy()) == Some(Syntax::Js);
            return (if is_plain { Made::Copy } else { made }, None);
        }
        let end = u32::try_from(slots).ok().and_then(|slots| self.next.checked_add(slots));
        let Some(end) = end.filter(|end| *end as usize <= layout::SLOTS) else {
            self.journal.left(&format!(
                "{} is copied without probes: all probe slots are used up; leave files out with --exclude",
                shown(&file.path, &self.settings.here)
            ));
            return (Made::Copy, None);
        };
        let is_target = |kind: SlotKind| kind != SlotKind::Root;
        self.written.targets +=
            planned.table().slots.iter().filter(|slot| is_target(slot.kind)).count();
        self.targets.push(TargetsOfFile {
            output: output_files::slashed(&output_place(&file.place)),
            base: self.next,
            table: planned.table().clone(),
            roots: planned.roots().to_vec(),
            texts: planned.texts().to_vec(),
        });
        self.next = end;
        (made, Some(self.targets.len() - 1))
    }

    fn write(&self, file: &InputFile, (made, number): &Numbered) -> Result<(), String> {
        let place = output_place(&file.place);
        let path = self.settings.out.join(&place);
        let name = |why: String| format!("{} {why}", shown(&path, &self.settings.here));
        match made {
            Made::Nothing => Ok(()),
            // The map of a file that gets one from us: what it says is in that.
            Made::Copy if self.is_replaced_map(&place) => Ok(()),
            Made::Copy | Made::Passed => output_files::copy(&file.path, &path).map_err(name),
            Made::Compiled { code, map } => {
                self.write_text(file, &path, code.clone(), map.as_deref()).map_err(name)
            }
            Made::Probed(probed) => {
                let planned = &probed.planned;
                let prologue = number.map_or_else(String::new, |number| {
                    output_files::prologue(&place, planned, number)
                });
                let base = number.map_or(0, |number| self.targets[number].base);
                let emitted = planned.emit_after(base, &prologue);
                self.write_text(file, &path, emitted.code, emitted.map.as_deref()).map_err(name)
            }
        }
    }

    fn write_text(
        &self,
        file: &InputFile,
        path: &std::path::Path,
        code: String,
        map: Option<&str>,
    ) -> Result<(), String> {
        let mut code = source_maps::without_reference(code);
        if let Some(map) = map {
            let map = source_maps::seen_from(map, &file.path, path);
            match self.settings.source_maps {
                SourceMapsArg::False => {}
                SourceMapsArg::Inline => source_maps::append_inline(&mut code, &map),
                SourceMapsArg::True => {
                    let beside = source_maps::append_reference(&mut code, path);
                    output_files::write(&beside, map.as_bytes())?;
                }
            }
        }
        output_files::write_like(path, code.as_bytes(), &file.path)
    }

    fn is_replaced_map(&self, place: &std::path::Path) -> bool {
        let source = place.extension().filter(|extension| *extension == "map");
        self.settings.source_maps == SourceMapsArg::True
            && source.is_some()
            && self.places.contains(&place.with_extension(""))
            && Syntax::of_file(&place.with_extension("").to_string_lossy()).is_some()
    }
}
