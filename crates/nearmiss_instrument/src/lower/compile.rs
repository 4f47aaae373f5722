//! The passes, in order.

use sourcemap::SourceMap;
use swc_core::common::comments::{Comments, SingleThreadedComments};
use swc_core::common::errors::{HANDLER, Handler};
use swc_core::common::{
    FileName, GLOBALS, Globals, Mark, SourceFile, SourceMap as Files, sync::Lrc,
};
use swc_core::ecma::ast::{EsVersion, Program};
use swc_core::ecma::codegen::{Config as PrintConfig, Emitter, Node};
use swc_core::ecma::transforms::base::fixer::{fixer, paren_remover};
use swc_core::ecma::transforms::base::helpers::{HELPERS, Helpers, inject_helpers};
use swc_core::ecma::transforms::base::hygiene::{self, hygiene_with_config};
use swc_core::ecma::transforms::base::resolver;
use swc_core::ecma::transforms::module::common_js::{FeatureFlag, common_js};
use swc_core::ecma::transforms::module::import_analysis::import_analyzer;
use swc_core::ecma::transforms::module::util::{Config as ModuleConfig, ImportInterop};
use swc_core::ecma::transforms::proposal::decorator_2023_11::decorator_2023_11;
use swc_core::ecma::transforms::proposal::decorators::{self, decorators};
use swc_core::ecma::transforms::react::{self, react};
use swc_core::ecma::transforms::typescript::{
    Config as TypescriptConfig, TsImportExportAssignConfig, TsxConfig, tsx, typescript,
};
use swc_core::ecma::visit::VisitMutWith;

use super::class_fields::AssignClassFields;
use super::collected::Collected;
use super::commonjs::{Form, export_order, write_commonjs};
use super::complaints::Places;
use super::declared::Names;
use super::decorator_spans::{DecoratorSearch, ParenthesiseDecoratorCalls};
use super::decorators::LegacyDecorators;
use super::default_class::name_default_class;
use super::disposables::{bind_suppressed_error, compile_disposables};
use super::imported_values::{ImportedValues, leave_out_empty_imports};
use super::line_keeping_writer::{LineKeepingWriter, Mark as Place};
use super::merged_namespaces::merge_namespaces;
use super::namespace_spans::AdoptNamespaceSpans;
use super::nested_classes;
use super::own_helpers::OwnHelpers;
use super::source::{incoming_map, map_of, parse};
use super::{Diagnostic, JsxRuntime, LowerError, LowerOptions, Lowered, Syntax};
use crate::ignore::{self, Ignored};
use crate::source_map::LineIndex;

/// Of sources that would take swc for ever or more stack than there is.
const TOO_DEEP: &str = "nested too deeply to be compiled";

/// Stack of the thread that compiles. Only touched pages take memory.
const STACK_BYTES: usize = 1 << 30;

/// `<` that may all begin type arguments. At each, swc tries to read the rest as types: with `a<b,a<b,...`
/// the time grows with the square of their number.
const MAX_TYPE_ARGUMENTS: usize = 2_000;
/// JSX elements inside one another.
const MAX_ELEMENTS: usize = 20_000;

/// Compiles a file to JavaScript.
///
/// # Errors
/// Source that does not parse, or that cannot be compiled without knowing other files.
pub fn lower(source: &str, options: &LowerOptions) -> Result<Lowered, LowerError> {
    let mut warnings = Vec::new();
    let incoming = incoming_map(source, options, &mut warnings);
    if options.syntax == Syntax::Js {
        return Ok(Lowered {
            code: source.to_owned(),
            map: incoming,
            warnings,
            ignored: Ignored::default(),
        });
    }
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let failed =
        |diagnostics: Vec<Diagnostic>| LowerError { file: options.file.clone(), diagnostics };
    let angles = || too_many_angles(source, options.syntax);
    if let Some(at) = crate::large_stack::too_deep(source).or_else(angles) {
        let (line, column) = LineIndex::new(source).position(at);
        let message = TOO_DEEP.to_owned();
        return Err(failed(vec![Diagnostic { line: line + 1, column: column + 1, message }]));
    }
    let compiled = on_large_stack(|| compile(source, options, incoming.as_ref()))
        .unwrap_or_else(|why| Err(vec![Diagnostic::of_file(why)]))
        .map_err(failed)?;
    warnings.extend(compiled.warnings);
    Ok(Lowered { warnings, ..compiled })
}

/// The offset at which more `<` are open than the parser takes in reasonable time and stack.
fn too_many_angles(source: &str, syntax: Syntax) -> Option<usize> {
    let bytes = source.as_bytes();
    let (mut arguments, mut elements) = (0usize, 0usize);
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1);
        match byte {
            b'<' => {
                arguments += 1;
                match next {
                    Some(b'/') => elements = elements.saturating_sub(1),
                    Some(b'>' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$') => elements += 1,
                    _ => {}
                }
            }
            b'/' if next == Some(&b'>') => elements = elements.saturating_sub(1),
            b';' | b')' | b'}' | b'>' => arguments = 0,
            _ => {}
        }
        let types = syntax.is_typescript() && arguments > MAX_TYPE_ARGUMENTS;
        if types || (syntax.has_jsx() && elements > MAX_ELEMENTS) {
            return Some(at);
        }
    }
    None
}

/// Runs `work` on a thread of its own; a panic becomes an error.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("nearmiss-compile".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map_err(|error| format!("no thread to compile on: {error}"))?
            .join()
            .map_err(|panic| {
                let why = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied())
                    .unwrap_or("no reason given");
                format!("the compiler gave up: {why}")
            })
    })
}

fn compile(
    source: &str,
    options: &LowerOptions,
    incoming: Option<&SourceMap>,
) -> Result<Lowered, Vec<Diagnostic>> {
    let files: Lrc<Files> = Lrc::default();
    let file =
        files.new_source_file(FileName::Custom(options.file.clone()).into(), source.to_owned());
    let lines = LineIndex::new(source);
    let places = Places { lines: &lines, file: &file };

    let comments = SingleThreadedComments::default();
    let (program, mut warnings) = parse(&file, options, &comments, &places)?;
    if let Some(class) = nested_classes::first_too_deep(&program) {
        return Err(vec![places.diagnostic(class.lo, TOO_DEEP.to_owned())]);
    }
    // An incoming map leads to another file than the one with these comments.
    let ignored = if incoming.is_none() && ignore::mentions(source) {
        Ignored::of(&program, &comments, source, file.start_pos.0).by_place(source)
    } else {
        Ignored::default()
    };
    let collected = Collected::default();
    let handler = Handler::with_emitter(true, false, Box::new(collected.clone()));
    let program = GLOBALS.set(&Globals::new(), || {
        HELPERS.set(&Helpers::new(false), || {
            HANDLER.set(&handler, || transform(program, options, &files, &comments))
        })
    });
    let (errors, doubts) = collected.take(&places);
    if !errors.is_empty() {
        return Err(errors);
    }
    warnings.extend(doubts);

    let (code, marks) = print(&program, &files, &file, &lines)
        .map_err(|error| vec![Diagnostic::of_file(format!("it cannot be printed: {error}"))])?;
    let map = map_of(&marks, &lines, source, options, incoming);
    Ok(Lowered { code, map: Some(map), warnings, ignored })
}

fn transform(
    program: Program,
    options: &LowerOptions,
    files: &Lrc<Files>,
    comments: &SingleThreadedComments,
) -> Program {
    let unresolved = Mark::new();
    let top_level = Mark::new();
    let is_typescript = options.syntax.is_typescript();
    let define = options.use_define_for_class_fields.unwrap_or(true);

    let mut program = program.apply(resolver(unresolved, top_level, is_typescript));
    let order = export_order(&program);
    let own_helpers = OwnHelpers::new(unresolved);
    let names = Names::of_program(&program, &options.imported, options.strict_nulls);
    if is_typescript {
        merge_namespaces(&mut program, unresolved);
        let (inlines, elides) = (!options.isolated_modules, !options.verbatim_module_syntax);
        if elides {
            leave_out_empty_imports(&mut program, files);
        }
        let mut values = ImportedValues::new(&names, &options.imported, inlines, elides);
        program.visit_mut_with(&mut values);
        values.import_kept(&mut program);
        name_default_class(&mut program);
    }
    // Decorators may need types for their metadata, so they come first.
    if options.legacy_decorators {
        let mut classes = LegacyDecorators::new(&names, &own_helpers, unresolved, options);
        program.visit_mut_with(&mut classes);
        program = legacy_decorators(program, options.emit_decorator_metadata, define);
    }
    // With legacy ones gone, what may remain are `accessor` fields. The pass moves computed keys
    // about in any class, so it runs only where there is something for it.
    if DecoratorSearch::found_in(&program) {
        program = program.apply(decorator_2023_11());
    }
    if is_typescript {
        program = strip_types(program, options, files, comments, (unresolved, top_level));
        program.visit_mut_with(&mut AdoptNamespaceSpans);
        if !define {
            program.visit_mut_with(&mut AssignClassFields::new(unresolved));
        }
    }
    program = compile_disposables(program);
    if options.syntax.has_jsx() {
        let jsx = jsx_options(options);
        program = program.apply(react::<&dyn Comments>(
            files.clone(),
            Some(comments),
            jsx,
            top_level,
            unresolved,
        ));
    }
    program = program.apply(paren_remover(None));
    if options.commonjs
        && let Program::Module(module) = &mut program
    {
        let (es_module_interop, kept) = (options.es_module_interop, names.enums_and_namespaces());
        let (helpers, kept, order) = (&own_helpers, &kept, &order);
        let form = Form { unresolved, es_module_interop, helpers, kept, order };
        write_commonjs(module, &form);
    }
    own_helpers.write_into(&mut program);
    let module = module_config(options);
    if options.commonjs {
        program = program.apply(import_analyzer(module.import_interop(), module.ignore_dynamic));
    }
    program = program.apply(inject_helpers(unresolved));
    bind_suppressed_error(&mut program);
    if options.commonjs {
        let features = FeatureFlag { support_block_scoping: true, support_arrow: true };
        program = program.apply(common_js(Default::default(), unresolved, module, features));
    }
    let names = hygiene::Config {
        keep_class_names: true,
        top_level_mark: top_level,
        ..hygiene::Config::hygiene_default()
    };
    program.apply(hygiene_with_config(names)).apply(fixer(None))
}

/// Compiles the decorators that stand where ours leave them.
fn legacy_decorators(mut program: Program, emit_metadata: bool, define: bool) -> Program {
    program.visit_mut_with(&mut ParenthesiseDecoratorCalls);
    program.apply(decorators(decorators::Config {
        legacy: true,
        emit_metadata,
        use_define_for_class_fields: define,
    }))
}

fn strip_types(
    program: Program,
    options: &LowerOptions,
    files: &Lrc<Files>,
    comments: &SingleThreadedComments,
    (unresolved, top_level): (Mark, Mark),
) -> Program {
    let config = TypescriptConfig {
        verbatim_module_syntax: options.verbatim_module_syntax,
        native_class_properties: options.use_define_for_class_fields.unwrap_or(true),
        import_export_assign_config: if options.commonjs {
            TsImportExportAssignConfig::Preserve
        } else {
            TsImportExportAssignConfig::NodeNext
        },
        ..TypescriptConfig::default()
    };
    if options.syntax != Syntax::Tsx {
        return program.apply(typescript(config, unresolved, top_level));
    }
    let pragmas = TsxConfig {
        pragma: Some(pragma(options).into()),
        pragma_frag: Some(pragma_fragment(options).into()),
    };
    let comments: &dyn Comments = comments;
    program.apply(tsx(files.clone(), config, pragmas, Some(comments), unresolved, top_level))
}

fn pragma(options: &LowerOptions) -> String {
    options.jsx.pragma.clone().unwrap_or_else(|| "React.createElement".into())
}

fn pragma_fragment(options: &LowerOptions) -> String {
    options.jsx.pragma_fragment.clone().unwrap_or_else(|| "React.Fragment".into())
}

fn jsx_options(options: &LowerOptions) -> react::Options {
    match options.jsx.runtime {
        JsxRuntime::Automatic => react::Options {
            runtime: Some(react::Runtime::Automatic),
            import_source: options.jsx.import_source.as_deref().map(Into::into),
            ..react::Options::default()
        },
        JsxRuntime::Classic => react::Options {
            runtime: Some(react::Runtime::Classic),
            pragma: Some(pragma(options).into()),
            pragma_frag: Some(pragma_fragment(options).into()),
            ..react::Options::default()
        },
    }
}

fn module_config(options: &LowerOptions) -> ModuleConfig {
    ModuleConfig {
        strict_mode: true,
        import_interop: Some(if options.es_module_interop {
            ImportInterop::Swc
        } else {
            ImportInterop::None
        }),
        // As TypeScript leaves it: `module.exports`.
        allow_top_level_this: true,
        ignore_dynamic: !options.dynamic_import_to_require,
        ..ModuleConfig::default()
    }
}

fn print(
    program: &Program,
    files: &Lrc<Files>,
    file: &SourceFile,
    lines: &LineIndex<'_>,
) -> std::io::Result<(String, Vec<Place>)> {
    let mut emitter = Emitter {
        cfg: PrintConfig::default().with_target(EsVersion::latest()),
        cm: Lrc::clone(files),
        comments: None,
        wr: LineKeepingWriter::new(lines, file.start_pos, file.end_pos),
    };
    program.emit_with(&mut emitter)?;
    Ok(emitter.wr.finish())
}
