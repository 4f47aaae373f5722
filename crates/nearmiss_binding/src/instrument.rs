//! The transform of `nearmiss_instrument`, for one file at a time.

use std::path::Path;

use napi::Either;
use napi::bindgen_prelude::{Latin1String, Uint32Array};
use napi_derive::napi;
use nearmiss_instrument::lower::{LowerOptions, Syntax, lower as lower_source};
use nearmiss_instrument::source_map::find_map_reference;
use nearmiss_instrument::{InstrumentOptions, Logical, ModuleKind, Planned, Standalone, plan};
use serde::Deserialize;

use crate::guard::guarded;

/// How JavaScript describes a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct BindingSource {
    /// Path of the file.
    path: String,
    /// `js`, `jsx`, `ts` or `tsx`.
    language: Language,
    /// How the engine will load it.
    #[serde(default)]
    module: ModuleKind,
    /// The form of `&&` and `||`.
    #[serde(default)]
    logical: Logical,
    /// Whether coverage is to be told.
    #[serde(default)]
    coverage: bool,
    /// The map that a host hands over with the source; `path` names its generated file.
    #[serde(default)]
    incoming_map: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    Js,
    Jsx,
    Ts,
    Tsx,
}

impl From<Language> for Syntax {
    fn from(language: Language) -> Self {
        match language {
            Language::Js => Self::Js,
            Language::Jsx => Self::Jsx,
            Language::Ts => Self::Ts,
            Language::Tsx => Self::Tsx,
        }
    }
}

/// JavaScript that TypeScript or JSX was compiled to.
#[napi(object)]
pub struct LoweredSource {
    /// The JavaScript.
    pub code: String,
    /// The source map (JSON) from the JavaScript to the file.
    pub map: Option<String>,
}

/// A source file whose probes are decided, before its slots have their numbers.
#[napi]
pub struct PlannedSource {
    planned: Planned,
    has_map: bool,
}

/// Compiles a file to JavaScript without probes.
///
/// # Errors
/// The file does not parse or cannot be compiled; the message says where.
#[napi]
pub fn lower(source: String, description: String) -> napi::Result<LoweredSource> {
    guarded("compiling", || {
        let lowered = lower_source(&source, &lower_options(&source, &parsed(&description)?))
            .map_err(failed)?;
        let map = match &lowered.map {
            None => None,
            Some(map) => {
                let mut json = Vec::new();
                map.to_writer(&mut json).map_err(failed)?;
                Some(String::from_utf8(json).map_err(failed)?)
            }
        };
        Ok(LoweredSource { code: lowered.code, map })
    })
}

/// Compiles a file if need be and plans its probes. `file` is its name in targets.
///
/// # Errors
/// The file cannot be compiled or does not parse; the message says where. It is then to be run as
/// it is.
#[napi]
pub fn instrument(
    source: String,
    file: String,
    description: String,
) -> napi::Result<PlannedSource> {
    guarded("instrumenting", || {
        let description = parsed(&description)?;
        let lower = lower_options(&source, &description);
        let has_map = lower.syntax != Syntax::Js
            || find_map_reference(&source).is_ok_and(|reference| reference.is_some());
        let root = description.path.strip_suffix(&file).map(str::to_owned);
        let lower = LowerOptions { root, ..lower };
        let BindingSource { module, logical, coverage, .. } = description;
        let options = InstrumentOptions { file, module, logical, coverage, lower };
        let planned = plan(&source, &options).map_err(failed)?;
        Ok(PlannedSource { planned, has_map })
    })
}

/// A text on its way to JavaScript: ASCII is copied as it is, everything else is decoded.
type Text = Either<Latin1String, String>;

fn text(text: String) -> Text {
    if text.is_ascii() { Either::A(text.into()) } else { Either::B(text) }
}

/// Probed text.
#[napi(object, object_from_js = false)]
pub struct ProbedText {
    /// The text to run.
    #[napi(ts_type = "string")]
    pub code: Text,
    /// Its source map (JSON), if asked for.
    #[napi(ts_type = "string")]
    pub map: Option<Text>,
}

#[napi]
impl PlannedSource {
    /// The target table, as JSON of the control protocol.
    ///
    /// # Errors
    /// Never: numbers and a name can be written as JSON.
    #[napi(getter, ts_return_type = "string")]
    pub fn table(&self) -> napi::Result<Text> {
        serde_json::to_string(self.planned.table()).map(text).map_err(failed)
    }

    /// Number of slots.
    #[napi(getter)]
    pub fn slots(&self) -> u32 {
        u32::try_from(self.planned.table().slots.len()).unwrap_or(u32::MAX)
    }

    /// `[slot offset, length, ...]` of the predicate trees.
    #[napi(getter)]
    pub fn roots(&self) -> Uint32Array {
        self.planned.roots().to_vec().into()
    }

    /// `[[slot offset, callee as V8 renders it], ...]` of tracked calls, as JSON.
    ///
    /// # Errors
    /// Never: numbers and texts can be written as JSON.
    #[napi(getter)]
    pub fn texts(&self) -> napi::Result<String> {
        serde_json::to_string(self.planned.texts()).map_err(failed)
    }

    /// Number of slots: those of the table and those that only coverage needs.
    #[napi(getter, js_name = "slotCount")]
    pub fn slot_count(&self) -> u32 {
        self.planned.slot_count()
    }

    /// The coverage of the file (JSON, of Istanbul's form) before anything has run, with the
    /// conditions of its items; nothing when it was not asked for.
    #[napi]
    pub fn coverage(&self, hash: String) -> Option<String> {
        let coverage = self.planned.coverage()?;
        Some(coverage.to_json(&self.planned.source_path(), &hash).to_string())
    }

    /// The text for a module that registers itself through `runtime` (what it requires or
    /// imports) when it is loaded. `map_to_input`: its map leads to the JavaScript that was
    /// instrumented, not through the incoming map.
    #[napi(js_name = "emitStandalone")]
    pub fn emit_standalone(&self, runtime: String, hash: String, map_to_input: bool) -> ProbedText {
        let options = Standalone { runtime, hash, map_to_input };
        let emitted = self.planned.emit_standalone(&options);
        ProbedText { code: text(emitted.code), map: emitted.map.map(text) }
    }

    /// Whether the source holds probes already and is to pass through.
    #[napi(getter, js_name = "isAlreadyInstrumented")]
    pub fn is_already_instrumented(&self) -> bool {
        self.planned.is_already_instrumented()
    }

    /// What is doubtful about maps and compilation, for the user.
    #[napi(getter)]
    pub fn warnings(&self) -> Vec<String> {
        self.planned.warnings().iter().map(ToString::to_string).collect()
    }

    /// Whether a function of this CommonJS module hides the module's `require`.
    #[napi(getter, js_name = "hidesRequire")]
    pub fn hides_require(&self) -> bool {
        self.planned.hides_require()
    }

    /// Whether the source was read as an ES module.
    #[napi(getter, js_name = "isModule")]
    pub fn is_module(&self) -> bool {
        self.planned.is_module()
    }

    /// What the parser doubted, or nothing: only V8 knows whether the source is valid.
    #[napi(getter)]
    pub fn doubt(&self) -> Option<String> {
        self.planned.diagnostics().first().map(ToString::to_string)
    }

    /// The text for a module whose first slot is `base`. `map`: whether with a source map; when not
    /// said, if what was instrumented had one (lines stay, so plain JavaScript needs none to run).
    #[napi]
    pub fn emit(&self, base: u32, map: Option<bool>) -> ProbedText {
        let emitted = if map.unwrap_or(self.has_map) {
            self.planned.emit(base)
        } else {
            self.planned.emit_without_map(base)
        };
        ProbedText { code: text(emitted.code), map: emitted.map.map(text) }
    }
}

fn failed(error: impl std::fmt::Display) -> napi::Error {
    napi::Error::from_reason(error.to_string())
}

fn parsed(description: &str) -> napi::Result<BindingSource> {
    serde_json::from_str(description).map_err(failed)
}

fn lower_options(source: &str, description: &BindingSource) -> LowerOptions {
    let path = Path::new(&description.path);
    let (language, module) = (description.language.into(), description.module);
    let mut options = nearmiss_sources::lower_options(source, path, language, module);
    if description.incoming_map.is_some() {
        options.incoming_map.clone_from(&description.incoming_map);
    }
    options
}
