//! The transform of `nearmiss_instrument`.

use napi::bindgen_prelude::Uint32Array;
use napi_derive::napi;
use nearmiss_targets::{SlotEntry, SlotKind, TargetTable};

use crate::guard::guarded;

/// A source file after planning, before its slots have their numbers.
#[napi]
pub struct PlannedSource {
    source: String,
    table: TargetTable,
}

/// Plans the probes of one source file.
#[napi]
pub fn instrument(source: String, file: String, options: String) -> napi::Result<PlannedSource> {
    guarded("instrumenting", || {
        let _ = &options;
        let slots = vec![SlotEntry { kind: SlotKind::Function, line: 1, n: 0 }];
        Ok(PlannedSource { source, table: TargetTable { file, slots } })
    })
}

#[napi]
impl PlannedSource {
    /// The target table as JSON.
    #[napi(getter)]
    pub fn table(&self) -> napi::Result<String> {
        serde_json::to_string(&self.table).map_err(|e| napi::Error::from_reason(e.to_string()))
    }
    /// Number of slots.
    #[napi(getter)]
    pub fn slots(&self) -> u32 {
        u32::try_from(self.table.slots.len()).unwrap_or(u32::MAX)
    }
    /// Pairs of slot offset and length of the predicate trees.
    #[napi(getter)]
    pub fn roots(&self) -> Uint32Array {
        Vec::new().into()
    }
    /// JSON pairs.
    #[napi(getter)]
    pub fn texts(&self) -> String {
        "[]".to_owned()
    }
    /// Whether module syntax.
    #[napi(getter)]
    pub fn is_module(&self) -> bool {
        self.source.contains("import ") || self.source.contains("export ")
    }
    /// The text.
    #[napi]
    pub fn emit(&self, base: u32) -> String {
        format!("__nm.S[{base}]===1||__nm.c({base});{}", self.source)
    }
    /// Map.
    #[napi]
    pub fn source_map(&self) -> Option<String> {
        None
    }
}
