//! Headers of every call: typed, configured, or in a file that nobody sees in the list of processes.

use std::path::Path;

use nearmiss_problem::auth::is_credential_header;

use crate::failure::Failure;

/// A header of every call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StaticHeader {
    /// As it was written.
    pub name: String,
    /// With the values of variables in it.
    pub value: String,
    /// Its value is written nowhere.
    pub is_secret: bool,
}

/// The headers of lines, and of a file where there is one.
///
/// # Errors
/// As those of [`of_lines`] and [`of_file`].
pub fn all(lines: &[String], file: Option<&Path>) -> Result<Vec<StaticHeader>, Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    let mut all = of_lines(lines, &variable)?;
    if let Some(file) = file {
        all.extend(of_file(file, &variable)?);
    }
    Ok(all)
}

/// The headers of lines, in which `${NAME}` is the value of a variable and `$${` is `${`.
///
/// # Errors
/// A line that is none, or names a variable that is not set.
fn of_lines(
    lines: &[String],
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<StaticHeader>, Failure> {
    let header = |line: &String| {
        of_line(line, variable).map_err(|why| Failure::usage(format!("--header {why}: `{line}`")))
    };
    lines.iter().map(header).collect()
}

/// The headers of a file, one a line; empty lines and lines that begin with `#` are none. All of them are secrets.
///
/// # Errors
/// A file that cannot be read, or a line that is wrong: named by its number, since what it holds is secret.
fn of_file(
    path: &Path,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<StaticHeader>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!("--header-file {shown} cannot be read: {error}"))
    })?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let headers = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let header = |(number, line): (usize, &str)| {
        let header = of_line(line, variable)
            .map_err(|why| Failure::usage(format!("--header-file {shown}:{number} {why}")))?;
        Ok(StaticHeader { is_secret: true, ..header })
    };
    headers.map(header).collect()
}

fn of_line(line: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<StaticHeader, String> {
    let (name, value) = line.split_once(':').ok_or("takes \"Name: value\"")?;
    let (value, from_variable) = expanded(value.trim(), variable)?;
    let name = name.trim().to_owned();
    let is_secret = from_variable || is_credential_header(&name);
    Ok(StaticHeader { name, value, is_secret })
}

/// A value with those of variables in it, and whether there are any.
fn expanded(
    value: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<(String, bool), String> {
    let mut text = String::new();
    let mut rest = value;
    let mut any = false;
    while let Some(at) = rest.find("${") {
        if let Some(before) = rest[..at].strip_suffix('$') {
            text.push_str(before);
            text.push_str("${");
            rest = &rest[at + 2..];
            continue;
        }
        text.push_str(&rest[..at]);
        let (name, behind) = rest[at + 2..]
            .split_once('}')
            .ok_or("has a `${` without its `}`; a literal one is `$${`")?;
        let value = variable(name)
            .ok_or_else(|| format!("names the environment variable {name}, which is not set"))?;
        text.push_str(&value);
        any = true;
        rest = behind;
    }
    text.push_str(rest);
    Ok((text, any))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str) -> Option<String> {
        (name == "KEY").then(|| "key-1".to_owned())
    }

    fn one(line: &str) -> Result<StaticHeader, String> {
        let headers = of_lines(&[line.to_owned()], &variable).map_err(|why| why.to_string())?;
        Ok(headers[0].clone())
    }

    #[test]
    fn variables_are_put_in_and_make_a_secret() {
        let header = |name: &str, value: &str, is_secret| {
            Ok(StaticHeader { name: name.to_owned(), value: value.to_owned(), is_secret })
        };
        assert_eq!(one("X-Place: east:wing"), header("X-Place", "east:wing", false));
        assert_eq!(one("X-Api-Key: abc"), header("X-Api-Key", "abc", true));
        assert_eq!(one("X-Place: a ${KEY}${KEY} b"), header("X-Place", "a key-1key-1 b", true));
        assert_eq!(one("X-Place: $${KEY} $5"), header("X-Place", "${KEY} $5", false));
        assert!(one("X-Place: ${NONE}").unwrap_err().contains("NONE, which is not set"));
        assert!(one("X-Place: ${KEY").unwrap_err().contains("without its `}`"));
        assert!(one("no colon").unwrap_err().contains("no colon"));
    }

    #[test]
    fn lines_of_a_file_are_secrets_and_not_printed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("headers");
        std::fs::write(&path, "# who I am\n\nX-Place: ${KEY}\r\nX-Other: 7\n").unwrap();
        let headers = of_file(&path, &variable).unwrap();
        let values: Vec<&str> = headers.iter().map(|header| header.value.as_str()).collect();
        assert_eq!(values, ["key-1", "7"]);
        assert!(headers.iter().all(|header| header.is_secret));
        std::fs::write(&path, "X-Place: 1\nmy secret").unwrap();
        let why = of_file(&path, &variable).unwrap_err().to_string();
        assert!(why.contains("headers:2 takes") && !why.contains("my secret"), "{why}");
        let why = of_file(&folder.path().join("none"), &variable).unwrap_err().to_string();
        assert!(why.contains("none cannot be read"), "{why}");
    }
}
