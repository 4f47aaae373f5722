//! E-mail addresses of the plain sort.

use crate::TextFormat;
use crate::gene::pattern::PatternText;

/// See the module.
pub(in crate::gene) static FORMAT: TextFormat = TextFormat {
    names: &["email", "idn-email"],
    is_id: false,
    is_unique: true,
    sample: |rng| Box::new(PatternText::of_ours(ADDRESS, LENGTH, rng)),
};

/// Addresses that validators accept without argument; a subset of RFC 5322.
const ADDRESS: &str = "[a-z][a-z0-9]{0,9}([.+_-][a-z0-9]{1,5})?@[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?\\.(com|org|net|io|co\\.uk)";
/// Longest address.
const LENGTH: usize = 64;

#[cfg(test)]
mod tests {
    use super::FORMAT;
    use crate::gene::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(email, GeneSpec::Format(&FORMAT), |v: &GeneValue| {
        let GeneValue::Text(units) = v else { return false };
        let text = String::from_utf16(units).unwrap();
        let (local, domain) = text.split_once('@').unwrap();
        !local.is_empty() && domain.contains('.') && !domain.starts_with('.') && text.is_ascii()
    });
}
