//! The function that swc calls.

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

/// Measured with @swc/core 1.16.22, whose stack for plugins takes about twice that.
const DEEPEST: u32 = 800;

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
    let Some(file) = options.target_file(&filename, cwd) else {
        if options.is_outside(&filename, cwd) {
            let word =
                format!("nearmiss: {filename} has no probes: it lies outside the plugin's root");
            HANDLER.with(|handler| handler.struct_warn(&word).emit());
        }
        return program;
    };
    let source = metadata.source_map.lookup_char_pos(span.lo).file;
    let host = HostFile {
        source: &source.src,
        start: source.start_pos,
        unresolved: metadata.unresolved_mark,
        deepest: DEEPEST,
        loader: options.loader(),
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
