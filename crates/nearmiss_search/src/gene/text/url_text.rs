//! A URL: parts of it are free, one may be tainted, some may be told.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use super::codec::encode;
use super::free::Free;
use super::special::SpecialText;
use crate::gene::MutationContext;
use crate::{Codec, UrlPart};

/// Schemes that are sampled, the first one most often.
const SCHEMES: [&str; 3] = ["https", "http", "ftp"];
/// Sampled ports are from here on: none of them is the usual one of a scheme, which would not show.
const PORTS: std::ops::Range<u16> = 1024..65_535;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct UrlText {
    scheme: Vec<u16>,
    host: Free,
    port: Vec<u16>,
    path: Free,
    key: Free,
    value: Free,
    /// Path and query, where they are told as a whole.
    told_path: Option<Vec<u16>>,
    told_query: Option<Vec<u16>>,
}

impl UrlText {
    /// A URL of which a part takes on `taint`.
    pub fn new(taint: Option<u32>, rng: &mut Pcg64Mcg) -> Self {
        let scheme =
            if rng.random_bool(0.7) { SCHEMES[0] } else { SCHEMES[rng.random_range(1..3)] };
        let plain = |text: &str| Free::Plain(units(text));
        let mut url = Self {
            scheme: units(scheme),
            host: plain("localhost"),
            port: units(&rng.random_range(PORTS).to_string()),
            path: plain("p"),
            key: plain("q"),
            value: plain("v"),
            told_path: None,
            told_query: None,
        };
        if let Some(number) = taint {
            url.taint(number, rng);
        }
        url
    }

    pub fn units(&self) -> Vec<u16> {
        let escaped = |free: &Free| encode(Codec::Percent, &free.units());
        let path = match &self.told_path {
            Some(path) => path.clone(),
            None => [units("/"), escaped(&self.path)].concat(),
        };
        let query = match &self.told_query {
            Some(query) => query.clone(),
            None => [units("?"), escaped(&self.key), units("="), escaped(&self.value)].concat(),
        };
        let port = if self.port.is_empty() {
            Vec::new()
        } else {
            [units(":"), self.port.clone()].concat()
        };
        [self.scheme.clone(), units("://"), self.host.units(), port, path, query].concat()
    }

    fn parts(&self) -> [&Free; 4] {
        [&self.host, &self.path, &self.key, &self.value]
    }

    pub fn taint_number(&self) -> Option<u32> {
        self.parts().into_iter().find_map(Free::taint_number)
    }

    pub fn taint_mut(&mut self) -> Option<&mut Free> {
        [&mut self.host, &mut self.path, &mut self.key, &mut self.value]
            .into_iter()
            .find_map(Free::taint_mut)
    }

    /// Taints a part that is free, in the place of the one that is tainted. Answers whether there is one.
    pub fn taint(&mut self, number: u32, rng: &mut Pcg64Mcg) -> bool {
        let hides =
            [false, self.told_path.is_some(), self.told_query.is_some(), self.told_query.is_some()];
        let free: Vec<usize> = (0..4)
            .filter(|index| !hides[*index] && matches!(self.parts()[*index], Free::Plain(_)))
            .collect();
        let Some(index) = free.choose(rng) else { return false };
        if let Some(old) = self.taint_mut() {
            *old = Free::Plain(units("x"));
        }
        let part = [&mut self.host, &mut self.path, &mut self.key, &mut self.value];
        if let Some(part) = part.into_iter().nth(*index) {
            *part = Free::Tainted(number);
        }
        true
    }

    /// Gives a part the value that is wanted; the taint goes elsewhere where that was tainted.
    pub fn put(&mut self, part: UrlPart, wanted: &[u16], rng: &mut Pcg64Mcg) {
        let taint = self.taint_number();
        let text = String::from_utf16_lossy(wanted);
        let fixed = |text: &str| Free::Special(Box::new(SpecialText::Fixed(units(text))));
        match part {
            UrlPart::Scheme => self.scheme = units(text.trim_end_matches(':')),
            UrlPart::Hostname => self.host = fixed(&text),
            UrlPart::Port => self.port = wanted.to_vec(),
            UrlPart::Host | UrlPart::Origin => {
                let host = match text.split_once("://") {
                    Some((scheme, host)) => {
                        self.scheme = units(scheme);
                        host
                    }
                    None => &text,
                };
                let (host, port) = host.rsplit_once(':').unwrap_or((host, ""));
                self.host = fixed(host);
                self.port = units(port);
            }
            UrlPart::Path => self.told_path = Some(wanted.to_vec()),
            UrlPart::Query => self.told_query = Some(wanted.to_vec()),
        }
        if let Some(number) = taint {
            self.taint(number, rng);
        }
    }

    pub fn mutate(&mut self, context: &mut MutationContext<'_>) -> bool {
        if let Some(number) = context.draw_taint() {
            return self.taint(number, context.rng);
        }
        match context.rng.random_range(0..5) {
            0 => {
                let scheme = SCHEMES[context.rng.random_range(0..SCHEMES.len())];
                self.scheme = units(scheme);
                true
            }
            1 => {
                self.port = units(&context.rng.random_range(PORTS).to_string());
                true
            }
            2 => self.path.mutate(context),
            3 => self.key.mutate(context),
            _ => self.value.mutate(context),
        }
    }
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn text(url: &UrlText) -> String {
        String::from_utf16(&url.units()).unwrap()
    }

    #[test]
    fn parts_are_put_and_the_taint_stays_somewhere() {
        for seed in 0..50 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut url = UrlText::new(Some(5), &mut rng);
            assert!(text(&url).contains("_EM_5_XYZ_"), "{}", text(&url));
            url.put(UrlPart::Scheme, &units("https:"), &mut rng);
            url.put(UrlPart::Port, &units("8443"), &mut rng);
            url.put(UrlPart::Hostname, &units("museum.example"), &mut rng);
            let whole = text(&url);
            assert!(whole.starts_with("https://museum.example:8443/"), "{whole}");
            assert!(url.taint_number() == Some(5) && whole.contains("_EM_5_XYZ_"), "{whole}");
            url.put(UrlPart::Origin, &units("http://localhost"), &mut rng);
            url.put(UrlPart::Path, &units("/loans"), &mut rng);
            assert!(text(&url).starts_with("http://localhost/loans?"));
        }
    }
}
