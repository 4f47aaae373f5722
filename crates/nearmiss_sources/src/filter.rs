//! Include and exclude globs.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// A glob that is none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GlobError(String);

impl std::fmt::Display for GlobError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GlobError {}

/// Decides by globs which files of the project are instrumented. Paths are relative to its root,
/// with `/`; `*` does not cross a `/`, `**` does.
#[derive(Clone, Debug)]
pub struct SourceFilter {
    include: Option<GlobSet>,
    exclude: GlobSet,
}

impl SourceFilter {
    /// A filter from globs. No `include` globs: everything is included.
    ///
    /// # Errors
    /// A glob is not valid; the message names it.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, GlobError> {
        Ok(Self {
            include: if include.is_empty() { None } else { Some(set_of("include", include)?) },
            exclude: set_of("exclude", exclude)?,
        })
    }

    /// Whether the file is to be instrumented.
    #[must_use]
    pub fn includes(&self, file: &str) -> bool {
        self.include.as_ref().is_none_or(|globs| globs.is_match(file))
            && !self.exclude.is_match(file)
    }
}

fn set_of(option: &str, globs: &[String]) -> Result<GlobSet, GlobError> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        // `./src/**` and `src/` are what people write.
        let plain = glob.strip_prefix("./").unwrap_or(glob);
        let plain = if plain.ends_with('/') { format!("{plain}**") } else { plain.to_owned() };
        let parsed = GlobBuilder::new(&plain)
            .literal_separator(true)
            .build()
            .map_err(|error| GlobError(format!("{option} glob '{glob}': {error}")))?;
        set.add(parsed);
    }
    set.build().map_err(|error| GlobError(format!("{option} globs: {error}")))
}
