//! The transform of `nearmiss_instrument`, for one file at a time.

use std::path::Path;

use napi::Either;
use napi::bindgen_prelude::{Latin1String, Uint32Array, Utf16String};
use napi_derive::napi;
use nearmiss_instrument::lower::{LowerOptions, Syntax, lower as lower_source};
use nearmiss_instrument::source_map::find_map_reference;
use nearmiss_instrument::{
    Emitted, InstrumentOptions, Logical, ModuleKind, Planned, Standalone, plan,
};
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
    /// Whether errors that leave functions are told.
    #[serde(default)]
    tells_errors: bool,
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
    emitted: bool,
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
        let BindingSource { module, logical, coverage, tells_errors, .. } = description;
        let options = InstrumentOptions { file, module, logical, coverage, tells_errors, lower };
        let planned = plan(&source, &options).map_err(failed)?;
        Ok(PlannedSource { planned, has_map, emitted: false })
    })
}

/// A text on its way to JavaScript: ASCII is copied as it is. Of anything else V8 gets the units that
/// it keeps, since it decodes UTF-8 byte by byte, and twice.
type Text = Either<Latin1String, Utf16String>;

fn text(text: String) -> Text {
    if text.is_ascii() { Either::A(text.into()) } else { Either::B(units(&text).into()) }
}

/// Bytes of an entry of a table as JSON: a guess that saves most of the growing.
const TABLE_ENTRY: usize = 24;
/// Bytes that are looked at together: text is ASCII but for a character here and there.
const RUN: usize = 64;

fn units(text: &str) -> Vec<u16> {
    let mut units = Vec::with_capacity(text.len());
    let mut from = 0;
    while from < text.len() {
        let to = text.ceil_char_boundary(from + RUN);
        let run = &text[from..to];
        if run.is_ascii() {
            units.extend(run.bytes().map(u16::from));
        } else {
            units.extend(run.encode_utf16());
        }
        from = to;
    }
    units
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
        let table = self.planned.table();
        let mut json = Vec::with_capacity(table.slots.len() * TABLE_ENTRY + table.file.len());
        serde_json::to_writer(&mut json, table).map_err(failed)?;
        String::from_utf8(json).map(text).map_err(failed)
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
    ///
    /// # Errors
    /// A text was emitted before, see [`Self::emit`].
    #[napi(js_name = "emitStandalone")]
    pub fn emit_standalone(
        &mut self,
        runtime: String,
        hash: String,
        map_to_input: bool,
    ) -> napi::Result<ProbedText> {
        let options = Standalone { runtime, hash, map_to_input };
        self.emit_once(|planned, _| planned.emit_standalone(&options))
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
    ///
    /// # Errors
    /// A text was emitted before: what emission needs is most of a plan, and is not kept until
    /// JavaScript collects its garbage.
    #[napi]
    pub fn emit(&mut self, base: u32, map: Option<bool>) -> napi::Result<ProbedText> {
        self.emit_once(|planned, has_map| {
            if map.unwrap_or(has_map) { planned.emit(base) } else { planned.emit_without_map(base) }
        })
    }

    /// What stood where `probed`, the text of a function of the module whose first slot is `base`, stands now; nothing when it
    /// is not of this module.
    #[napi]
    pub fn unprobed(&self, base: u32, probed: String) -> Option<String> {
        self.planned.unprobed(base, &probed)
    }

    fn emit_once(
        &mut self,
        emit: impl FnOnce(&Planned, bool) -> Emitted,
    ) -> napi::Result<ProbedText> {
        if std::mem::replace(&mut self.emitted, true) {
            return Err(failed(
                "the text of this plan was emitted before; instrument the source again",
            ));
        }
        let Emitted { code, map } = emit(&self.planned, self.has_map);
        self.planned.end_emission();
        Ok(ProbedText { code: text(code), map: map.map(text) })
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
