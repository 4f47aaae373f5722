//! What was typed and what the configuration says, for `instrument`.

use std::path::{Path, PathBuf};

use nearmiss_sources::SourceFilter;
use nearmiss_targets::layout;

use super::args::InstrumentArgs;
use crate::config;
use crate::failure::Failure;
use crate::host::Host;
use crate::options::api::{COMPILER, EXCLUDE, INCLUDE, ROOT, SOURCE_MAPS};
use crate::options::{AnyOption, CompilerArg, Options, SourceMapsArg};

/// Settings of `instrument`.
pub struct InstrumentSettings {
    /// The current folder.
    pub here: PathBuf,
    /// Folders, files and globs as typed.
    pub inputs: Vec<String>,
    /// Where the output goes, absolute.
    pub out: PathBuf,
    /// The folder that targets are named relative to, absolute.
    pub root: PathBuf,
    /// Which files get probes.
    pub filter: SourceFilter,
    /// Compiler of TypeScript.
    pub compiler: CompilerArg,
    /// Where maps go.
    pub source_maps: SourceMapsArg,
    /// The first slot of the run.
    pub first_slot: u32,
    /// Whether warnings make the exit code 1.
    pub strict: bool,
    /// Folder of the npm package.
    pub package: PathBuf,
}

impl InstrumentSettings {
    /// Merges both; what was typed wins.
    ///
    /// # Errors
    /// Wrong usage.
    pub fn load(args: &InstrumentArgs, here: &Path, host: &Host) -> Result<Self, Failure> {
        let given = args.config.as_ref().map(|typed| here.join(typed));
        let config = config::load(host, here, given.as_deref())?;
        let taken: [&dyn AnyOption; 5] = [&INCLUDE, &EXCLUDE, &ROOT, &COMPILER, &SOURCE_MAPS];
        let configured = Options::configured(&taken, &config, here)?;
        let either = |typed: &[String], written: &[String]| {
            if typed.is_empty() { written.to_vec() } else { typed.to_vec() }
        };
        let include = either(&args.include, configured.list(&INCLUDE));
        let exclude = either(&args.exclude, configured.list(&EXCLUDE));
        let filter = SourceFilter::new(&include, &exclude)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let root = match (&args.root, configured.get(&ROOT)) {
            (Some(typed), _) => here.join(typed),
            (None, Some(written)) => written.clone(),
            (None, None) => package_root(here),
        };
        let root = root.canonicalize().map_err(|error| {
            Failure::usage(format!("the root {} cannot be used: {error}", root.display()))
        })?;
        let first_slot = args.first_slot.unwrap_or(layout::AHEAD_SLOTS);
        if first_slot < layout::AHEAD_SLOTS || first_slot as usize >= layout::SLOTS {
            return Err(Failure::usage(format!(
                "--first-slot takes a number from {} to {}, not {first_slot}",
                layout::AHEAD_SLOTS,
                layout::SLOTS - 1
            )));
        }
        let out = here.join(&args.out);
        std::fs::create_dir_all(&out).map_err(|error| {
            Failure::usage(format!("the output folder {} cannot be made: {error}", out.display()))
        })?;
        let out = out.canonicalize().map_err(|error| {
            Failure::usage(format!("the output folder {} cannot be used: {error}", out.display()))
        })?;
        Ok(Self {
            here: here.to_owned(),
            inputs: args.inputs.clone(),
            out,
            root,
            filter,
            compiler: args.compiler.or(*configured.get(&COMPILER)).unwrap_or_default(),
            source_maps: args.source_maps.or(*configured.get(&SOURCE_MAPS)).unwrap_or_default(),
            first_slot,
            strict: args.strict,
            package: host.package.clone(),
        })
    }
}

/// The nearest folder from `here` upwards that holds a package.json, else `here`: the root that
/// `nearmiss/register` takes.
fn package_root(here: &Path) -> PathBuf {
    here.ancestors().find(|folder| folder.join("package.json").exists()).unwrap_or(here).to_owned()
}
