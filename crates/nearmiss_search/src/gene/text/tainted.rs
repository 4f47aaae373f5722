//! How a text is tainted.

use rand_pcg::Pcg64Mcg;

use super::alphabet::SAMPLED_LENGTH;
use super::{Form, TextGene};
use crate::gene::free_text::TaintedText;
use crate::taint_text::{taint_number_text, taint_text};

impl TaintedText for TextGene {
    fn is_numeric(&self) -> bool {
        self.numeric
    }

    fn take_fresh(&mut self) -> bool {
        std::mem::replace(&mut self.fresh, false)
    }

    fn taint_number(&self) -> Option<u32> {
        match &self.form {
            Form::Plain(_) => None,
            Form::Tainted { number, .. } => Some(*number),
            Form::Special(special) => special.taint_number(),
        }
    }

    fn shares_taint(&self) -> bool {
        matches!(self.form, Form::Tainted { shared: true, .. })
    }

    fn taint(&mut self, number: u32) -> bool {
        if self.numeric {
            let fits = taint_number_text(number).is_some();
            if fits {
                self.form = Form::Tainted { number, shared: false, length: 0 };
            }
            return fits;
        }
        let length = taint_text(number, self.min).len();
        let fits = length <= self.max && self.min <= SAMPLED_LENGTH.max(40);
        if fits {
            self.form = Form::Tainted { number, shared: false, length: 0 };
        }
        fits
    }

    fn taint_free(&mut self, number: u32, rng: &mut Pcg64Mcg) -> bool {
        match &mut self.form {
            // A number that is not wanted is refused before anything is seen of the other inputs.
            _ if self.numeric => false,
            Form::Plain(_) => self.taint(number),
            Form::Tainted { .. } => false,
            Form::Special(special) => special.taint_part(number, rng),
        }
    }

    fn renumber(&mut self, number: u32) {
        match &mut self.form {
            Form::Plain(_) => {}
            Form::Tainted { number: own, shared, .. } => {
                *own = number;
                *shared = false;
            }
            Form::Special(special) => special.renumber(number),
        }
    }

    fn retaint(&mut self, shared: &dyn Fn(u32) -> bool) -> Option<u32> {
        let Form::Plain(units) = &self.form else { return None };
        let text = String::from_utf16(units).ok()?;
        let digits = text.strip_prefix("_EM_")?.strip_suffix("_XYZ_")?;
        let number = digits.parse().ok()?;
        let length = units.len();
        if self.numeric || taint_text(number, self.min.max(length)) != *units {
            return None;
        }
        self.form = Form::Tainted { number, shared: shared(number), length };
        Some(number)
    }
}
