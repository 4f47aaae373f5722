//! A format of text that only tests know: tickets, `T-0042`. It stands for any that is added: a folder like this one,
//! and a line in the list of formats by which schemas find it. What else had to know of it would fail the tests that
//! use it.

use nearmiss_search::{FormatText, TextFormat};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// See the module.
pub static FORMAT: TextFormat = TextFormat {
    names: &["ticket", "ticket-number"],
    is_id: true,
    is_unique: true,
    sample: |rng| Box::new(Ticket { number: rng.random_range(TICKETS) }),
};

const TICKETS: std::ops::Range<u16> = 0..10_000;

#[derive(Clone, Copy, Debug)]
struct Ticket {
    number: u16,
}

impl FormatText for Ticket {
    fn boxed_clone(&self) -> Box<dyn FormatText> {
        Box::new(*self)
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.number = rng.random_range(TICKETS);
    }

    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        let step = 1 << rng.random_range(0..10);
        let up: bool = rng.random();
        self.number = (self.number + if up { step } else { TICKETS.end - step }) % TICKETS.end;
    }

    fn units(&self) -> Vec<u16> {
        format!("T-{:04}", self.number).encode_utf16().collect()
    }

    fn read(&mut self, units: &[u16]) -> bool {
        let text = String::from_utf16_lossy(units);
        let digits = text.strip_prefix("T-").filter(|digits| digits.len() == 4);
        let number = digits.and_then(|digits| digits.parse().ok());
        self.number = number.unwrap_or(self.number);
        number.is_some()
    }
}
