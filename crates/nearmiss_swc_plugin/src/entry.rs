//! The function that swc calls.
#![expect(unsafe_code, reason = "the macro's glue passes pointers between host and plugin")]

use nearmiss_instrument::InstrumentOptions;
use nearmiss_instrument::hosted::{HostFile, instrument_tree, name_left_file};
use swc_core::common::{SourceMapper as _, Spanned as _};
use swc_core::ecma::ast::Program;
use swc_core::plugin::errors::HANDLER;
use swc_core::plugin::metadata::{
    TransformPluginMetadataContextKind as Key, TransformPluginProgramMetadata,
};
use swc_core::plugin::plugin_transform;

use crate::PluginOptions;

/// Puts probes into a program of the host.
#[plugin_transform]
pub fn nearmiss(program: Program, metadata: TransformPluginProgramMetadata) -> Program {
    let json = metadata.get_transform_plugin_config().unwrap_or_else(|| "{}".to_owned());
    let options = match PluginOptions::parse(&json) {
        Ok(options) => options,
        Err(error) => {
            HANDLER.with(|handler| handler.struct_err(&error.to_string()).emit());
            return program;
        }
    };
    let filename = metadata.get_context(&Key::Filename).unwrap_or_default();
    let cwd = metadata.get_context(&Key::Cwd);
    let cwd = cwd.as_deref();
    let span = program.span();
    if filename.is_empty() || span.is_dummy() {
        return program;
    }
    let file = options.target_file(&filename, cwd);
    if file.is_none() && !options.is_outside(&filename, cwd) {
        return program;
    }
    let source = metadata.source_map.lookup_char_pos(span.lo).file;
    let host = HostFile {
        source: &source.src,
        start: source.start_pos,
        unresolved: metadata.unresolved_mark,
        loader: options.loader(),
    };
    let Some(file) = file else {
        return name_left_file(program, &host, &filename, "it lies outside the plugin's root");
    };
    let plan =
        InstrumentOptions { logical: options.logical, ..InstrumentOptions::for_file(file.clone()) };
    match instrument_tree(&program, &host, &plan) {
        Ok(Some(probed)) => probed,
        Ok(None) => program,
        // A file that we cannot take is no reason for a build to fail.
        Err(error) => name_left_file(program, &host, &file, &error.to_string()),
    }
}
