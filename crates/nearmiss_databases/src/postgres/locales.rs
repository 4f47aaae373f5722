//! Locales of this machine: a database whose order is another's cannot be made after it.

use std::path::Path;

use super::facts::DatabaseFacts;
use crate::program;

/// The locales that this machine has.
pub(super) struct Locales {
    /// As they are compared; none where the system does not tell.
    known: Option<Vec<String>>,
}

impl Locales {
    /// Asks the system.
    pub fn of_machine() -> Self {
        let ran = program::run(program::command(Path::new("locale")).arg("-a"), "").ok();
        let ran = ran.filter(|ran| ran.status.success() && !ran.printed.trim().is_empty());
        Self { known: ran.map(|ran| ran.printed.lines().map(compared).collect()) }
    }

    /// Tells whether the machine has one.
    fn has(&self, locale: &str) -> bool {
        let is_everywhere = matches!(locale, "C" | "POSIX");
        let of = |known: &Vec<String>| known.contains(&compared(locale));
        is_everywhere || self.known.as_ref().is_none_or(of)
    }

    /// Answers what stands for a locale: itself, or the plainest that the machine has.
    pub fn nearest<'a>(&self, locale: &'a str) -> &'a str {
        match locale {
            locale if self.has(locale) => locale,
            _ if self.has("C.UTF-8") => "C.UTF-8",
            _ => "C",
        }
    }

    /// Answers a database with locales that the machine has, and those that it has not.
    pub fn fit(&self, database: &DatabaseFacts) -> (DatabaseFacts, Vec<String>) {
        let mut fitted = database.clone();
        self.nearest(&database.collate).clone_into(&mut fitted.collate);
        self.nearest(&database.ctype).clone_into(&mut fitted.ctype);
        let mut missing = vec![database.collate.clone(), database.ctype.clone()];
        missing.retain(|locale| self.nearest(locale) != locale);
        missing.dedup();
        (fitted, missing)
    }

    /// Answers the line of a dump that makes the database, with locales that the machine has; none where it is none, or
    /// has nothing else in it.
    pub fn replaced(&self, line: &str) -> Option<String> {
        if !line.starts_with("CREATE DATABASE ") {
            return None;
        }
        let mut replaced = line.to_owned();
        for word in [" LOCALE = '", " LC_COLLATE = '", " LC_CTYPE = '"] {
            let Some(start) = replaced.rfind(word).map(|start| start + word.len()) else {
                continue;
            };
            let Some(length) = replaced[start..].find('\'') else { continue };
            let locale = replaced[start..start + length].to_owned();
            replaced.replace_range(start..start + length, self.nearest(&locale));
        }
        (replaced != line).then_some(replaced)
    }
}

/// Answers a name as all spellings of it have it: `en_US.UTF-8` is `en_US.utf8`.
fn compared(name: &str) -> String {
    match name.split_once('.') {
        Some((language, letters)) => {
            format!("{language}.{}", letters.to_ascii_lowercase().replace('-', ""))
        }
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_of_other_machines_get_the_plainest_locale() {
        let known = ["C", "C.utf8", "de_DE.utf8"].map(compared).to_vec();
        let locales = Locales { known: Some(known) };
        let line = "CREATE DATABASE shop WITH TEMPLATE = template0 ENCODING = 'UTF8' LOCALE_PROVIDER = libc LOCALE = 'en_US.utf8';\n";
        let replaced = locales.replaced(line).unwrap();
        assert!(replaced.ends_with("LOCALE_PROVIDER = libc LOCALE = 'C.UTF-8';\n"), "{replaced}");
        let own = "CREATE DATABASE a LC_COLLATE = 'de_DE.UTF-8' LC_CTYPE = 'C.UTF-8';";
        assert_eq!(locales.replaced(own), None);
        assert_eq!(locales.replaced("SELECT ' LOCALE = 'x';"), None);
        assert_eq!(Locales { known: None }.nearest("xx"), "xx");
    }
}
