//! Secrets by the names of the environment variables that tests read them from.

use std::collections::BTreeMap;
use std::fmt;

/// Names and values. Values are not shown where this is printed.
#[derive(Clone, Default, Eq, PartialEq)]
pub struct Variables(BTreeMap<String, String>);

impl Variables {
    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a variable.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// Gives a secret the name `wanted`, or, where another secret has it, `wanted_2` and so on.
    /// Answers the name.
    pub(super) fn name_secret(&mut self, wanted: &str, value: &str) -> String {
        let mut name = wanted.to_owned();
        let mut n = 2;
        while self.get(&name).is_some_and(|known| known != value) {
            name = format!("{wanted}_{n}");
            n += 1;
        }
        self.set(&name, value);
        name
    }
}

impl fmt::Debug for Variables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// `shop-admin 1` as a part of the name of a variable: `SHOP_ADMIN_1`.
pub(super) fn variable_word(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_uppercase(),
        _ => '_',
    });
    letters.collect()
}
