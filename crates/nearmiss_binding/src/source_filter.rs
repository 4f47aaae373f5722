//! Include and exclude globs, for JavaScript.

use napi_derive::napi;

/// Decides by globs which files of the project are instrumented; see
/// [`nearmiss_sources::SourceFilter`].
#[napi]
pub struct SourceFilter(nearmiss_sources::SourceFilter);

#[napi]
impl SourceFilter {
    /// A filter from globs. No `include` globs: everything is included.
    ///
    /// # Errors
    /// A glob is not valid; the message names it.
    #[napi(constructor)]
    pub fn new(include: Vec<String>, exclude: Vec<String>) -> napi::Result<Self> {
        nearmiss_sources::SourceFilter::new(&include, &exclude)
            .map(Self)
            .map_err(|error| napi::Error::from_reason(format!("nearmiss: {error}")))
    }

    /// Whether the file is to be instrumented.
    #[napi]
    pub fn includes(&self, file: String) -> bool {
        self.0.includes(&file)
    }
}
