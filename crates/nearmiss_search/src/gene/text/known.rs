//! What the runtime told of a text, kept to be tried.

use rand_pcg::Pcg64Mcg;

use super::special::SpecialText;
use super::told_fact::ToldFact;
use super::{Form, TextGene};
use crate::gene::free_text::{TaintedText, ToldText};
use crate::gene::weighted_index;
use crate::{Kind, Specialisation};

/// Facts that one gene remembers, as many as the runtime reports (design section 3, Taint).
const KNOWN_LIMIT: usize = 16;

impl TextGene {
    /// The text in which a part is tainted.
    pub(super) fn frame(&self) -> Option<&SpecialText> {
        match &self.form {
            Form::Special(special) if special.taint_number().is_some() => Some(special),
            _ => None,
        }
    }

    pub(super) fn find_known(&self, specialisation: &Specialisation) -> Option<usize> {
        let context = self.context();
        self.known.iter().position(|known| {
            known.specialisation == *specialisation && context_of(known.frame.as_deref()) == context
        })
    }

    /// Takes on what is known under this index; free parts may take on `taint`.
    pub(super) fn take(&mut self, index: usize, taint: Option<u32>, rng: &mut Pcg64Mcg) {
        let ToldFact { specialisation, frame, tried } = &mut self.known[index];
        *tried = tried.saturating_add(1);
        self.form = match (frame, specialisation) {
            (Some(frame), specialisation) => {
                let mut whole = frame.clone();
                whole.specialise_part(specialisation, taint, self.make, rng);
                Form::Special(whole)
            }
            (None, Specialisation::EqualTo(number)) => {
                Form::Tainted { number: *number, shared: true, length: 0 }
            }
            (None, other) => {
                Form::Special(Box::new(SpecialText::new(other, taint, self.make, rng)))
            }
        };
    }

    /// Takes a known alternative: an untried one (`untried_only`) or any, weighted to those tried
    /// least.
    pub(super) fn take_known(&mut self, untried_only: bool, rng: &mut Pcg64Mcg) -> bool {
        let weights: Vec<f64> = self
            .known
            .iter()
            .map(|known| match known.tried {
                0 => 1.0,
                _ if untried_only => 0.0,
                tried => 1.0 / (1.0 + f64::from(tried)),
            })
            .collect();
        let Some(index) = weighted_index(&weights, rng) else { return false };
        let taint = match self.form {
            Form::Tainted { number, shared: false, .. } => Some(number),
            _ => None,
        };
        self.take(index, taint, rng);
        true
    }
}

impl ToldText for TextGene {
    fn context(&self) -> Vec<u16> {
        context_of(self.frame())
    }

    fn learn(&mut self, specialisation: &Specialisation) -> bool {
        let useless = match specialisation {
            Specialisation::Kind(_) | Specialisation::Property(_) => !self.open,
            Specialisation::Number(Some(_)) => false,
            _ => self.numeric,
        };
        if useless || self.find_known(specialisation).is_some() {
            return false;
        }
        if self.known.len() >= KNOWN_LIMIT {
            let most_tried = (0..self.known.len()).max_by_key(|i| self.known[*i].tried);
            if let Some(index) = most_tried {
                self.known.remove(index);
            }
        }
        let frame = self.frame().cloned().map(Box::new);
        self.known.push(ToldFact { specialisation: specialisation.clone(), frame, tried: 0 });
        true
    }

    fn has_untried(&self) -> bool {
        self.known.iter().any(|known| known.tried == 0)
    }

    fn specialise(&mut self, specialisation: &Specialisation, rng: &mut Pcg64Mcg) {
        self.learn(specialisation);
        let taint = self.taint_number();
        if let Some(index) = self.find_known(specialisation) {
            self.take(index, taint, rng);
        }
    }

    fn recall(&mut self, specialisation: &Specialisation, number: u32, rng: &mut Pcg64Mcg) -> bool {
        if self.frame().is_some() {
            return false;
        }
        self.learn(specialisation);
        let Some(index) = self.find_known(specialisation) else { return false };
        self.take(index, Some(number), rng);
        true
    }

    fn become_kind(&mut self, kind: Kind, rng: &mut Pcg64Mcg) -> bool {
        if !self.open || self.frame().is_some() {
            return false;
        }
        self.specialise(&Specialisation::Kind(kind), rng);
        true
    }

    fn holds_json(&self, text: &[u16]) -> bool {
        matches!(&self.form, Form::Special(special) if special.holds_json(text))
    }

    fn grow_json(&mut self, text: &[u16], path: &[String], rng: &mut Pcg64Mcg) -> bool {
        match &mut self.form {
            Form::Special(special) => {
                special.json_mut(text).is_some_and(|gene| gene.grow(path, rng))
            }
            _ => false,
        }
    }
}

fn context_of(frame: Option<&SpecialText>) -> Vec<u16> {
    let mut context = Vec::new();
    frame.iter().for_each(|frame| frame.add_context(&mut context));
    context
}
