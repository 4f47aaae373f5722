//! URIs: mostly `http` and `https` URLs, also `ftp`, `mailto`, `data`, `file` and `urn`.

use rand_pcg::Pcg64Mcg;

use super::node::GeneNode;
use super::pattern::PatternGene;
use crate::GeneSpec;

/// A subset of RFC 3986 that URL parsers accept without argument.
const URI: &str = "https?://([a-z][a-z0-9]{0,8}\\.(com|org|net)|localhost|127\\.0\\.0\\.1)(:[1-9][0-9]{1,3})?(/[a-zA-Z0-9._~-]{1,6}){0,3}/?(\\?[a-z]{1,4}=[a-zA-Z0-9]{0,6}(&[a-z]{1,4}=[a-z0-9]{0,6})?)?(#[a-z]{1,5})?|ftp://[a-z]{1,8}\\.com/[a-z]{1,6}|mailto:[a-z]{1,6}@[a-z]{1,6}\\.com|data:text/plain,[a-zA-Z0-9]{0,8}|file:///[a-z]{1,6}/[a-z]{1,6}\\.[a-z]{3}|urn:[a-z]{2,6}:[a-z0-9]{1,8}";
/// Longest URI.
const LENGTH: usize = 120;

/// Builds the gene of [`GeneSpec::Uri`].
pub(super) fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Option<Box<dyn GeneNode>> {
    if !matches!(spec, GeneSpec::Uri) {
        return None;
    }
    let gene = PatternGene::new(URI, 0, LENGTH, true, rng);
    gene.ok().map(|gene| Box::new(gene) as Box<dyn GeneNode>)
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(uri, GeneSpec::Uri, |v: &GeneValue| {
        let GeneValue::Text(units) = v else { return false };
        let text = String::from_utf16(units).unwrap();
        let (scheme, rest) = text.split_once(':').unwrap();
        ["http", "https", "ftp", "mailto", "data", "file", "urn"].contains(&scheme)
            && !rest.is_empty()
            && text.bytes().all(|b| b.is_ascii_graphic())
    });
}
