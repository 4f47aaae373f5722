//! E-mail addresses of the plain sort.

use rand_pcg::Pcg64Mcg;

use super::node::GeneNode;
use super::pattern::PatternGene;
use crate::GeneSpec;

/// Addresses that validators accept without argument; a subset of RFC 5322.
const ADDRESS: &str = "[a-z][a-z0-9]{0,9}([.+_-][a-z0-9]{1,5})?@[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?\\.(com|org|net|io|co\\.uk)";
/// Longest address.
const LENGTH: usize = 64;

/// Builds the gene of [`GeneSpec::Email`].
pub(super) fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Option<Box<dyn GeneNode>> {
    if !matches!(spec, GeneSpec::Email) {
        return None;
    }
    let gene = PatternGene::new(ADDRESS, 0, LENGTH, true, rng);
    gene.ok().map(|gene| Box::new(gene) as Box<dyn GeneNode>)
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(email, GeneSpec::Email, |v: &GeneValue| {
        let GeneValue::Text(units) = v else { return false };
        let text = String::from_utf16(units).unwrap();
        let (local, domain) = text.split_once('@').unwrap();
        !local.is_empty() && domain.contains('.') && !domain.starts_with('.') && text.is_ascii()
    });
}
