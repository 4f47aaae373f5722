//! Include and exclude globs.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use napi_derive::napi;

/// Decides by globs which files of the project are instrumented. Paths are relative to its root,
/// with `/`; `*` does not cross a `/`, `**` does.
#[napi]
pub struct SourceFilter {
    include: Option<GlobSet>,
    exclude: GlobSet,
}

#[napi]
impl SourceFilter {
    /// A filter from globs. No `include` globs: everything is included.
    ///
    /// # Errors
    /// A glob is not valid; the message names it.
    #[napi(constructor)]
    pub fn new(include: Vec<String>, exclude: Vec<String>) -> napi::Result<Self> {
        Ok(Self {
            include: if include.is_empty() { None } else { Some(set_of("include", &include)?) },
            exclude: set_of("exclude", &exclude)?,
        })
    }

    /// Whether the file is to be instrumented.
    #[napi]
    pub fn includes(&self, file: String) -> bool {
        self.include.as_ref().is_none_or(|globs| globs.is_match(&file))
            && !self.exclude.is_match(&file)
    }
}

fn set_of(option: &str, globs: &[String]) -> napi::Result<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        // `./src/**` and `src/` are what people write.
        let plain = glob.strip_prefix("./").unwrap_or(glob);
        let plain = if plain.ends_with('/') { format!("{plain}**") } else { plain.to_owned() };
        let parsed = GlobBuilder::new(&plain).literal_separator(true).build().map_err(|error| {
            napi::Error::from_reason(format!("nearmiss: {option} glob '{glob}': {error}"))
        })?;
        set.add(parsed);
    }
    set.build()
        .map_err(|error| napi::Error::from_reason(format!("nearmiss: {option} globs: {error}")))
}
