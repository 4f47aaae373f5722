//! What `lower` is told and what it gives back.

use sourcemap::SourceMap;

use super::Diagnostic;
use super::declared::Imported;
use crate::ignore::Ignored;

/// The language of a source file.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Syntax {
    /// JavaScript; passes through.
    #[default]
    Js,
    /// JavaScript with JSX.
    Jsx,
    /// TypeScript.
    Ts,
    /// TypeScript with JSX.
    Tsx,
}

impl Syntax {
    /// The language that the name of a file tells, or `None` for a file that is none of them
    /// (declaration files `.d.ts` included).
    #[must_use]
    pub fn of_file(file: &str) -> Option<Self> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        if [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| name.ends_with(end)) {
            return None;
        }
        match name.rsplit_once('.')?.1 {
            "js" | "mjs" | "cjs" => Some(Self::Js),
            "jsx" => Some(Self::Jsx),
            "ts" | "mts" | "cts" => Some(Self::Ts),
            "tsx" => Some(Self::Tsx),
            _ => None,
        }
    }

    /// Whether files of this language are TypeScript.
    #[must_use]
    pub fn is_typescript(self) -> bool {
        matches!(self, Self::Ts | Self::Tsx)
    }

    /// Whether files of this language may hold JSX.
    #[must_use]
    pub fn has_jsx(self) -> bool {
        matches!(self, Self::Jsx | Self::Tsx)
    }
}

/// Where JSX elements are created.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum JsxRuntime {
    /// By functions imported from `<import source>/jsx-runtime`.
    #[default]
    Automatic,
    /// By a function in scope, such as `React.createElement`.
    Classic,
}

/// How JSX is compiled. A pragma comment in the file goes before these.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct JsxOptions {
    /// Where elements are created.
    pub runtime: JsxRuntime,
    /// The function of the classic runtime; `React.createElement` by default.
    pub pragma: Option<String>,
    /// The fragment of the classic runtime; `React.Fragment` by default.
    pub pragma_fragment: Option<String>,
    /// The package of the automatic runtime; `react` by default.
    pub import_source: Option<String>,
}

/// How one file is compiled. [`super::TsConfig::apply`] fills what a `tsconfig.json` says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LowerOptions {
    /// The file as it shall be named in maps and messages.
    pub file: String,
    /// Its language.
    pub syntax: Syntax,
    /// Whether `import` and `export` become `require` and `exports` (not for `Syntax::Js`).
    pub commonjs: bool,
    /// With `commonjs`: whether a default import of a CommonJS module is its `module.exports`.
    pub es_module_interop: bool,
    /// With `commonjs`: whether `import()` becomes `require` as well, as TypeScript's
    /// `"module": "commonjs"` has it, or stays (`"node16"`).
    pub dynamic_import_to_require: bool,
    /// Decorators as of `experimentalDecorators`; otherwise those of the standard.
    pub legacy_decorators: bool,
    /// Whether decorated things carry `design:type` and its kin for `reflect-metadata`.
    pub emit_decorator_metadata: bool,
    /// Whether class fields are defined, as in JavaScript, or assigned, as in older TypeScript.
    /// `None`: defined.
    pub use_define_for_class_fields: Option<bool>,
    /// Whether imports that are not marked as types stay although only types use them.
    pub verbatim_module_syntax: bool,
    /// Whether each file is compiled for itself: constant enums of others are read where they are.
    pub isolated_modules: bool,
    /// Whether `null` and `undefined` are types of their own.
    pub strict_nulls: bool,
    /// Imports of the file, as far as its neighbours have been read.
    pub imported: Imported,
    /// How JSX is compiled.
    pub jsx: JsxOptions,
    /// The folder that targets are named relative to, absolute, with a `/` at its end: sources that
    /// a map names absolutely are made relative to it.
    pub root: Option<String>,
    /// The text of a source map that maps `source` further back, as found by a caller that has
    /// read the file of a `sourceMappingURL`. An inline map in the file needs none of this.
    pub incoming_map: Option<String>,
}

impl LowerOptions {
    /// Options for a file, with the language that its name tells (JavaScript when it tells none).
    #[must_use]
    pub fn for_file(file: impl Into<String>) -> Self {
        let file = file.into();
        Self {
            syntax: Syntax::of_file(&file).unwrap_or_default(),
            file,
            commonjs: false,
            es_module_interop: true,
            dynamic_import_to_require: false,
            legacy_decorators: false,
            emit_decorator_metadata: false,
            use_define_for_class_fields: None,
            verbatim_module_syntax: false,
            isolated_modules: false,
            strict_nulls: false,
            imported: Imported::new(),
            jsx: JsxOptions::default(),
            root: None,
            incoming_map: None,
        }
    }
}

/// JavaScript, and where it comes from.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The JavaScript.
    pub code: String,
    /// From `code` to the file that the developer wrote; `None` when `code` is that file.
    pub map: Option<SourceMap>,
    /// What is doubtful but did not stop the compilation: an incoming map that is not used, code
    /// that TypeScript would refuse.
    pub warnings: Vec<Diagnostic>,
    /// Where comments of the file ask for no targets, when it was compiled.
    pub(crate) ignored: Ignored,
}
