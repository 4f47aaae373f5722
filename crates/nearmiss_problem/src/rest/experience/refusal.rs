//! Kinds of refusals: answers that say the same but for what the call itself has said.

use std::hash::{DefaultHasher, Hash, Hasher};

use nearmiss_search::{Action, GeneValue};

use crate::HttpResponse;

/// Bytes of an answer that are read.
const MOST_READ: usize = 2_000;

/// Answers a number that stands for the words of a refusal, without those that the call has sent, and without all that holds
/// digits: the same for two calls that are refused for the same reason.
pub(super) fn kind_of(answer: &HttpResponse, action: &Action) -> u64 {
    let read = &answer.body[..answer.body.len().min(MOST_READ)];
    let mut text = String::from_utf8_lossy(read).into_owned();
    let mut said = Vec::new();
    action.genes.iter().for_each(|gene| texts_in(&gene.value(), &mut said));
    // A text may hold another one.
    said.sort_by_key(|text| std::cmp::Reverse(text.len()));
    for one in said {
        text = text.replace(&one, " ");
    }
    let mut hasher = DefaultHasher::new();
    answer.status.hash(&mut hasher);
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let has_digits = |word: &&str| word.bytes().any(|byte| byte.is_ascii_digit());
    for word in words.filter(|word| !word.is_empty() && !has_digits(word)) {
        word.hash(&mut hasher);
    }
    hasher.finish()
}

fn texts_in(value: &GeneValue, found: &mut Vec<String>) {
    match value {
        GeneValue::Text(units) if units.len() > 1 => found.push(String::from_utf16_lossy(units)),
        GeneValue::List(items) => items.iter().for_each(|item| texts_in(item, found)),
        GeneValue::Record(fields) => fields.iter().for_each(|(_, value)| texts_in(value, found)),
        _ => {}
    }
}
