//! What of a `tsconfig.json` matters to compiling: text in, values out.
//!
//! The caller reads files: it parses the nearest `tsconfig.json`, then each file that
//! [`TsConfig::extends`] names (a later one goes before an earlier one), and lays them under it
//! with [`TsConfig::or`].

use serde_json::{Map, Value};

use super::{JsxRuntime, LowerOptions};

/// Why a `tsconfig.json` was not read.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the tsconfig is not JSON with comments: {0}")]
pub struct ParseTsconfigError(String);

/// The compiler options that matter here; `None` where the file says nothing.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TsConfig {
    /// `extends`: paths or package names, as written.
    pub extends: Vec<String>,
    /// `module`, in lower case.
    pub module: Option<String>,
    /// `target`, in lower case.
    pub target: Option<String>,
    /// `experimentalDecorators`.
    pub experimental_decorators: Option<bool>,
    /// `emitDecoratorMetadata`.
    pub emit_decorator_metadata: Option<bool>,
    /// `useDefineForClassFields`.
    pub use_define_for_class_fields: Option<bool>,
    /// `verbatimModuleSyntax`.
    pub verbatim_module_syntax: Option<bool>,
    /// `isolatedModules`.
    pub isolated_modules: Option<bool>,
    /// `strict`.
    pub strict: Option<bool>,
    /// `strictNullChecks`.
    pub strict_null_checks: Option<bool>,
    /// `esModuleInterop`.
    pub es_module_interop: Option<bool>,
    /// `baseUrl`.
    pub base_url: Option<String>,
    /// `paths`: patterns, and the paths that they mean.
    pub paths: Option<Vec<(String, Vec<String>)>>,
    /// `jsx`, in lower case.
    pub jsx: Option<String>,
    /// `jsxFactory`.
    pub jsx_factory: Option<String>,
    /// `jsxFragmentFactory`.
    pub jsx_fragment_factory: Option<String>,
    /// `jsxImportSource`.
    pub jsx_import_source: Option<String>,
}

/// Reads the text of a `tsconfig.json`: JSON with comments and trailing commas. What is not
/// understood, or has the wrong type, counts as not said.
///
/// # Errors
/// Text that is not such JSON.
pub fn parse_tsconfig(text: &str) -> Result<TsConfig, ParseTsconfigError> {
    let json = plain_json(text);
    let value: Value = if json.trim().is_empty() {
        Value::Object(Map::new())
    } else {
        serde_json::from_str(&json).map_err(|error| ParseTsconfigError(error.to_string()))?
    };
    let extends = match value.get("extends") {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(several)) => {
            several.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    };
    let option = |name: &str| value.get("compilerOptions").and_then(|options| options.get(name));
    let flag = |name: &str| option(name).and_then(Value::as_bool);
    let text = |name: &str| option(name).and_then(Value::as_str).map(str::to_owned);
    let word = |name: &str| text(name).map(|word| word.to_ascii_lowercase());
    Ok(TsConfig {
        extends,
        module: word("module"),
        target: word("target"),
        experimental_decorators: flag("experimentalDecorators"),
        emit_decorator_metadata: flag("emitDecoratorMetadata"),
        use_define_for_class_fields: flag("useDefineForClassFields"),
        verbatim_module_syntax: flag("verbatimModuleSyntax"),
        isolated_modules: flag("isolatedModules"),
        strict: flag("strict"),
        strict_null_checks: flag("strictNullChecks"),
        es_module_interop: flag("esModuleInterop"),
        base_url: text("baseUrl"),
        paths: option("paths").and_then(Value::as_object).map(|paths| {
            let texts = |value: &Value| {
                let all = value.as_array().into_iter().flatten();
                all.filter_map(Value::as_str).map(str::to_owned).collect()
            };
            paths.iter().map(|(pattern, value)| (pattern.clone(), texts(value))).collect()
        }),
        jsx: word("jsx"),
        jsx_factory: text("jsxFactory"),
        jsx_fragment_factory: text("jsxFragmentFactory"),
        jsx_import_source: text("jsxImportSource"),
    })
}

impl TsConfig {
    /// What this file says, and where it says nothing what `base`, a file it extends, says.
    #[must_use]
    pub fn or(self, base: Self) -> Self {
        Self {
            extends: self.extends,
            module: self.module.or(base.module),
            target: self.target.or(base.target),
            experimental_decorators: self.experimental_decorators.or(base.experimental_decorators),
            emit_decorator_metadata: self.emit_decorator_metadata.or(base.emit_decorator_metadata),
            use_define_for_class_fields: self
                .use_define_for_class_fields
                .or(base.use_define_for_class_fields),
            verbatim_module_syntax: self.verbatim_module_syntax.or(base.verbatim_module_syntax),
            isolated_modules: self.isolated_modules.or(base.isolated_modules),
            strict: self.strict.or(base.strict),
            strict_null_checks: self.strict_null_checks.or(base.strict_null_checks),
            es_module_interop: self.es_module_interop.or(base.es_module_interop),
            base_url: self.base_url.or(base.base_url),
            paths: self.paths.or(base.paths),
            jsx: self.jsx.or(base.jsx),
            jsx_factory: self.jsx_factory.or(base.jsx_factory),
            jsx_fragment_factory: self.jsx_fragment_factory.or(base.jsx_fragment_factory),
            jsx_import_source: self.jsx_import_source.or(base.jsx_import_source),
        }
    }

    /// Whether class fields are defined: as said, or else if the target is ES2022 or later. With
    /// neither, `None`.
    #[must_use]
    pub fn defines_class_fields(&self) -> Option<bool> {
        self.use_define_for_class_fields.or_else(|| {
            let target = self.target.as_deref()?;
            if target == "esnext" {
                return Some(true);
            }
            let year = target.strip_prefix("es")?.parse::<u32>().ok()?;
            Some(year >= 2022)
        })
    }

    /// Whether modules of this project are compiled to CommonJS whatever the package says: `module`
    /// is `commonjs`. With `node16` and its successors the package decides (`None`), and also when
    /// nothing is said.
    #[must_use]
    pub fn commonjs(&self) -> Option<bool> {
        match self.module.as_deref()? {
            "commonjs" => Some(true),
            module if module.starts_with("node") => None,
            _ => Some(false),
        }
    }

    /// Writes what the file says into the options of a source file; `commonjs` of the options is
    /// the caller's decision, since it depends on the package and on how the file is loaded.
    pub fn apply(&self, options: &mut LowerOptions) {
        options.legacy_decorators = self.experimental_decorators.unwrap_or(false);
        options.emit_decorator_metadata = self.emit_decorator_metadata.unwrap_or(false);
        options.use_define_for_class_fields = self.defines_class_fields();
        options.verbatim_module_syntax = self.verbatim_module_syntax.unwrap_or(false);
        options.isolated_modules = self.isolated_modules.unwrap_or(options.verbatim_module_syntax);
        options.strict_nulls = self.strict_null_checks.or(self.strict).unwrap_or(false);
        let module = self.module.as_deref();
        options.dynamic_import_to_require = module == Some("commonjs");
        options.es_module_interop = self.es_module_interop.unwrap_or_else(|| {
            // TypeScript's own default; without a word on modules, the lenient one.
            module.is_none_or(|module| module.starts_with("node") || module == "preserve")
        });
        if self.jsx.as_deref() == Some("react") {
            options.jsx.runtime = JsxRuntime::Classic;
        }
        options.jsx.pragma.clone_from(&self.jsx_factory);
        options.jsx.pragma_fragment.clone_from(&self.jsx_fragment_factory);
        options.jsx.import_source.clone_from(&self.jsx_import_source);
    }
}

/// Blanks comments, trailing commas and a byte order mark.
fn plain_json(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let mut json = String::with_capacity(text.len());
    // Where the last comma is, while nothing but space has followed it.
    let mut comma: Option<usize> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                comma = None;
                json.push(c);
                while let Some(c) = chars.next() {
                    json.push(c);
                    match c {
                        '"' => break,
                        '\\' => json.extend(chars.next()),
                        _ => {}
                    }
                }
            }
            '/' if chars.peek() == Some(&'/') => while chars.next_if(|&c| c != '\n').is_some() {},
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                let mut previous = ' ';
                for c in chars.by_ref() {
                    if c == '\n' {
                        json.push(c);
                    }
                    if previous == '*' && c == '/' {
                        break;
                    }
                    previous = c;
                }
            }
            ',' => {
                comma = Some(json.len());
                json.push(c);
            }
            '}' | ']' => {
                if let Some(at) = comma.take() {
                    json.replace_range(at..=at, " ");
                }
                json.push(c);
            }
            c if c.is_whitespace() => json.push(c),
            c => {
                comma = None;
                json.push(c);
            }
        }
    }
    json
}
