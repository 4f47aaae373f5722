//! Taking up what earlier searches found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use nearmiss_problem::Problem;
use nearmiss_search::{Resumed, ResumedTest};

use super::codec::{Names, Unfit};
use super::document::{ArchiveDocument, read_archive};
use super::merge::{same_file, union};
use super::today::Today;

use crate::failure::Failure;

/// The archives that a search goes on from.
#[derive(Debug, Default)]
pub struct Loaded {
    /// All of them as one; `None`: the search begins anew.
    pub document: Option<ArchiveDocument>,
    /// Their paths.
    pub paths: Vec<PathBuf>,
}

/// Reads the archives to go on from, and makes sure that the one to be written takes nothing away.
/// A file that is to be both is begun where there is none yet.
///
/// # Errors
/// When one of them is missing or cannot be used, or the file to be written is there and is none of
/// those to go on from.
pub fn load(resume: &[PathBuf], archive: Option<&Path>) -> Result<Loaded, Failure> {
    let to_write = |path: &Path| archive.is_some_and(|archive| same_file(archive, path));
    if let Some(archive) = archive
        && archive.exists()
        && !resume.iter().any(|path| to_write(path))
    {
        let path = archive.display();
        return Err(Failure::usage(format!(
            "--archive {path}: there is such a file, and what it holds is not thrown away; add --resume \
             {path} to go on from it, name another file, or delete it"
        )));
    }
    let mut documents = Vec::new();
    let mut paths = Vec::new();
    for path in resume {
        if !path.exists() && to_write(path) {
            continue;
        }
        documents.push(read_archive(path)?);
        paths.push(path.clone());
    }
    let all: Vec<&ArchiveDocument> = documents.iter().collect();
    Ok(Loaded { document: (!all.is_empty()).then(|| union(&all)), paths })
}

impl Loaded {
    /// What the search is to run first, and what people should know of it. The problem learns what the
    /// earlier searches have learnt.
    ///
    /// # Errors
    /// When none of the operations is one of the API.
    pub fn take_up(
        &self,
        problem: &dyn Problem,
        today: &Today<'_>,
    ) -> Result<(Resumed, Vec<String>), Failure> {
        let Some(document) = &self.document else { return Ok((Resumed::default(), Vec::new())) };
        let shown: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let shown = shown.join(", ");
        let listed: Vec<String> =
            problem.templates().into_iter().map(|template| template.name).collect();
        let gone: Vec<&String> =
            document.operations.iter().filter(|name| !listed.contains(name)).collect();
        refuse_another_api(document, &gone, &shown)?;
        problem.restore(&document.learnt);
        let names = Names::of(problem);
        let lacking: Vec<Option<String>> =
            document.tests.iter().map(|test| today.lacks(test)).collect();
        let mut unfit = [0, 0];
        let mut individual = |index: usize| {
            if lacking[index].is_some() {
                return None;
            }
            match names.decode(&today.reveal(&document.tests[index])) {
                Ok(individual) => Some(individual),
                Err(why) => {
                    unfit[usize::from(why == Unfit::Value)] += 1;
                    None
                }
            }
        };
        let mut tests: Vec<Option<ResumedTest>> = (0..document.tests.len())
            .map(|index| {
                let individual = individual(index)?;
                Some(ResumedTest { index, individual, covers: Vec::new() })
            })
            .collect();
        let mut gone_with = Vec::new();
        for (key, index) in &document.covered {
            match &mut tests[*index] {
                Some(test) => test.covers.push(key.clone()),
                None if lacking[*index].is_some() => {}
                None => gone_with.push(key.clone()),
            }
        }
        // What is short first, so that each target gets its shortest test at once; what only came near
        // last.
        let mut tests: Vec<ResumedTest> = tests.into_iter().flatten().collect();
        tests.sort_by_key(|test| (test.covers.is_empty(), test.individual.calls.len()));
        let warnings = warnings(&shown, &lacking, unfit, &gone);
        let constants =
            document.constants.iter().map(|text| text.encode_utf16().collect()).collect();
        let draws = document.draws;
        Ok((Resumed { tests, unfit: gone_with, constants, draws }, warnings))
    }

    /// Keys of targets whose tests need somebody or something that is not there today.
    #[must_use]
    pub fn unverified(&self, today: &Today<'_>) -> BTreeSet<String> {
        let Some(document) = &self.document else { return BTreeSet::new() };
        let lacking: Vec<bool> =
            document.tests.iter().map(|test| today.lacks(test).is_some()).collect();
        let covered = document.covered.iter();
        covered.filter(|(_, test)| lacking[**test]).map(|(key, _)| key.clone()).collect()
    }

    /// How many targets the archives have.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.document.as_ref().map_or(0, |document| document.covered.len())
    }
}

/// Refuses an archive none of whose operations is there.
fn refuse_another_api(
    document: &ArchiveDocument,
    gone: &[&String],
    shown: &str,
) -> Result<(), Failure> {
    match gone.first() {
        Some(first) if gone.len() == document.operations.len() => Err(Failure::usage(format!(
            "--resume {shown}: none of its {} operations (such as {first}) is one of this API; it is an \
             archive of {}: give the archive of this API",
            gone.len(),
            document.api
        ))),
        _ => Ok(()),
    }
}

/// What people should know of tests that are not run: what each lacks, and how many do not fit, by operations and by values.
fn warnings(
    shown: &str,
    lacking: &[Option<String>],
    [operations, values]: [usize; 2],
    gone: &[&String],
) -> Vec<String> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    lacking.iter().flatten().for_each(|what| *counts.entry(what).or_default() += 1);
    let waiting = counts.into_iter().map(|(what, count)| {
        format!(
            "{count} tests of {shown} are not run, since they need {what}; an --archive keeps them as \
             they are"
        )
    });
    let mut warnings: Vec<String> = waiting.collect();
    if operations > 0 {
        warnings.push(format!(
            "{operations} tests of {shown} are left out: {} operations of the archive are none of this \
             API any more, such as {}",
            gone.len(),
            gone.first().map_or("one that was found", |name| name.as_str())
        ));
    }
    if values > 0 {
        warnings.push(format!("{values} tests of {shown} are left out: they are no tests"));
    }
    warnings
}
