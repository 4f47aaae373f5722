//! Base64 of any bytes (RFC 4648, with padding).

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::{FormatText, TextFormat};

/// See the module.
pub(in crate::gene) static FORMAT: TextFormat = TextFormat {
    names: &["byte", "base64", "base64url"],
    is_id: false,
    is_unique: false,
    sample: |rng| Box::new(Base64 { bytes: sample(rng) }),
};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Most bytes that are sampled.
const SAMPLED_LENGTH: usize = 12;
/// Most bytes that mutations grow to.
const GROWN_LENGTH: usize = 256;

#[derive(Clone, Debug)]
struct Base64 {
    bytes: Vec<u8>,
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

impl FormatText for Base64 {
    fn boxed_clone(&self) -> Box<dyn FormatText> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.bytes = sample(rng);
    }

    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
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
    }

    fn units(&self) -> Vec<u16> {
        encode(&self.bytes).encode_utf16().collect()
    }

    fn read(&mut self, units: &[u16]) -> bool {
        let decoded = String::from_utf16(units).ok().and_then(|text| decode(&text));
        decoded.map(|bytes| self.bytes = bytes).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gene::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(base64, GeneSpec::Format(&FORMAT), |v| {
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
