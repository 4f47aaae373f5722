//! Lines of the client of MariaDB about statements that were refused.

use crate::rows::RowRefusal;

/// Answers the lines that statements printed, unless one of them was refused.
pub(super) fn taken(lines: Vec<String>) -> Result<Vec<String>, RowRefusal> {
    let Some(first) = lines.iter().position(|line| number_of(line).is_some()) else {
        return Ok(lines);
    };
    let end = lines[first + 1..].iter().position(|line| line.starts_with("-----"));
    let end = end.map_or(lines.len(), |end| first + 1 + end);
    Err(said(&lines[first..end].join("\n")))
}

/// Answers the number of `ERROR 1062 (23000) at line 3: words`.
fn number_of(line: &str) -> Option<&str> {
    let (number, _) = line.strip_prefix("ERROR ")?.split_once(" (")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(number)
}

fn said(text: &str) -> RowRefusal {
    let number = number_of(text).unwrap_or_default();
    let message = text.split_once(" at line ").and_then(|(_, rest)| rest.split_once(": "));
    let message = message.map_or(text, |(_, message)| message).trim_end();
    let mut refusal = RowRefusal::said(message.to_owned());
    refusal.code = Some(number.into());
    match number {
        // Duplicate entry 'x' for key 'name'
        "1062" => {
            refusal.constraint = message.rsplit_once(" for key ").map(|(_, key)| unquoted(key))
        }
        // ... fails (`db`.`table`, CONSTRAINT `name` FOREIGN KEY (`column`) REFERENCES ...)
        "1452" | "1216" => {
            let place = message.split_once('(').map_or("", |(_, place)| place);
            refusal.table = names(place).nth(1);
            let rest = place.split_once("CONSTRAINT ").map_or("", |(_, rest)| rest);
            refusal.constraint = names(rest).next();
        }
        // CONSTRAINT `name` failed for `db`.`table`: of a column `table.column`
        "4025" => {
            let mut told = names(message);
            let name = told.next();
            refusal.table = told.nth(1);
            let of = refusal.table.as_ref().map(|table| format!("{table}."));
            let own = name.as_ref().zip(of).and_then(|(name, of)| name.strip_prefix(&*of));
            refusal.column = own.map(Box::from);
            refusal.constraint = refusal.column.clone().or(name);
        }
        // ... column 'name' ..., ... column `db`.`table`.`name` ..., Field 'name' ...
        _ => {
            let at = ["olumn ", "Field "].iter().find_map(|word| message.rsplit_once(word));
            let place = at.map_or("", |(_, place)| place);
            refusal.column = match place.starts_with('`') {
                true => names(place).nth(2),
                false => place
                    .strip_prefix('\'')
                    .and_then(|rest| rest.split_once('\''))
                    .map(|(name, _)| name.into()),
            };
        }
    }
    refusal
}

fn unquoted(name: &str) -> Box<str> {
    name.trim_matches('\'').into()
}

/// Answers the names of a text that stand in quotes of names; a quote in one is doubled.
fn names(text: &str) -> impl Iterator<Item = Box<str>> {
    let mut found: Vec<Box<str>> = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('`') {
        let mut name = String::new();
        rest = after;
        while let Some((part, after)) = rest.split_once('`') {
            name.push_str(part);
            rest = after;
            match rest.strip_prefix('`') {
                Some(after) => rest = after,
                None => break,
            }
            name.push('`');
        }
        found.push(name.into());
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> [String; 4] {
        let lines = ["----", "INSERT", "----", "", line].map(str::to_owned).to_vec();
        let refusal = taken(lines).unwrap_err();
        [refusal.code, refusal.constraint, refusal.table, refusal.column]
            .map(|told| told.map(String::from).unwrap_or_default())
    }

    #[test]
    fn what_is_refused_is_read() {
        for (line, expected) in [
            (
                "ERROR 1062 (23000) at line 1: Duplicate entry 'for key 1' for key 'a_key'",
                ["1062", "a_key", "", ""],
            ),
            (
                "ERROR 1452 (23000) at line 1: Cannot add or update a child row: \
                 a foreign key constraint fails (`shop`.`or``ders`, \
                 CONSTRAINT `of` FOREIGN KEY (`chief`) REFERENCES `buyers` (`id`))",
                ["1452", "of", "or`ders", ""],
            ),
            (
                "ERROR 4025 (23000) at line 9: CONSTRAINT `k.chk` failed for `shop`.`k`",
                ["4025", "chk", "k", "chk"],
            ),
            (
                "ERROR 4025 (23000) at line 9: CONSTRAINT `two` failed for `shop`.`k`",
                ["4025", "two", "k", ""],
            ),
            ("ERROR 1048 (23000) at line 9: Column 'c' cannot be null", ["1048", "", "", "c"]),
            (
                "ERROR 1364 (HY000) at line 9: Field 'c' doesn't have a default value",
                ["1364", "", "", "c"],
            ),
            (
                "ERROR 1366 (22007) at line 9: Incorrect integer value: 'a: b' for column `shop`.`k`.`tiny` at row 1",
                ["1366", "", "", "tiny"],
            ),
        ] {
            assert_eq!(read(line), expected);
        }
        let lines = vec!["{\"ERROR\": 1}".to_owned()];
        assert_eq!(taken(lines.clone()).unwrap(), lines);
    }
}
