//! Versions of servers.

use super::Engine;

/// The version of a server. What comes behind these two numbers changes nothing that matters here.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Version {
    /// The first number.
    pub major: u32,
    /// The second: of PostgreSQL 10 and later it tells of repairs only.
    pub minor: u32,
}

impl Version {
    /// Tells whether programs of this version make a home for an original of that one.
    pub(super) fn serves(self, engine: Engine, original: Self) -> bool {
        if engine == Engine::Postgres { self.major >= original.major } else { self >= original }
    }

    /// Answers it as people write it.
    pub(crate) fn shown(self, engine: Engine) -> String {
        if engine == Engine::Postgres && self.major >= 10 {
            return self.major.to_string();
        }
        format!("{}.{}", self.major, self.minor)
    }
}

/// Reads the first version in a text, such as `postgres (PostgreSQL) 15.18` or `10.11.19-MariaDB`.
pub(crate) fn version_in(text: &str) -> Option<Version> {
    let words = text.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
    words.into_iter().find_map(|word| {
        let mut numbers = word.split(|c: char| !c.is_ascii_digit());
        let major = numbers.next()?.parse().ok()?;
        let minor = numbers.next().and_then(|minor| minor.parse().ok()).unwrap_or(0);
        Some(Version { major, minor })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_say() {
        for (text, major, minor) in [
            ("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", 15, 18),
            ("postgres (PostgreSQL) 18beta1", 18, 0),
            ("mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu", 10, 11),
            ("/usr/sbin/mysqld  Ver 8.0.36 for Linux on x86_64", 8, 0),
            ("10.11.19-MariaDB-0+deb12u1-log", 10, 11),
        ] {
            assert_eq!(version_in(text), Some(Version { major, minor }), "{text}");
        }
        assert_eq!(version_in("none"), None);
    }

    #[test]
    fn later_ones_serve_and_repairs_of_postgresql_do_not_matter() {
        let of = |major, minor| Version { major, minor };
        assert!(of(15, 3).serves(Engine::Postgres, of(15, 9)));
        assert!(!of(15, 3).serves(Engine::Postgres, of(16, 0)));
        assert!(!of(10, 6).serves(Engine::MariaDb, of(10, 11)));
        assert!(of(11, 4).serves(Engine::MariaDb, of(10, 11)));
        assert_eq!(of(9, 6).shown(Engine::Postgres), "9.6");
    }
}
