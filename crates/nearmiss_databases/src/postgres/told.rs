//! Lines of `psql` about statements that were refused, told with all that the server knows of it.

use crate::rows::RowRefusal;

/// Labels of what follows the message.
const LABELS: &[&str] = &[
    "LINE ",
    "DETAIL:",
    "HINT:",
    "QUERY:",
    "CONTEXT:",
    "SCHEMA NAME:",
    "TABLE NAME:",
    "COLUMN NAME:",
    "DATATYPE NAME:",
    "CONSTRAINT NAME:",
    "LOCATION:",
];
/// Codes of refusals by a domain: no value, or one that its check refuses.
const OF_DOMAINS: &[&str] = &["23502", "23514"];

/// A refusal that was told.
#[derive(Debug)]
pub(super) struct Said {
    pub refusal: RowRefusal,
    /// Flag: a domain refuses a value, not a column.
    pub is_of_domain: bool,
}

impl Said {
    /// Makes the one of a session that was lost.
    pub fn gone(said: String) -> Self {
        Self { refusal: RowRefusal::gone(said), is_of_domain: false }
    }
}

/// Answers the lines that statements printed, unless one of them was refused.
pub(super) fn taken(lines: Vec<String>) -> Result<Vec<String>, Said> {
    let is_error = |line: &String| line.starts_with("ERROR:  ") || line.starts_with("FATAL:  ");
    let Some(first) = lines.iter().position(is_error) else { return Ok(lines) };
    let rest = &lines[first + 1..];
    let end = rest.iter().position(is_error).unwrap_or(rest.len());
    Err(said(&lines[first], &rest[..end]))
}

/// Reads `ERROR:  23505: message` and what follows it.
fn said(first: &str, rest: &[String]) -> Said {
    let words = first.get("ERROR:  ".len()..).unwrap_or_default();
    let (code, message) = words.split_once(": ").unwrap_or(("", words));
    let is_label = |line: &&String| !LABELS.iter().any(|label| line.starts_with(label));
    let more: Vec<&str> = rest.iter().take_while(is_label).map(String::as_str).collect();
    let message = std::iter::once(message).chain(more).collect::<Vec<&str>>().join("\n");
    let labelled = |label: &str| -> Option<Box<str>> {
        let found = rest.iter().find_map(|line| line.strip_prefix(label));
        found.map(|value| Box::from(value.trim_start()))
    };
    let detail = labelled("DETAIL:").map(|detail| format!(" ({detail})")).unwrap_or_default();
    let refusal = RowRefusal {
        message: format!("{message}{detail}").into(),
        code: (!code.is_empty()).then(|| code.into()),
        constraint: labelled("CONSTRAINT NAME:"),
        table: labelled("TABLE NAME:"),
        column: labelled("COLUMN NAME:"),
        is_gone: false,
    };
    let is_of_domain = refusal.table.is_none()
        && labelled("DATATYPE NAME:").is_some()
        && OF_DOMAINS.contains(&code);
    Said { refusal, is_of_domain }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_first_refusal_is_read_with_what_is_told_of_it() {
        let told = lines(
            "ERROR:  23505: duplicate key value\nof two lines\nDETAIL:  Key (a)=(1) already exists.\n\
             SCHEMA NAME:  public\n\
             TABLE NAME:  a b\nCONSTRAINT NAME:  a_key\nLOCATION:  _bt_check_unique, nbtinsert.c:666\n\
             ERROR:  25P02: current transaction is aborted",
        );
        let RowRefusal { message, code, constraint, table, column, is_gone } =
            taken(told).unwrap_err().refusal;
        assert_eq!(&*message, "duplicate key value\nof two lines (Key (a)=(1) already exists.)");
        assert_eq!((code.as_deref(), constraint.as_deref()), (Some("23505"), Some("a_key")));
        assert_eq!((table.as_deref(), column, is_gone), (Some("a b"), None, false));
        assert_eq!(taken(lines("{\n}")).unwrap(), ["{", "}"]);
    }
}
