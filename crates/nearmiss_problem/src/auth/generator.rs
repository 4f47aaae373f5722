//! Unique texts for users that are made on the fly.

use super::fields::{Fields, ReadUsersError};

/// Letters that a text has when nothing says how many.
const USUAL_LETTERS: usize = 8;
/// Letters of texts: none that look alike.
const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz";

/// A place holder and the text that takes its place, for one user.
pub(super) struct Generated {
    pub place_holder: String,
    pub text: String,
}

/// Reads the generators of a user.
pub(super) fn generated(fields: &Fields<'_>, user: &str) -> Result<Vec<Generated>, ReadUsersError> {
    let mut all = Vec::new();
    for generator in fields.list("generators")? {
        generator.only(&["placeHolder", "minLength", "maxLength", "prefix", "postfix"])?;
        let place_holder = generator.needed_text("placeHolder")?;
        let prefix = generator.text("prefix")?.unwrap_or_default();
        let postfix = generator.text("postfix")?.unwrap_or_default();
        let around = prefix.chars().count() + postfix.chars().count();
        let least = generator.count("minLength")?.unwrap_or(0);
        let most = generator.count("maxLength")?.unwrap_or(usize::MAX);
        if most < least.max(around + 1) {
            let why = "leaves no room for a unique text between prefix and postfix";
            return Err(generator.error("maxLength", why));
        }
        let letters = USUAL_LETTERS.max(least.saturating_sub(around)).min(most - around);
        let middle = letters_of(&format!("{user}\n{place_holder}"), letters);
        all.push(Generated { place_holder, text: format!("{prefix}{middle}{postfix}") });
    }
    if all.is_empty() {
        return Err(fields.error("generators", "is missing: a list with a `placeHolder` each"));
    }
    Ok(all)
}

/// Letters that follow from a text (FNV-1a, then a linear congruence a letter).
fn letters_of(seed: &str, count: usize) -> String {
    let mut state = seed.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let letters = (0..count).map(|_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = (state >> 33) as usize % LETTERS.len();
        char::from(LETTERS[index])
    });
    letters.collect()
}

/// Puts generated texts in the place of their place holders.
pub(super) fn filled(text: &str, generated: &[Generated]) -> String {
    generated.iter().fold(text.to_owned(), |text, one| text.replace(&one.place_holder, &one.text))
}
