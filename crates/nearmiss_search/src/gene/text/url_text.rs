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

/// What stands behind the scheme of a URL.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    /// `//host:port/path?query`
    Host,
    /// `///path?query`: `file:` takes no port.
    File,
    /// `text/plain,path?query`
    Data,
}

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
        let form = self.form();
        let path = match &self.told_path {
            // As a scheme without a host shows it: one with a host needs the slash.
            Some(path) if form != Form::Data && path.first() != Some(&u16::from(b'/')) => {
                [units("/"), path.clone()].concat()
            }
            Some(path) => path.clone(),
            None if form == Form::Data => [units("text/plain,"), escaped(&self.path)].concat(),
            None => [units("/"), escaped(&self.path)].concat(),
        };
        let query = match &self.told_query {
            Some(query) => query.clone(),
            None => [units("?"), escaped(&self.key), units("="), escaped(&self.value)].concat(),
        };
        let host = match form {
            Form::Host if self.port.is_empty() => [units("//"), self.host.units()].concat(),
            Form::Host => [units("//"), self.host.units(), units(":"), self.port.clone()].concat(),
            Form::File => units("//"),
            Form::Data => Vec::new(),
        };
        [self.scheme.clone(), units(":"), host, path, query].concat()
    }

    fn form(&self) -> Form {
        match String::from_utf16_lossy(&self.scheme).as_str() {
            "file" => Form::File,
            "data" => Form::Data,
            _ => Form::Host,
        }
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
        let (no_host, no_query) = (self.form() != Form::Host, self.told_query.is_some());
        let hides = [no_host, self.told_path.is_some(), no_query, no_query];
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
            url.put(UrlPart::Scheme, &units("file:"), &mut rng);
            let file = text(&url);
            assert!(file.starts_with("file:///loans?") && file.contains("_EM_5_XYZ_"), "{file}");
            url.put(UrlPart::Scheme, &units("data:"), &mut rng);
            url.put(UrlPart::Path, &units("image/png,"), &mut rng);
            assert!(text(&url).starts_with("data:image/png,?"), "{}", text(&url));
        }
    }
}
