//! The decorators of the members of a class, and of the class itself.

use swc_core::common::{DUMMY_SP, Mark, SyntaxContext};
use swc_core::ecma::ast::{
    ArrayLit, AssignExpr, AssignOp, AssignTarget, CallExpr, Callee, Class, ClassMember,
    Constructor, Decorator, Expr, ExprOrSpread, Function, Ident, IdentName, Key, Lit, MemberExpr,
    MemberProp, MethodKind, Null, Number, Param, ParamOrTsParamProp, Pat, PropName,
    SimpleAssignTarget, Stmt, Str, TsEntityName, TsParamPropParam, TsType, TsTypeAnn, VarDeclKind,
};
use swc_core::ecma::transforms::base::enable_helper;

use super::types::{Serialized, Types, nothing};
use crate::lower::declared::Plain;

/// Collects what the decorators of a class are called with.
pub(super) struct Members<'a> {
    types: &'a Types<'a>,
    metadata: bool,
    name: &'a Ident,
    /// Variables that hold computed names.
    held: Vec<Ident>,
}

/// One call: its decorators, and the member.
struct Call {
    is_static: bool,
    decorators: Vec<Expr>,
    key: Expr,
    /// `null` for what has a descriptor, `undefined` for a field.
    last: Expr,
}

impl<'a> Members<'a> {
    pub(super) fn new(types: &'a Types<'a>, metadata: bool, name: &'a Ident) -> Self {
        Self { types, metadata, name, held: Vec::new() }
    }

    pub(super) fn variables(&mut self) -> Vec<Stmt> {
        let held = self.held.drain(..);
        held.map(|name| super::variable(VarDeclKind::Var, name, None)).collect()
    }

    /// The call of the decorators of the class, those of its constructor's parameters among them.
    pub(super) fn class(&mut self, own: Vec<Decorator>, class: &mut Class) -> Option<Expr> {
        let mut decorators = plain(own);
        let constructor = class.body.iter_mut().find_map(|member| match member {
            ClassMember::Constructor(constructor) if constructor.body.is_some() => {
                Some(constructor)
            }
            _ => None,
        });
        if let Some(constructor) = constructor {
            for (at, parameter) in constructor.params.iter_mut().enumerate() {
                let marks = match parameter {
                    ParamOrTsParamProp::TsParamProp(property) => &mut property.decorators,
                    ParamOrTsParamProp::Param(parameter) => &mut parameter.decorators,
                };
                decorators.extend(parameter_decorators(at, marks));
            }
        }
        if decorators.is_empty() {
            return None;
        }
        let constructor = class.body.iter().find_map(|member| match member {
            ClassMember::Constructor(constructor) if constructor.body.is_some() => {
                Some(constructor)
            }
            _ => None,
        });
        if let Some(constructor) = constructor.filter(|_| self.metadata) {
            let types = self.constructor_types(constructor);
            decorators.push(self.list("design:paramtypes", &types));
        }
        Some(helper(
            enable_helper!(ts_decorate),
            "_ts_decorate",
            vec![array(decorators), Expr::Ident(super::unplaced(self.name))],
        ))
    }

    fn constructor_types(&self, constructor: &Constructor) -> Vec<Serialized> {
        let of = |parameter: &ParamOrTsParamProp| match parameter {
            ParamOrTsParamProp::Param(parameter) => self.parameter_type(&parameter.pat),
            ParamOrTsParamProp::TsParamProp(property) => match &property.param {
                TsParamPropParam::Ident(name) => {
                    self.types.of(name.type_ann.as_deref().map(of_annotation))
                }
                TsParamPropParam::Assign(assigned) => self.parameter_type(&assigned.left),
            },
        };
        constructor.params.iter().map(of).collect()
    }

    /// The calls for members: those of instances, then those of the class.
    pub(super) fn calls(&mut self, class: &mut Class) -> Vec<Expr> {
        let mut calls = Vec::new();
        let setters = accessor_types(class);
        for at in 0..class.body.len() {
            if let Some(call) = self.member(class, at, &setters) {
                calls.push(call);
            }
        }
        let (of_class, of_instances): (Vec<_>, Vec<_>) =
            calls.into_iter().partition(|call| call.is_static);
        of_instances.into_iter().chain(of_class).map(|call| self.call(call)).collect()
    }

    fn call(&self, call: Call) -> Expr {
        let name = Expr::Ident(super::unplaced(self.name));
        let target = if call.is_static {
            name
        } else {
            let prop = MemberProp::Ident(IdentName::new("prototype".into(), DUMMY_SP));
            Expr::Member(MemberExpr { span: DUMMY_SP, obj: Box::new(name), prop })
        };
        helper(
            enable_helper!(ts_decorate),
            "_ts_decorate",
            vec![array(call.decorators), target, call.key, call.last],
        )
    }

    fn member(&mut self, class: &mut Class, at: usize, accessors: &[Accessor]) -> Option<Call> {
        match &mut class.body[at] {
            // An abstract method or an overload: its decorators are not evaluated.
            ClassMember::Method(method) if method.function.body.is_none() => {
                method.function.decorators.clear();
                of_parameters(&mut method.function.params);
                None
            }
            ClassMember::Method(method) => {
                let accessor = accessors.iter().find(|accessor| accessor.members.contains(&at));
                if let Some(accessor) = accessor {
                    return self.accessor(class, at, accessor);
                }
                let mut decorators = plain(std::mem::take(&mut method.function.decorators));
                decorators.extend(of_parameters(&mut method.function.params));
                if decorators.is_empty() {
                    return None;
                }
                if self.metadata {
                    decorators.push(self.one("design:type", &Serialized::Plain(Plain::Function)));
                    let types = self.parameter_types(&method.function);
                    decorators.push(self.list("design:paramtypes", &types));
                    decorators
                        .push(self.one("design:returntype", &self.return_type(&method.function)));
                }
                let is_static = method.is_static;
                let last = Expr::Lit(Lit::Null(Null { span: DUMMY_SP }));
                Some(Call { is_static, decorators, key: self.key(&mut method.key), last })
            }
            ClassMember::ClassProp(field) if !field.decorators.is_empty() => {
                let mut decorators = plain(std::mem::take(&mut field.decorators));
                if self.metadata {
                    let kind = self.types.of(field.type_ann.as_deref().map(of_annotation));
                    decorators.push(self.one("design:type", &kind));
                }
                let is_static = field.is_static;
                Some(Call { is_static, decorators, key: self.key(&mut field.key), last: nothing() })
            }
            ClassMember::AutoAccessor(field) if !field.decorators.is_empty() => {
                let Key::Public(key) = &mut field.key else { return None };
                let mut decorators = plain(std::mem::take(&mut field.decorators));
                if self.metadata {
                    let kind = self.types.of(field.type_ann.as_deref().map(of_annotation));
                    decorators.push(self.one("design:type", &kind));
                }
                let is_static = field.is_static;
                let last = Expr::Lit(Lit::Null(Null { span: DUMMY_SP }));
                Some(Call { is_static, decorators, key: self.key(key), last })
            }
            _ => None,
        }
    }

    /// A getter and its setter are decorated once, by the first of them that is.
    fn accessor(&mut self, class: &mut Class, at: usize, accessor: &Accessor) -> Option<Call> {
        let mut decorators = Vec::new();
        for member in accessor.members.iter().copied() {
            let ClassMember::Method(method) = &mut class.body[member] else { continue };
            let own = std::mem::take(&mut method.function.decorators);
            let of_setter = of_parameters(&mut method.function.params);
            if member == accessor.decorated.unwrap_or(usize::MAX) {
                decorators.splice(0..0, plain(own));
            }
            decorators.extend(of_setter);
        }
        if accessor.members.first() != Some(&at) || accessor.decorated.is_none() {
            return None;
        }
        if self.metadata {
            let kind = self.types.of(accessor.kind.as_ref());
            decorators.push(self.one("design:type", &kind));
            let parameter = accessor.parameter.as_ref().map(|pattern| self.parameter_type(pattern));
            let parameters: Vec<Serialized> = parameter.into_iter().collect();
            decorators.push(self.list("design:paramtypes", &parameters));
        }
        let ClassMember::Method(method) = &mut class.body[at] else { return None };
        let is_static = method.is_static;
        let last = Expr::Lit(Lit::Null(Null { span: DUMMY_SP }));
        Some(Call { is_static, decorators, key: self.key(&mut method.key), last })
    }

    /// The name of a member as a value; one that is computed is held in a variable.
    fn key(&mut self, key: &mut PropName) -> Expr {
        match key {
            PropName::Ident(name) => text(&name.sym),
            PropName::Str(name) => Expr::Lit(Lit::Str(Str { span: DUMMY_SP, ..name.clone() })),
            PropName::Num(number) => Expr::Lit(Lit::Num(number.clone())),
            PropName::BigInt(number) => Expr::Lit(Lit::BigInt(number.clone())),
            PropName::Computed(computed) => {
                if let Expr::Lit(literal) = &*computed.expr {
                    return Expr::Lit(literal.clone());
                }
                let context = SyntaxContext::empty().apply_mark(Mark::new());
                let held = Ident::new("_key".into(), DUMMY_SP, context);
                self.held.push(held.clone());
                let value = std::mem::replace(&mut computed.expr, Box::new(nothing()));
                *computed.expr = Expr::Assign(AssignExpr {
                    span: DUMMY_SP,
                    op: AssignOp::Assign,
                    left: AssignTarget::Simple(SimpleAssignTarget::Ident(held.clone().into())),
                    right: value,
                });
                Expr::Ident(held)
            }
        }
    }

    fn parameter_types(&self, function: &Function) -> Vec<Serialized> {
        function.params.iter().map(|parameter| self.parameter_type(&parameter.pat)).collect()
    }

    fn parameter_type(&self, pattern: &Pat) -> Serialized {
        match pattern {
            Pat::Rest(rest) => {
                let all = rest.type_ann.as_deref().or_else(|| annotation(&rest.arg));
                self.types.of(all.and_then(|all| element_of(of_annotation(all))))
            }
            Pat::Assign(assigned) => self.parameter_type(&assigned.left),
            other => self.types.of(annotation(other).map(of_annotation)),
        }
    }

    fn return_type(&self, function: &Function) -> Serialized {
        match function.return_type.as_deref() {
            Some(said) => self.types.of(Some(of_annotation(said))),
            None if function.is_async && !function.is_generator => {
                Serialized::Plain(Plain::Promise)
            }
            None => Serialized::Plain(Plain::Void),
        }
    }

    fn one(&self, key: &str, value: &Serialized) -> Expr {
        let value = self.types.expression(value);
        helper(enable_helper!(ts_metadata), "_ts_metadata", vec![text(key), value])
    }

    fn list(&self, key: &str, values: &[Serialized]) -> Expr {
        let values = values.iter().map(|value| self.types.expression(value)).collect();
        helper(enable_helper!(ts_metadata), "_ts_metadata", vec![text(key), array(values)])
    }
}

/// A getter, a setter or both of one name.
struct Accessor {
    members: Vec<usize>,
    /// The member whose decorators count.
    decorated: Option<usize>,
    /// Its type: what the setter takes, else what the getter answers.
    kind: Option<TsType>,
    /// Type that the setter takes.
    parameter: Option<Pat>,
}

fn accessor_types(class: &Class) -> Vec<Accessor> {
    let mut found: Vec<((String, bool), Accessor)> = Vec::new();
    for (at, member) in class.body.iter().enumerate() {
        let ClassMember::Method(method) = member else { continue };
        if method.kind == MethodKind::Method || method.function.body.is_none() {
            continue;
        }
        let name = match &method.key {
            PropName::Ident(name) => name.sym.to_string(),
            PropName::Str(name) => name.value.to_string_lossy().into_owned(),
            PropName::Num(number) => number.value.to_string(),
            PropName::BigInt(number) => number.value.to_string(),
            // One that is computed is another each time.
            PropName::Computed(computed) => match &*computed.expr {
                Expr::Lit(Lit::Str(name)) => name.value.to_string_lossy().into_owned(),
                _ => format!("[{at}]"),
            },
        };
        let key = (name, method.is_static);
        let known = found.iter().position(|(known, _)| *known == key);
        let at_known = known.unwrap_or_else(|| {
            let none =
                Accessor { members: Vec::new(), decorated: None, kind: None, parameter: None };
            found.push((key, none));
            found.len() - 1
        });
        let accessor = &mut found[at_known].1;
        accessor.members.push(at);
        if !method.function.decorators.is_empty() {
            accessor.decorated.get_or_insert(at);
        }
        if method.kind == MethodKind::Setter {
            let pattern = method.function.params.first().map(|parameter| parameter.pat.clone());
            let said =
                pattern.as_ref().and_then(annotation).map(|said| of_annotation(said).clone());
            accessor.kind = said.or(accessor.kind.take());
            accessor.parameter = pattern;
        } else if accessor.kind.is_none() {
            accessor.kind =
                method.function.return_type.as_deref().map(|said| of_annotation(said).clone());
        }
    }
    found.into_iter().map(|(_, accessor)| accessor).collect()
}

/// Answers what the elements of a rest parameter are.
fn element_of(all: &TsType) -> Option<&TsType> {
    match all {
        TsType::TsArrayType(array) => Some(&array.elem_type),
        TsType::TsTypeRef(reference) => {
            let is_array = matches!(&reference.type_name, TsEntityName::Ident(_));
            let parameters = reference.type_params.as_ref().filter(|_| is_array)?;
            match parameters.params.as_slice() {
                [one] => Some(one),
                _ => None,
            }
        }
        _ => None,
    }
}

fn of_annotation(annotation: &TsTypeAnn) -> &TsType {
    &annotation.type_ann
}

fn annotation(pattern: &Pat) -> Option<&TsTypeAnn> {
    match pattern {
        Pat::Ident(name) => name.type_ann.as_deref(),
        Pat::Array(array) => array.type_ann.as_deref(),
        Pat::Object(object) => object.type_ann.as_deref(),
        Pat::Rest(rest) => rest.type_ann.as_deref(),
        Pat::Assign(assigned) => annotation(&assigned.left),
        Pat::Invalid(_) | Pat::Expr(_) => None,
    }
}

fn plain(decorators: Vec<Decorator>) -> Vec<Expr> {
    decorators.into_iter().map(|decorator| *decorator.expr).collect()
}

fn of_parameters(parameters: &mut [Param]) -> Vec<Expr> {
    let parameters = parameters.iter_mut().enumerate();
    parameters
        .flat_map(|(at, parameter)| parameter_decorators(at, &mut parameter.decorators))
        .collect()
}

fn parameter_decorators(at: usize, decorators: &mut Vec<Decorator>) -> Vec<Expr> {
    #[expect(clippy::cast_precision_loss, reason = "nobody has so many parameters")]
    let number = || Expr::Lit(Lit::Num(Number { span: DUMMY_SP, value: at as f64, raw: None }));
    let call = |decorator| helper(enable_helper!(ts_param), "_ts_param", vec![number(), decorator]);
    plain(std::mem::take(decorators)).into_iter().map(call).collect()
}

fn array(values: Vec<Expr>) -> Expr {
    let element = |expr| Some(ExprOrSpread { spread: None, expr: Box::new(expr) });
    Expr::Array(ArrayLit { span: DUMMY_SP, elems: values.into_iter().map(element).collect() })
}

fn text(value: &str) -> Expr {
    Expr::Lit(Lit::Str(Str { span: DUMMY_SP, value: value.into(), raw: None }))
}

/// A call of one of swc's helpers.
fn helper(mark: Mark, name: &str, arguments: Vec<Expr>) -> Expr {
    let context = SyntaxContext::empty().apply_mark(mark);
    let argument = |expr| ExprOrSpread { spread: None, expr: Box::new(expr) };
    Expr::Call(CallExpr {
        callee: Callee::Expr(Box::new(Expr::Ident(Ident::new(name.into(), DUMMY_SP, context)))),
        args: arguments.into_iter().map(argument).collect(),
        ..CallExpr::default()
    })
}
