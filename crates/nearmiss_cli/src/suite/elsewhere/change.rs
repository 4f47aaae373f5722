//! What may be other where and when a suite is run.

use std::path::Path;

use nearmiss_writer::clock_ahead;

use super::order::Order;

const DAY_MS: i64 = 86_400_000;
const HOUR_MS: i64 = 3_600_000;
/// Days that the clock is ahead, and up to six more.
const DAYS_AHEAD: i64 = 400;

/// Zones in which the hour is another one. What follows the zone at all may by chance be alike in the first, so that where anything
/// differs the others are tried: together they are no more than some four hours apart, which shows what is so for a part of the day.
const ZONES: [&str; 6] = [
    "Asia/Kathmandu",
    "Pacific/Pago_Pago",
    "America/Phoenix",
    "America/Sao_Paulo",
    "Asia/Tokyo",
    "Pacific/Kiritimati",
];

/// One thing that is other elsewhere.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Change {
    /// Nothing but that the suite starts and calls the API.
    Sent,
    /// The date, on the next of these days of the week but some 400 days on.
    Clock(Weekday),
    /// The order of the tests in their files, and of these where one runs after another.
    Order(Order),
    /// The time zone.
    Zone(&'static str),
    /// The language.
    Language,
    /// The home folder and the name of the user.
    Home,
    /// The folder of the project.
    Folder,
    /// What files of the project held before the search.
    Earlier,
}

impl Change {
    /// Answers each that is tried alone, in the order in which what they explain is told. Orders of the tests beside
    /// the reverse are as many as it takes ([`super::World::visit`]).
    /// `now`: milliseconds since 1970.
    pub fn all(now: i64) -> impl Iterator<Item = Self> {
        let first = [Self::Sent, Self::Order(Order::Reversed)];
        let last = [Self::Language, Self::Home, Self::Folder, Self::Earlier];
        let clocks = other_days(now).iter().copied().map(Self::Clock);
        first.into_iter().chain(clocks).chain(ZONES.map(Self::Zone)).chain(last)
    }

    /// Answers what a value follows that differs with this change alone.
    pub fn followed(self) -> &'static str {
        match self {
            Self::Sent => "how the tests start and call the API",
            Self::Clock(_) => super::BY_CLOCK,
            Self::Order(_) => "what tests before it did",
            Self::Zone(_) => "the time zone",
            Self::Language => "the language",
            Self::Home => "the home folder or the user's name",
            Self::Folder => "the folder of the project",
            Self::Earlier => "what earlier calls left behind",
        }
    }

    /// Answers what is tried, in words.
    pub fn tried(self) -> &'static str {
        match self {
            Self::Sent => "the tests as they will be run",
            Self::Clock(_) => "another date",
            Self::Order(_) => "another order of the tests",
            Self::Zone(_) => "another time zone",
            Self::Language => "another language",
            Self::Home => "another home folder and user",
            Self::Folder => "another folder of the project",
            Self::Earlier => "the files of the project as they were before the search",
        }
    }

    /// Variables of the tests, which the API has from them.
    pub fn variables(self, folder: &Path) -> Vec<(&'static str, String)> {
        let named = |name, value: &str| (name, value.to_owned());
        let now = |name: &str| std::env::var(name).unwrap_or_default();
        match self {
            Self::Zone(zone) => {
                vec![named("TZ", if now("TZ") == zone { "Asia/Hong_Kong" } else { zone })]
            }
            Self::Language => {
                let is_german = [now("LC_ALL"), now("LANG")].iter().any(|at| at.starts_with("de"));
                let other = if is_german { "fr_FR.UTF-8" } else { "de_DE.UTF-8" };
                ["LANG", "LC_ALL", "LC_MESSAGES"].map(|name| named(name, other)).into()
            }
            Self::Home => {
                let home = folder.join("home").display().to_string();
                let users = ["USER", "LOGNAME", "USERNAME"].map(|name| named(name, "somebody"));
                users.into_iter().chain([("HOME", home)]).collect()
            }
            Self::Sent | Self::Order(_) | Self::Clock(_) | Self::Folder | Self::Earlier => {
                Vec::new()
            }
        }
    }

    /// Answers the order of the tests, where that is another one.
    pub fn order(self) -> Option<Order> {
        if let Self::Order(order) = self { Some(order) } else { None }
    }

    /// The change that this one is tried after, and only where an answer differs with that.
    pub fn after(self) -> Option<Self> {
        match self {
            Self::Zone(zone) if zone != ZONES[0] => Some(Self::Zone(ZONES[0])),
            _ => None,
        }
    }
}

/// A day of the week that stands for its kind.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Weekday {
    /// A day on which much is closed, as on few others.
    Sunday,
    /// A day like most.
    Wednesday,
}

/// Answers the days on which tests are tried, the one that is least like today first. About a weekend it takes both: of a
/// Saturday a Wednesday shows what is closed at weekends, and a Sunday what is closed on Sundays; and it may be another
/// day already, or still, where the API lives.
pub(super) fn other_days(now: i64) -> &'static [Weekday] {
    match weekday(now) {
        2..=4 => &[Weekday::Sunday],
        1 | 5 => &[Weekday::Sunday, Weekday::Wednesday],
        _ => &[Weekday::Wednesday, Weekday::Sunday],
    }
}

/// Answers a file to load into the API that puts its clock ahead, to such a day and another part of the day than `now`
/// (milliseconds since 1970): what is closed on Sundays or at night is found that way.
pub(super) fn shifted_clock(now: i64, day: Weekday) -> String {
    clock_ahead(ahead(now, day))
}

/// Counts the days of the week from Sunday on, 0 to 6.
fn weekday(at: i64) -> i64 {
    // The first day of 1970 was a Thursday.
    (at.div_euclid(DAY_MS) + 4).rem_euclid(7)
}

fn ahead(now: i64, day: Weekday) -> i64 {
    let wanted = match day {
        Weekday::Sunday => 0,
        Weekday::Wednesday => 3,
    };
    let days = DAYS_AHEAD + (wanted - weekday(now) - DAYS_AHEAD).rem_euclid(7);
    let hour = now.rem_euclid(DAY_MS) / HOUR_MS;
    let other = if (6..22).contains(&hour) { 2 } else { 12 };
    days * DAY_MS + (other - hour) * HOUR_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_to_another_part_of_the_week_and_the_day() {
        let hour = |at: i64| at.rem_euclid(DAY_MS) / HOUR_MS;
        for day in 20_000..20_014 {
            for at in [5, 6, 12, 21, 22] {
                let now = day * DAY_MS + at * HOUR_MS + 12_345;
                let days = other_days(now);
                let then = now + ahead(now, days[0]);
                let is_workday = |at: i64| (1..=5).contains(&weekday(at));
                let is_day = |at: i64| (6..22).contains(&hour(at));
                assert_ne!((is_workday(now), is_day(now)), (is_workday(then), is_day(then)));
                assert!(is_workday(now) != is_workday(then) && is_day(now) != is_day(then));
                assert!((399..408).contains(&((then - now) / DAY_MS)));
                let thens: Vec<i64> = days.iter().map(|day| now + ahead(now, *day)).collect();
                let shows = |is: &dyn Fn(i64) -> bool| thens.iter().any(|at| is(*at) != is(now));
                assert!(shows(&|at| weekday(at) == 0) && shows(&is_workday));
            }
        }
    }
}
