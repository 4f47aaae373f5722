//! A default class without a name that TypeScript names all the same.
//!
//! # Example
//! `export default class { static a = 1 }` becomes `export default class default_1 { static a = 1 }`.

use swc_core::common::{DUMMY_SP, Mark, SyntaxContext};
use swc_core::ecma::ast::{
    ClassExpr, ClassMember, DefaultDecl, Ident, ModuleDecl, ModuleItem, Program,
};

/// Names the default class of a file as TypeScript does where a static field of it has a value.
pub(super) fn name_default_class(program: &mut Program) {
    let Program::Module(module) = program else { return };
    for item in &mut module.body {
        if let ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) = item
            && let DefaultDecl::Class(class) = &mut export.decl
            && class.ident.is_none()
            && has_static_value(class)
        {
            class.ident = Some(default_name());
        }
    }
}

/// The name that TypeScript gives to a default class without one.
pub(super) fn default_name() -> Ident {
    Ident::new("default_1".into(), DUMMY_SP, SyntaxContext::empty().apply_mark(Mark::new()))
}

fn has_static_value(class: &ClassExpr) -> bool {
    class.class.body.iter().any(|member| match member {
        ClassMember::ClassProp(field) => field.is_static && field.value.is_some(),
        ClassMember::PrivateProp(field) => field.is_static && field.value.is_some(),
        ClassMember::AutoAccessor(field) => field.is_static && field.value.is_some(),
        _ => false,
    })
}
