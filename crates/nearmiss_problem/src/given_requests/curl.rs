//! Lines of `curl` commands, as browsers copy them and READMEs show them.

use super::{PlainRequest, SeedError};

/// Options with a value that say nothing about the request.
const SKIPPED: &[&str] = &[
    "-o",
    "--output",
    "-u",
    "--user",
    "-A",
    "--user-agent",
    "-e",
    "--referer",
    "-m",
    "--max-time",
    "--connect-timeout",
    "-w",
    "--write-out",
    "-x",
    "--proxy",
    "--cacert",
    "--cert",
    "--key",
    "--retry",
    "-c",
    "--cookie-jar",
    "--resolve",
    "-F",
    "--form",
    "-T",
    "--upload-file",
];

/// The requests of a file of commands. Comments and empty lines are left out; a command may go on over
/// lines that end in a backslash.
pub(super) fn read(text: &str) -> Result<Vec<PlainRequest>, SeedError> {
    let mut found = Vec::new();
    for (line, words) in commands(text)? {
        let place = || format!("line {line}");
        match words.first().map(String::as_str) {
            None => continue,
            Some("curl") => {
                found.push(request(&words[1..]).map_err(|why| SeedError::at(place(), why))?)
            }
            Some(other) => {
                let other: String = other.chars().take(40).collect();
                return Err(SeedError::at(
                    place(),
                    format!(
                        "`{other}` is no curl command; give one command after another, or a HAR file or a Postman collection"
                    ),
                ));
            }
        }
    }
    Ok(found)
}

fn request(words: &[String]) -> Result<PlainRequest, String> {
    let mut request = PlainRequest::default();
    let (mut method, mut in_query, mut data): (Option<String>, bool, Vec<String>) =
        (None, false, Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, joined) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ if word.len() > 2
                && ["-X", "-H", "-d", "-b"].contains(&&word[..2.min(word.len())]) =>
            {
                (&word[..2], Some(word[2..].to_owned()))
            }
            _ => (word.as_str(), None),
        };
        let mut value = || {
            joined
                .clone()
                .or_else(|| words.next().cloned())
                .ok_or_else(|| format!("nothing stands behind {name}"))
        };
        match name {
            "-X" | "--request" => method = Some(value()?.to_ascii_uppercase()),
            "-H" | "--header" => {
                let header = value()?;
                if let Some((name, text)) = header.split_once(':') {
                    request.headers.push((name.trim().to_owned(), text.trim().to_owned()));
                }
            }
            "-b" | "--cookie" => request.headers.push(("Cookie".to_owned(), value()?)),
            "-d" | "--data" | "--data-raw" | "--data-binary" | "--data-ascii"
            | "--data-urlencode" => {
                data.push(value()?);
            }
            "--json" => {
                data.push(value()?);
                request.headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
            }
            "-G" | "--get" => in_query = true,
            "-I" | "--head" => method = Some("HEAD".to_owned()),
            "--url" => request.url = value()?,
            name if SKIPPED.contains(&name) => {
                value()?;
            }
            name if name.starts_with('-') && name.len() > 1 => {}
            url => url.clone_into(&mut request.url),
        }
    }
    if request.url.is_empty() {
        return Err("this curl command has no URL".to_owned());
    }
    let data = (!data.is_empty()).then(|| data.join("&"));
    request.method = method
        .unwrap_or_else(|| if data.is_some() && !in_query { "POST" } else { "GET" }.to_owned());
    match data {
        Some(data) if in_query => {
            request.url.push(if request.url.contains('?') { '&' } else { '?' });
            request.url.push_str(&data);
        }
        data => request.body = data,
    }
    Ok(request)
}

/// The words of each command with the line that it begins on, as a shell reads them.
fn commands(text: &str) -> Result<Vec<(usize, Vec<String>)>, SeedError> {
    let mut found = Vec::new();
    let (mut words, mut word): (Vec<String>, Option<String>) = (Vec::new(), None);
    let (mut line, mut first) = (1, 1);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => {
                words.extend(word.take());
                found.push((first, std::mem::take(&mut words)));
                line += 1;
                first = line;
            }
            '#' if word.is_none() && words.is_empty() => {
                while letters.peek().is_some_and(|next| *next != '\n') {
                    letters.next();
                }
            }
            ' ' | '\t' | '\r' => words.extend(word.take()),
            '\\' => match letters.next() {
                Some('\n') => line += 1,
                Some('\r') => {
                    letters.next_if_eq(&'\n');
                    line += 1;
                }
                Some(other) => word.get_or_insert_default().push(other),
                None => {}
            },
            '$' if letters.peek() == Some(&'\'') => {}
            '\'' | '"' => {
                let begun = line;
                let into = word.get_or_insert_default();
                loop {
                    let Some(inner) = letters.next() else {
                        return Err(SeedError::at(
                            format!("line {begun}"),
                            format!("a {letter} is not closed"),
                        ));
                    };
                    line += usize::from(inner == '\n');
                    match inner {
                        inner if inner == letter => break,
                        '\\' if letter == '"' => match letters.next() {
                            Some(next @ ('"' | '\\' | '$' | '`')) => into.push(next),
                            Some(next) => {
                                line += usize::from(next == '\n');
                                into.extend(['\\', next]);
                            }
                            None => {}
                        },
                        inner => into.push(inner),
                    }
                }
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    found.push((first, words));
    Ok(found)
}
