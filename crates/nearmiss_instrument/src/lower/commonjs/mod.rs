//! `import` and `export` as TypeScript writes them for CommonJS.
//!
//! # Example
//! `import { b } from "./b"; export class A { f() { return b() } }` becomes
//! `exports.A = void 0; const b_1 = require("./b"); class A { f() { return (0, b_1.b)() } } exports.A = A;`.
//!
//! Each statement stays where it stands, so a module in a cycle, or one that reads what code before its `import` has set, finds
//! what it finds behind tsc: `undefined` where swc's getters throw, names in the order of the source, properties that can be
//! replaced. What is left for swc's own pass are `import()` and `import.meta`. Runs when types are gone.

mod exported;
mod form;
mod references;
mod required;
mod statements;

use swc_core::ecma::ast::Module;
use swc_core::ecma::visit::VisitMutWith;

pub(super) use exported::export_order;
pub(super) use form::Form;

use exported::Exported;
use references::Rewrite;
use statements::{Statements, name_defaults};

/// Rewrites the imports and exports of a module; answers whether it had any.
pub(super) fn write_commonjs(module: &mut Module, form: &Form<'_>) -> bool {
    if !module.body.iter().any(|item| item.is_module_decl()) {
        return false;
    }
    name_defaults(&mut module.body);
    let exported = Exported::of(&module.body, form.kept, form.order);
    let mut statements = Statements::new(form, &exported);
    statements.write(std::mem::take(&mut module.body));
    let (body, imports) = statements.finish();
    module.body = body;
    let mut rewrite = Rewrite::new(form, &exported, imports);
    module.visit_mut_with(&mut rewrite);
    true
}
