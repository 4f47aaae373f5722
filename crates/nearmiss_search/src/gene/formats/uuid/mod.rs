//! UUIDs of version 4 (RFC 9562).

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::{FormatText, TextFormat};

/// See the module.
pub(in crate::gene) static FORMAT: TextFormat = TextFormat {
    names: &["uuid", "guid"],
    is_id: true,
    is_unique: true,
    sample: |rng| Box::new(Uuid::sample(rng)),
};

/// The bits that say version 4 and variant 1.
const FIXED: u128 = 0x0000_0000_0000_4000_8000_0000_0000_0000;
/// The bits that are free.
const FREE: u128 = 0xffff_ffff_ffff_0fff_3fff_ffff_ffff_ffff;

#[derive(Clone, Copy, Debug)]
struct Uuid {
    bits: u128,
}

impl Uuid {
    fn sample(rng: &mut Pcg64Mcg) -> Self {
        Self { bits: (rng.random::<u128>() & FREE) | FIXED }
    }

    fn print(self) -> String {
        let hex = format!("{:032x}", self.bits);
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    }
}

impl FormatText for Uuid {
    fn boxed_clone(&self) -> Box<dyn FormatText> {
        Box::new(*self)
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        *self = Self::sample(rng);
    }

    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        let before = self.bits;
        while self.bits == before {
            self.bits = before ^ ((1_u128 << rng.random_range(0..128)) & FREE);
        }
    }

    fn units(&self) -> Vec<u16> {
        self.print().encode_utf16().collect()
    }

    fn read(&mut self, units: &[u16]) -> bool {
        let Ok(text) = String::from_utf16(units) else { return false };
        let hex: String = text.chars().filter(|c| *c != '-').collect();
        let Ok(bits) = u128::from_str_radix(&hex, 16) else { return false };
        let parsed = Self { bits };
        // Lower case with hyphens in their places, as we print it; of any version.
        let taken = parsed.print() == text;
        if taken {
            *self = parsed;
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gene::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(uuid, GeneSpec::Format(&FORMAT), |v| {
        let GeneValue::Text(units) = v else { return false };
        let text = String::from_utf16(units).unwrap();
        text.len() == 36
            && text.as_bytes()[14] == b'4'
            && b"89ab".contains(&text.as_bytes()[19])
            && text.char_indices().all(|(i, c)| match i {
                8 | 13 | 18 | 23 => c == '-',
                _ => matches!(c, '0'..='9' | 'a'..='f'),
            })
    });
}
