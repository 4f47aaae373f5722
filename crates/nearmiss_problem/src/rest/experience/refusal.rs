//! Kinds of refusals: answers that say the same but for what the call itself has said.

use std::hash::{DefaultHasher, Hash, Hasher};

use nearmiss_search::{Action, GeneValue};

use crate::HttpResponse;

/// Bytes of an answer that are read.
const MOST_READ: usize = 2_000;

/// Answers a number that stands for the words of a refusal, without those that the call has sent, and without all that
/// holds digits: the same for two calls that are refused for the same reason.
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

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{GeneSpec, TemplateId};

    use super::*;

    fn kind(said: &str, status: u16, answered: &str) -> u64 {
        let spec = GeneSpec::Text { min_len: 0, max_len: 20 };
        let action = Action {
            template: TemplateId(0),
            genes: vec![Gene::holding(&spec, &GeneValue::text(said))],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let (headers, body) = (Vec::new(), answered.as_bytes().to_vec());
        kind_of(&HttpResponse { status, headers, body, truncated: false }, &action)
    }

    #[test]
    fn what_a_call_says_itself_and_numbers_tell_no_refusals_apart() {
        let first = kind("YQ", 422, r#"{"error":"we do not deliver to YQ","request":"a1-17"}"#);
        assert_eq!(
            first,
            kind("GZ", 422, r#"{"error":"we do not deliver to GZ","request":"b2-9"}"#)
        );
        assert_ne!(first, kind("GB", 422, r#"{"error":"a postcode in GB looks like SW1A 1AA"}"#));
        assert_ne!(first, kind("YQ", 400, r#"{"error":"we do not deliver to YQ"}"#));
    }
}
