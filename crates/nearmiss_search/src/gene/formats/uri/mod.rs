//! URIs: mostly `http` and `https` URLs, also `ftp`, `mailto`, `data`, `file` and `urn`.

use crate::TextFormat;
use crate::gene::pattern::PatternText;

/// See the module.
pub(in crate::gene) static FORMAT: TextFormat = TextFormat {
    names: &["uri", "url", "uri-reference", "iri", "iri-reference"],
    is_id: false,
    is_unique: false,
    sample: |rng| Box::new(PatternText::of_ours(URI, LENGTH, rng)),
};

/// A subset of RFC 3986 that URL parsers accept without argument.
const URI: &str = "https?://([a-z][a-z0-9]{0,8}\\.(com|org|net)|localhost|127\\.0\\.0\\.1)(:[1-9][0-9]{1,3})?(/[a-zA-Z0-9._~-]{1,6}){0,3}/?(\\?[a-z]{1,4}=[a-zA-Z0-9]{0,6}(&[a-z]{1,4}=[a-z0-9]{0,6})?)?(#[a-z]{1,5})?|ftp://[a-z]{1,8}\\.com/[a-z]{1,6}|mailto:[a-z]{1,6}@[a-z]{1,6}\\.com|data:text/plain,[a-zA-Z0-9]{0,8}|file:///[a-z]{1,6}/[a-z]{1,6}\\.[a-z]{3}|urn:[a-z]{2,6}:[a-z0-9]{1,8}";
/// Longest URI.
const LENGTH: usize = 120;

#[cfg(test)]
mod tests {
    use super::FORMAT;
    use crate::gene::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(uri, GeneSpec::Format(&FORMAT), |v: &GeneValue| {
        let GeneValue::Text(units) = v else { return false };
        let text = String::from_utf16(units).unwrap();
        let (scheme, rest) = text.split_once(':').unwrap();
        ["http", "https", "ftp", "mailto", "data", "file", "urn"].contains(&scheme)
            && !rest.is_empty()
            && text.bytes().all(|b| b.is_ascii_graphic())
    });
}
