//! What the search does with free text inside of a gene, whatever gene that is.

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use crate::{Kind, MetValue, Specialisation};

/// Free text, or what stands for a number: it may be tainted, and becomes what the runtime reports that it should be.
pub(crate) trait FreeText: TaintedText + ToldText + MetText {}

impl<T: TaintedText + ToldText + MetText> FreeText for T {}

/// Text that may be tainted.
pub(crate) trait TaintedText: Debug {
    /// Tells whether it stands for a number.
    fn is_numeric(&self) -> bool;

    /// Tells whether it was sampled since this was last asked.
    fn take_fresh(&mut self) -> bool;

    /// The number of the taint that it is or that a part of it is.
    fn taint_number(&self) -> Option<u32>;

    /// Tells whether it holds the taint of another gene on purpose.
    fn shares_taint(&self) -> bool;

    /// Becomes tainted, if its length bounds allow that. Answers whether it is.
    fn taint(&mut self, number: u32) -> bool;

    /// Taints what is free: plain text, or a free part beside a fixed one. Answers whether it did.
    fn taint_free(&mut self, number: u32, rng: &mut Pcg64Mcg) -> bool;

    /// Gives its taint another number.
    fn renumber(&mut self, number: u32);

    /// Taints plain text again that reads like a taint; `shared`: another text before it has its number. Answers the
    /// number.
    fn retaint(&mut self, shared: &dyn Fn(u32) -> bool) -> Option<u32>;
}

/// Text of which the runtime tells what it should have been.
pub(crate) trait ToldText {
    /// What stands around the tainted part; empty where all of the text is tainted, or nothing.
    fn context(&self) -> Vec<u16>;

    /// Notes what this input (or its tainted part) should have been. Answers whether that is news.
    fn learn(&mut self, specialisation: &Specialisation) -> bool;

    /// Tells whether some known alternative was not tried.
    fn has_untried(&self) -> bool;

    /// Takes on a specialisation of what is tainted, which counts as tried.
    fn specialise(&mut self, specialisation: &Specialisation, rng: &mut Pcg64Mcg);

    /// Takes on a specialisation that another text of this input was told; free parts are tainted. Answers whether it
    /// may.
    fn recall(&mut self, specialisation: &Specialisation, number: u32, rng: &mut Pcg64Mcg) -> bool;

    /// Becomes a value of a type, which counts as tried. Answers whether it may.
    fn become_kind(&mut self, kind: Kind, rng: &mut Pcg64Mcg) -> bool;

    /// Tells whether a JSON text in it is `text`.
    fn holds_json(&self, text: &[u16]) -> bool;

    /// Gives the JSON text in it that is `text` the field that a path leads to. Answers whether it did.
    fn grow_json(&mut self, text: &[u16], path: &[String], rng: &mut Pcg64Mcg) -> bool;
}

/// Text of which parts meet other values.
pub(crate) trait MetText {
    /// Tells whether a value stands in this text, or is its length or the time that it stands for. What is
    /// tainted tells of itself, but for its length.
    fn holds(&self, value: &MetValue) -> bool;

    /// Puts `to` in the place of `from`, or, `beside`, a number next to it. Answers whether it did.
    fn put(&mut self, from: &MetValue, to: &MetValue, beside: bool, rng: &mut Pcg64Mcg) -> bool;

    /// The text with something added to the number or date that it is.
    fn shifted(&self, delta: f64) -> Option<Vec<u16>>;

    /// Becomes this text, plain.
    fn become_text(&mut self, units: &[u16]);

    /// Puts another text into this one somewhere, as it is or reversed, if it fits.
    fn combine(&mut self, other: &[u16], rng: &mut Pcg64Mcg) -> bool;
}
