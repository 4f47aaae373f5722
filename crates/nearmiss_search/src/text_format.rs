//! Formats of text: dates, UUIDs. What the search asks of any of them is said here, and what makes one is in its own
//! folder (`gene/formats`).

use std::fmt::{self, Debug, Formatter};

use rand_pcg::Pcg64Mcg;

/// A format of text.
pub struct TextFormat {
    /// What schemas call it, its usual name first.
    pub names: &'static [&'static str],
    /// Whether a value may be the id of what another call made.
    pub is_id: bool,
    /// Whether a value names one thing only, so that a second call with the same one may be refused for that.
    pub is_unique: bool,
    /// Samples a value.
    pub sample: fn(&mut Pcg64Mcg) -> Box<dyn FormatText>,
}

/// A text of a format. The text is one of its format after sampling, after each `randomize` and after each `mutate`;
/// all randomness is the generator passed in.
pub trait FormatText: Debug + Send + Sync {
    /// Makes an independent copy.
    fn boxed_clone(&self) -> Box<dyn FormatText>;
    /// Samples the text anew.
    fn randomize(&mut self, rng: &mut Pcg64Mcg);
    /// Changes the text a little, if there is another one.
    fn mutate(&mut self, rng: &mut Pcg64Mcg);
    /// Answers the text, in UTF-16 units.
    fn units(&self) -> Vec<u16>;
    /// Takes over a text of the format and answers true, or changes nothing and answers false.
    fn read(&mut self, units: &[u16]) -> bool;
}

impl TextFormat {
    /// The usual name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }
}

impl Debug for TextFormat {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl PartialEq for TextFormat {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}
