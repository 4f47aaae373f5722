//! Faults that can be put into the transform on purpose, to show that the differential test finds them: what
//! a first JavaScript instrumenter and coverage tools of today got wrong. Only with the feature `faults`,
//! which nothing that ships has.

#[cfg(feature = "faults")]
macro_rules! faults {
    ($($variant:ident $name:literal $row:literal,)*) => {
        /// A fault; its name and the row of peer-defects.md that it is.
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        pub enum Fault {
            $(#[doc = $row] $variant,)*
        }

        impl Fault {
            /// All, in the order of the rows: name, row, fault.
            pub const ALL: &'static [(&'static str, &'static str, Fault)] = &[$(($name, $row, Fault::$variant),)*];
        }
    };
}

#[cfg(not(feature = "faults"))]
macro_rules! faults {
    ($($variant:ident $name:literal $row:literal,)*) => {
        #[derive(Clone, Copy)]
        pub(crate) enum Fault {
            $($variant,)*
        }
    };
}

faults! {
    AwaitedChain "awaited-chain" "2.1: if ((await f(false)) && true)",
    AwaitedArgument "awaited-argument" "2.1: const y = dbl(await g())",
    DeleteMember "delete-member" "2.1: delete o.x",
    DeleteComputed "delete-computed" "2.1: delete o[\"x\"]",
    OptionalCallReceiver "optional-call-receiver" "2.1: o.m?.()",
    TaggedReceiver "tagged-receiver" "2.1: o.t`x`",
    EndsWith "ends-with" "2.1: \"abcd\".endsWith(\"abc\",1), \"abc\".endsWith(\"c\",0)",
    TinyDistance "tiny-distance" "2.1: (0.1+0.2)===0.3 throws",
    PureLiterals "pure-literals" "2.1: false && [n++], false && {a:n++}, true || [f()]",
    PureGetters "pure-getters" "2.1: false && this.g, o?.g with getter",
    PureCoercion "pure-coercion" "2.1: false && (o+\"\")",
    OperandsTwice "operands-twice" "2.1: d < 2 with valueOf",
    MissingMethod "missing-method" "2.1: o.foo() missing: other message",
    ProxyKeys "proxy-keys" "2.1: o.a of a Proxy: traps",
    AwaitInBinary "await-in-binary" "2.2: true && (await g())===3",
    AwaitInMember "await-in-member" "2.2: id((await g()).a)",
    AwaitInTemplate "await-in-template" "2.2: id(`v${await g()}`)",
    AwaitInObject "await-in-object" "2.2: id({a: await g()})",
    AwaitInArray "await-in-array" "2.2: id([await g()])",
    AwaitInSpread "await-in-spread" "2.2: id(...(await g()))",
    AwaitInConditional "await-in-conditional" "2.2: true ? (await g())+1 : 0",
    AwaitInUnary "await-in-unary" "2.2: await in a unary operand",
    AwaitInCallee "await-in-callee" "2.2: await in a callee",
    YieldInLogical "yield-in-logical" "2.2: yield inside && and ||",
    YieldInConditional "yield-in-conditional" "2.2: yield inside ?:",
    YieldInArgument "yield-in-argument" "2.2: yield inside a call argument",
    SuperCall "super-call" "2.2: super.m()",
    SuperRead "super-read" "2.2: super.p",
    PrivateRead "private-read" "2.2: this.#x",
    PrivateCall "private-call" "2.2: this.#m()",
    PrivateIn "private-in" "2.2: o && #x in o",
    TargetInObject "target-in-object" "2.2: ({a:o.x} = y)",
    TargetInForOf "target-in-for-of" "2.2: for (o.x of ...)",
    TargetInForIn "target-in-for-in" "2.2: for (o.x in ...)",
    TargetInRest "target-in-rest" "2.2: [...o.x] = y",
    ModuleRequire "module-require" "2.2: ES modules get require(...)",
    LostName "lost-name" "other tools: x = (cov(), function(){})",
    LateDirective "late-directive" "other tools: \"use strict\" pushed off the top",
    ReadUndeclared "read-undeclared" "other tools: typeof undeclared throws",
    WithBody "with-body" "other tools: names of probes looked up in with",
    ExtraLine "extra-line" "other tools: lines move",
    RenderedIterable "rendered-iterable" "other tools: a probe's text in a message",
    CompletionValue "completion-value" "other tools: a probe's value is the script's",
    TargetRead "target-read" "other tools: o[k]++ of a probe",
}

/// Which fault is put in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    #[cfg(feature = "faults")]
    pub(crate) one: Option<Fault>,
}

impl Faults {
    /// Exactly this one.
    #[cfg(feature = "faults")]
    #[must_use]
    pub fn only(fault: Fault) -> Self {
        Self { one: Some(fault) }
    }

    #[cfg(feature = "faults")]
    pub(crate) fn has(self, fault: Fault) -> bool {
        self.one == Some(fault)
    }

    #[cfg(not(feature = "faults"))]
    pub(crate) const fn has(self, _: Fault) -> bool {
        false
    }
}

mod edits;
mod places;
pub(crate) use places::{around, around_argument, around_operand, around_side, twice};
