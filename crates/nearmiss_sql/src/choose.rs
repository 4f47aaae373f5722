//! The value that a column gets, of those that it may have.

use serde_json::Value;

use crate::arithmetic::{number, text_of, value_of};
use crate::dates::{FAR_AHEAD, LONG_AGO, SOME_DAY, days_later};
use crate::domain::{Bound, Domain, Test};
use crate::fitted::fit;
use crate::moments::{Written, moment_of};
use crate::patterns::Pattern;
use crate::schema::Column;
use crate::spelling::{spelled, spellings};
use crate::terms::Constant;
use crate::wanted::Wanted;

/// Most letters of a text.
const LONGEST: usize = 20_000;

impl Domain {
    /// Chooses a value for a column; `None`: there is none.
    pub fn choose(&self, column: &Column) -> Option<Wanted> {
        if self.null == Some(true) {
            return (column.nullable && !self.is_value()).then_some(Wanted::Value(Value::Null));
        }
        if let Some(value) = &self.equal {
            if !self.is_alike(value) {
                return None;
            }
            let same = spellings(value, &self.tests).into_iter().find(|same| self.takes(same));
            let found = if self.takes(value) { Some(value.clone()) } else { same };
            return found.map(|value| Wanted::Value(fit(&value, column)));
        }
        if let Some(values) = &self.among {
            let found = values.iter().find(|value| !value.is_null() && self.takes(value))?;
            return Some(Wanted::Value(fit(found, column)));
        }
        if let Some(value) = self.contents(column) {
            return Some(Wanted::Value(value));
        }
        if let Some(regex) = &self.regex {
            if let Some(text) = self.of_pattern(regex, column) {
                return Some(Wanted::Value(text.into()));
            }
            return Some(Wanted::Pattern(regex.clone()));
        }
        if self.is_day() && !(column.is_number() || self.low.is_some() || self.high.is_some()) {
            let text = self.moment(column)?;
            return Some(Wanted::Value(text.into()));
        }
        if column.is_time()
            || self.is_day()
            || self.is_now
            || matches!(
                (&self.low, &self.high),
                (Some((Constant::Now, _)), _) | (_, Some((Constant::Now, _)))
            )
        {
            return self.time(column);
        }
        if column.is_number() {
            return self.number(column);
        }
        if let Some(values) = &column.values {
            let mut others = values.iter().map(|value| Value::from(value.as_str()));
            let found = others.find(|value| self.takes(value))?;
            return Some(self.or_free(found));
        }
        if column.is_clock() {
            return self.clock();
        }
        if column.is_boolean() {
            let is_true = !self.not.iter().any(|value| number(value) == Some(1.0));
            return Some(self.or_free(Value::from(is_true)));
        }
        if !column.is_text() {
            return Some(self.of_a_kind());
        }
        self.text(column)
    }

    /// Answers a text of a regular expression that has more to be, too.
    fn of_pattern(&self, regex: &str, column: &Column) -> Option<String> {
        let is_alone = self.like.is_empty()
            && self.tests.is_empty()
            && self.shortest == 0
            && self.not.is_empty();
        if is_alone && self.longest.is_none() {
            return None;
        }
        let pattern = Pattern::read(regex)?;
        let base = pattern.text(self.shortest);
        let mut texts = vec![spelled(&base, &self.tests), base.clone()];
        for at in 0..=base.chars().count() {
            let (first, rest): (String, String) =
                (base.chars().take(at).collect(), base.chars().skip(at).collect());
            texts.push(spelled(&first, &self.tests));
            texts.extend(self.like.iter().flat_map(|like| {
                [format!("{first}{like}"), format!("{like}{rest}"), format!("{first}{like}{rest}")]
            }));
            texts.push(format!("{first}{first}{rest}"));
        }
        let room = column.length.and_then(|length| usize::try_from(length).ok());
        texts.into_iter().find(|text| {
            let length = text.chars().count();
            let is_spelled = spelled(text, &self.tests) == *text;
            pattern.matches(text)
                && is_spelled
                && length >= self.shortest
                && [room, self.longest].into_iter().flatten().all(|most| length <= most)
                && self.like.iter().all(|like| text.contains(like.as_str()))
                && self.takes(&Value::from(text.as_str()))
        })
    }

    /// Answers a point in time that is written as is wanted.
    fn moment(&self, column: &Column) -> Option<String> {
        let written: Vec<&Written> = self
            .tests
            .iter()
            .filter_map(|test| match test {
                Test::Written(written) => Some(written),
                _ => None,
            })
            .collect();
        let has_clock = column.kind.starts_with("timestamp") || column.kind == "datetime";
        moment_of(&written, has_clock, |value| self.takes(value))
    }

    /// Answers after how many whole numbers the tests of numbers are the same again.
    fn steps(&self) -> usize {
        const MOST: usize = 20_000;
        let every = self.tests.iter().map(|test| match test {
            Test::Modulo(by, _) => by.unsigned_abs(),
            Test::Masked(mask, _) => mask.unsigned_abs().saturating_add(1),
            _ => 1,
        });
        let steps = every.fold(1, u64::saturating_mul);
        usize::try_from(steps).unwrap_or(MOST).min(MOST)
    }

    /// Tells whether a number passes the tests.
    fn passes(&self, number: f64) -> bool {
        let whole = value_of(number).as_i64();
        self.tests.iter().all(|test| match test {
            Test::Modulo(by, rest) => {
                *by != 0 && whole.and_then(|whole| whole.checked_rem(*by)) == Some(*rest)
            }
            Test::Masked(mask, bits) => whole.is_some_and(|whole| whole & mask == *bits),
            _ => true,
        })
    }

    /// Answers a bound itself: of a type whose values are not known here.
    fn of_a_kind(&self) -> Wanted {
        let inside = [&self.low, &self.high].into_iter().flatten().find(|(_, is_out)| !is_out);
        match inside {
            Some((Constant::Value(value), _)) => Wanted::Value(value.clone()),
            // A little more than so many days.
            _ => match &self.low {
                Some((Constant::Value(Value::String(low)), true))
                    if crate::dates::days_in(low).is_some() =>
                {
                    Wanted::Value(format!("{low} 1 minute").into())
                }
                _ => Wanted::Free,
            },
        }
    }

    /// Answers a time of day, a minute within a bound.
    fn clock(&self) -> Option<Wanted> {
        let minutes = |bound: &Option<Bound>, by: i64| match bound {
            Some((Constant::Value(value), is_out)) => {
                let minutes = minutes_of(&text_of(value))?;
                Some(if *is_out { minutes + by } else { minutes })
            }
            _ => None,
        };
        let chosen = match (minutes(&self.low, 1), minutes(&self.high, -1)) {
            (None, None) => return Some(Wanted::Free),
            (Some(low), _) => low,
            (None, Some(high)) => high,
        };
        let value = Value::from(format!("{:02}:{:02}:00", chosen / 60, chosen % 60));
        (0..1440).contains(&chosen).then_some(Wanted::Value(value))
    }

    fn or_free(&self, value: Value) -> Wanted {
        if self.is_free() || (self.low.is_none() && self.high.is_none() && self.not.is_empty()) {
            Wanted::Free
        } else {
            Wanted::Value(value)
        }
    }

    fn time(&self, column: &Column) -> Option<Wanted> {
        if self.tests.iter().any(|test| matches!(test, Test::Written(_))) {
            return self.moment(column).map(|text| Wanted::Value(text.into()));
        }
        let text = |bound: &Option<Bound>, now: &str| {
            bound.as_ref().map(|(with, is_out)| match with {
                Constant::Now => (now.to_owned(), false),
                Constant::Value(value) => (text_of(value), *is_out),
            })
        };
        let (low, high) = (text(&self.low, FAR_AHEAD), text(&self.high, LONG_AGO));
        let chosen = match (low, high) {
            (None, None) if self.is_now => SOME_DAY.to_owned(),
            (None, None) if self.not.is_empty() => return Some(Wanted::Free),
            (None, None) => FAR_AHEAD.to_owned(),
            (Some((low, false)), None) if low == FAR_AHEAD => low,
            (Some((low, _)), None) => days_later(&low, 1)?,
            (None, Some((high, false))) if high == LONG_AGO => high,
            (None, Some((high, _))) => days_later(&high, -1)?,
            (Some((low, false)), Some(_)) => low,
            (Some(_), Some((high, false))) => high,
            (Some((low, true)), Some(_)) => days_later(&low, 1)?,
        };
        let value = Value::from(chosen);
        self.takes(&value).then_some(Wanted::Value(value))
    }

    fn number(&self, column: &Column) -> Option<Wanted> {
        let bound = |bound: &Option<Bound>| match bound {
            Some((Constant::Value(value), is_out)) => Some((number(value)?, *is_out)),
            _ => None,
        };
        let (low, high) = (bound(&self.low), bound(&self.high));
        let step = if column.is_whole() || column.scale == Some(0) { 1.0 } else { 0.01 };
        let whole = |value: f64, up: bool| match (column.is_whole(), up) {
            (true, true) => value.ceil(),
            (true, false) => value.floor(),
            (false, _) => value,
        };
        // A whole number reads better, where one fits.
        let next = low.map_or(0.0, |(low, _)| low.floor() + 1.0);
        if step < 1.0 && low.is_some() && self.takes(&value_of(next)) {
            return Some(Wanted::Value(value_of(next)));
        }
        let mut chosen = match (low, high) {
            (None, None) if self.not.is_empty() && self.tests.is_empty() => {
                return Some(Wanted::Free);
            }
            (None, None) => 1.0,
            (Some((low, is_out)), _) => {
                let first = whole(low, true);
                if is_out && first <= low { first + step } else { first }
            }
            (None, Some((high, is_out))) => {
                let last = whole(high, false);
                if is_out && last >= high { last - step } else { last }
            }
        };
        let most = self.not.len() + self.steps();
        for _ in 0..=most {
            if self.not.iter().any(|value| number(value) == Some(chosen)) || !self.passes(chosen) {
                chosen += if low.is_none() && high.is_some() { -step } else { step };
            }
        }
        if let (Some((low, _)), Some((high, _))) = (low, high)
            && chosen >= high
            && low < high
            && !column.is_whole()
        {
            chosen = f64::midpoint(low, high);
        }
        let value = value_of(chosen);
        (self.passes(chosen) && self.takes(&value)).then_some(Wanted::Value(value))
    }

    fn text(&self, column: &Column) -> Option<Wanted> {
        let bound = |bound: &Option<Bound>| match bound {
            Some((Constant::Value(value), is_out)) => Some((text_of(value), *is_out)),
            _ => None,
        };
        let mut text = match (self.like.first(), bound(&self.low), bound(&self.high)) {
            // One text that holds what each pattern wants, or the longest.
            (Some(first), ..) => {
                let all = self.like.iter();
                all.fold(
                    first.clone(),
                    |all, one| if all.contains(one.as_str()) { all } else { all + one },
                )
            }
            (None, Some((low, is_out)), _) => {
                if is_out {
                    low + "0"
                } else {
                    low
                }
            }
            (None, None, Some((high, false))) => high,
            (None, None, Some((_, true))) => "!".to_owned(),
            (None, None, None)
                if self.shortest == 0 && self.longest.is_none() && self.tests.is_empty() =>
            {
                let Some(taken) = self.not.first() else { return Some(Wanted::Free) };
                let longer = text_of(taken) + "x";
                let fits = column.length.is_none_or(|room| {
                    u64::try_from(longer.chars().count()).is_ok_and(|long| long <= room)
                });
                if fits { longer } else { "a".to_owned() }
            }
            (None, None, None) => String::new(),
        };
        let length = text.chars().count();
        if self.shortest > LONGEST {
            return None;
        }
        text.extend(std::iter::repeat_n('a', self.shortest.saturating_sub(length)));
        let room = column.length.and_then(|length| usize::try_from(length).ok());
        let most = [room, self.longest].into_iter().flatten().min();
        let padding = self.shortest.saturating_sub(length);
        for _ in 0..=self.not.len() {
            let spelled = spelled(&text, &self.tests);
            let value = Value::from(spelled.as_str());
            let length = spelled.chars().count();
            if most.is_none_or(|most| length <= most) && self.takes(&value) {
                return Some(Wanted::Value(value));
            }
            another(&mut text, most, padding > 0);
        }
        None
    }
}

/// Makes another text of one: longer where there is room, else with another letter at the end.
fn another(text: &mut String, most: Option<usize>, is_padded: bool) {
    if most.is_none_or(|most| text.chars().count() < most) {
        text.push('b');
    } else if is_padded && let Some(last) = text.pop() {
        text.push(if last == 'z' {
            'a'
        } else {
            char::from_u32(u32::from(last) + 1).unwrap_or('a')
        });
    }
}

/// Answers the minutes since midnight of a time of day.
fn minutes_of(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let mut number = || parts.next()?.trim().parse::<i64>().ok();
    Some(number()? * 60 + number()?)
}
