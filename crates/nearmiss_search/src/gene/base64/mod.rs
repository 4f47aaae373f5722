//! Base64 of any bytes (RFC 4648, with padding).

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::MutationContext;
use super::node::{GeneNode, Mutated};
use crate::{GeneSpec, GeneValue};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Most bytes that are sampled.
const SAMPLED_LENGTH: usize = 12;
/// Most bytes that mutations grow to.
const GROWN_LENGTH: usize = 256;

#[derive(Clone, Debug)]
struct Base64Gene {
    bytes: Vec<u8>,
}

/// Builds the gene of [`GeneSpec::Base64`].
pub(super) fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Option<Box<dyn GeneNode>> {
    matches!(spec, GeneSpec::Base64)
        .then(|| Box::new(Base64Gene { bytes: sample(rng) }) as Box<dyn GeneNode>)
}

fn sample(rng: &mut Pcg64Mcg) -> Vec<u8> {
    let length = rng.random_range(0..=SAMPLED_LENGTH);
    let printable = rng.random_bool(0.5);
    (0..length)
        .map(|_| if printable { rng.random_range(b' '..=b'~') } else { rng.random() })
        .collect()
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut group = [0; 3];
        group[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        for position in 0..4 {
            if position <= chunk.len() {
                let index = (bits >> (18 - 6 * position)) & 63;
                text.push(char::from(ALPHABET[index as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let index = ALPHABET.iter().position(|known| *known == byte)?;
        bits = (bits << 6) | u32::try_from(index).ok()?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(((bits >> count) & 0xff) as u8);
        }
    }
    (encode(&bytes) == text).then_some(bytes)
}

impl GeneNode for Base64Gene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.bytes = sample(rng);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let rng = &mut *context.rng;
        let length = self.bytes.len();
        match rng.random_range(0..4) {
            0 if length > 0 => {
                self.bytes.remove(rng.random_range(0..length));
            }
            1 | 2 if length > 0 => {
                self.bytes[rng.random_range(0..length)] ^= 1_u8 << rng.random_range(0..8);
            }
            _ if length < GROWN_LENGTH => {
                self.bytes.insert(rng.random_range(0..=length), rng.random());
            }
            _ => self.bytes.truncate(length / 2),
        }
        Mutated::Yes
    }

    fn value(&self) -> GeneValue {
        GeneValue::text(&encode(&self.bytes))
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let GeneValue::Text(units) = value else { return false };
        let decoded = String::from_utf16(units).ok().and_then(|text| decode(&text));
        decoded.map(|bytes| self.bytes = bytes).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    gene_contract!(base64, GeneSpec::Base64, |v| {
        let GeneValue::Text(units) = v else { return false };
        decode(&String::from_utf16(units).unwrap()).is_some()
    });

    #[test]
    fn the_vectors_of_the_rfc() {
        let vectors =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (plain, text) in vectors {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(plain.as_bytes()));
        }
        for text in ["Zg", "Zg=", "Z===", "Zh==", "Zm9v="] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
