//! A source as it comes: its tree, its ignore comments, and the maps from and to it.

use sourcemap::{SourceMap, SourceMapBuilder};
use swc_core::common::comments::{Comments, SingleThreadedComments};
use swc_core::common::{FileName, SourceFile, SourceMap as Files, sync::Lrc};
use swc_core::ecma::ast::{EsVersion, Program};
use swc_core::ecma::parser::{
    EsSyntax, Syntax as ParserSyntax, TsSyntax, parse_file_as_module, parse_file_as_program,
};

use super::complaints::Places;
use super::line_keeping_writer::Mark as Place;
use super::{Diagnostic, LowerOptions};
use crate::ignore::{self, Ignored};
use crate::source_map::{LineIndex, MapReference, Segments, find_map_reference, parse_map};

/// Reads the map that the source brings along. One that cannot be used is a warning.
pub(crate) fn incoming_map(
    source: &str,
    options: &LowerOptions,
    warnings: &mut Vec<Diagnostic>,
) -> Option<SourceMap> {
    let read = || match &options.incoming_map {
        Some(json) => parse_map(json, source).map(Some),
        None => match find_map_reference(source)? {
            Some(MapReference::Inline(json)) => parse_map(&json, source).map(Some),
            _ => Ok(None),
        },
    };
    read().unwrap_or_else(|error| {
        warnings.push(Diagnostic::of_file(format!("{error}; lines are those of this file itself")));
        None
    })
}

/// Finds the ignore comments of a source that somebody else compiles.
pub(crate) fn ignored_in(source: &str, options: &LowerOptions) -> Ignored {
    if !ignore::mentions(source) {
        return Ignored::default();
    }
    let files: Lrc<Files> = Lrc::default();
    let file =
        files.new_source_file(FileName::Custom(options.file.clone()).into(), source.to_owned());
    let lines = LineIndex::new(source);
    let comments = SingleThreadedComments::default();
    match parse(&file, options, &comments, &Places { lines: &lines, file: &file }) {
        Ok((program, _)) => {
            Ignored::of(&program, &comments, source, file.start_pos.0).by_place(source)
        }
        // The host has parsed it, so it is in another language than its name tells.
        Err(_) => Ignored::default(),
    }
}

/// Parses a file; answers with it what the parser doubted.
pub(super) fn parse(
    file: &SourceFile,
    options: &LowerOptions,
    comments: &SingleThreadedComments,
    places: &Places<'_>,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let syntax = if options.syntax.is_typescript() {
        ParserSyntax::Typescript(TsSyntax {
            tsx: options.syntax.has_jsx(),
            decorators: true,
            ..TsSyntax::default()
        })
    } else {
        ParserSyntax::Es(EsSyntax {
            jsx: true,
            decorators: true,
            decorators_before_export: true,
            import_attributes: true,
            auto_accessors: true,
            explicit_resource_management: true,
            ..EsSyntax::default()
        })
    };
    let mut recovered = Vec::new();
    let comments: Option<&dyn Comments> = Some(comments);
    let version = EsVersion::latest();
    let parsed = if options.commonjs {
        parse_file_as_program(file, syntax, version, comments, &mut recovered)
    } else {
        parse_file_as_module(file, syntax, version, comments, &mut recovered).map(Program::Module)
    };
    let mut doubts: Vec<Diagnostic> = recovered.into_iter().map(|e| places.syntax(e)).collect();
    match parsed {
        Ok(program) => Ok((program, doubts)),
        Err(error) => {
            doubts.insert(0, places.syntax(error));
            Err(doubts)
        }
    }
}

/// Makes the map of what was printed: to the source, or through `incoming` to where that came from.
pub(crate) fn map_of(
    marks: &[Place],
    lines: &LineIndex<'_>,
    source: &str,
    options: &LowerOptions,
    incoming: Option<&SourceMap>,
) -> SourceMap {
    let mut builder = SourceMapBuilder::new(None);
    let segments = incoming.map(|map| {
        // One source may be named twice; the builder has it once.
        let ids: Vec<u32> = (0..)
            .zip(map.sources())
            .map(|(id, name)| {
                let new = builder.add_source(name);
                builder.set_source_contents(new, map.get_source_contents(id));
                new
            })
            .collect();
        (Segments::new(map), ids)
    });
    if incoming.is_none() {
        let id = builder.add_source(&options.file);
        builder.set_source_contents(id, Some(source));
    }
    for mark in marks {
        let original = mark.source.and_then(|offset| {
            let (line, column) = lines.position(offset);
            match &segments {
                None => Some((0, line, column)),
                Some((segments, ids)) => {
                    let original = segments.lookup(line, column)?;
                    let id = *ids.get(original.source as usize)?;
                    Some((id, original.line, original.column))
                }
            }
        });
        let (id, line, column) = original.map_or((None, 0, 0), |(id, l, c)| (Some(id), l, c));
        builder.add_raw(mark.line, mark.column, line, column, id, None, false);
    }
    builder.into_sourcemap()
}
