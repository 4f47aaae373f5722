//! Texts of regular expressions that are one class of letters behind the other.

/// Letters, and how often they come.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    letters: Vec<char>,
    least: usize,
    most: usize,
}

/// Regular expression without arms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern(Vec<Part>);

const MANY: usize = 200;

impl Pattern {
    /// Reads a regular expression; `None`: it has more than classes and how often they come.
    pub fn read(regex: &str) -> Option<Self> {
        let mut letters = regex.chars().peekable();
        let mut parts = Vec::new();
        if letters.peek() == Some(&'^') {
            letters.next();
        } else {
            parts.push(Part { letters: any(), least: 0, most: MANY });
        }
        let mut is_open = true;
        while let Some(letter) = letters.next() {
            let class = match letter {
                '$' if letters.peek().is_none() => {
                    is_open = false;
                    break;
                }
                '[' => class_of(
                    &letters.by_ref().take_while(|letter| *letter != ']').collect::<String>(),
                )?,
                '.' => any(),
                '\\' => match letters.next()? {
                    'd' => ('0'..='9').collect(),
                    'w' => class_of("a-zA-Z0-9_")?,
                    's' => vec![' '],
                    other if other.is_alphanumeric() => return None,
                    other => vec![other],
                },
                '(' | ')' | '|' | '^' | '*' | '+' | '?' | '{' => return None,
                other => vec![other],
            };
            let (least, most) = match letters.peek() {
                Some('*') => (0, MANY),
                Some('+') => (1, MANY),
                Some('?') => (0, 1),
                Some('{') => {
                    letters.next();
                    let inner: String =
                        letters.by_ref().take_while(|letter| *letter != '}').collect();
                    parts.push(times(class, &inner)?);
                    continue;
                }
                _ => {
                    parts.push(Part { letters: class, least: 1, most: 1 });
                    continue;
                }
            };
            letters.next();
            parts.push(Part { letters: class, least, most });
        }
        if is_open {
            parts.push(Part { letters: any(), least: 0, most: MANY });
        }
        Some(Self(parts))
    }

    /// Lists its classes of letters, with how often each comes: at least, and at most.
    pub fn classes(&self) -> impl Iterator<Item = (&[char], usize, usize)> {
        self.0.iter().map(|part| (part.letters.as_slice(), part.least, part.most))
    }

    /// Answers a text of it that has at least so many letters, if it may be that long.
    pub fn text(&self, length: usize) -> String {
        let least: usize = self.0.iter().map(|part| part.least).sum();
        let mut more = length.saturating_sub(least).min(MANY);
        let mut text = String::new();
        for part in &self.0 {
            let added = more.min(part.most.saturating_sub(part.least));
            more -= added;
            text.extend(
                part.letters.first().map(|letter| letter.to_string().repeat(part.least + added)),
            );
        }
        text
    }

    /// Tells whether a text is of it.
    pub fn matches(&self, text: &str) -> bool {
        let letters: Vec<char> = text.chars().collect();
        letters.len() <= MANY && {
            // Places where a part may begin.
            let mut places = vec![0];
            for part in &self.0 {
                let mut next = Vec::new();
                for place in places {
                    for count in 0..=part.most {
                        if count >= part.least && !next.contains(&(place + count)) {
                            next.push(place + count);
                        }
                        let is_of_it = letters
                            .get(place + count)
                            .is_some_and(|letter| part.letters.contains(letter));
                        if !is_of_it {
                            break;
                        }
                    }
                }
                places = next;
            }
            places.contains(&letters.len())
        }
    }
}

fn any() -> Vec<char> {
    let mut letters: Vec<char> = ('a'..='z').collect();
    letters.extend((' '..='~').filter(|letter| !letter.is_ascii_lowercase()));
    letters
}

fn times(letters: Vec<char>, inner: &str) -> Option<Part> {
    let (least, most) = match inner.split_once(',') {
        None => (inner, inner),
        Some((least, "")) => (least, "200"),
        Some(both) => both,
    };
    let (least, most) = (least.trim().parse::<usize>().ok()?, most.trim().parse::<usize>().ok()?);
    (least <= MANY && most <= MANY).then_some(Part { letters, least, most })
}

fn class_of(inner: &str) -> Option<Vec<char>> {
    let (inner, is_negated) = inner.strip_prefix('^').map_or((inner, false), |rest| (rest, true));
    let letters: Vec<char> = inner.chars().collect();
    let mut class = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        match (letters[at], letters.get(at + 1), letters.get(at + 2)) {
            ('[' | '\\', ..) => return None,
            (first, Some('-'), Some(last)) => {
                class.extend(first..=*last);
                at += 3;
            }
            (letter, ..) => {
                class.push(letter);
                at += 1;
            }
        }
    }
    if is_negated {
        class = any().into_iter().filter(|letter| !class.contains(letter)).collect();
    }
    (!class.is_empty()).then_some(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_read_and_matched() {
        let pattern = Pattern::read(r"^[a-z0-9.]+@[a-z-]+\.[a-z]{2,}$").unwrap();
        assert!(pattern.matches(&pattern.text(0)));
        assert!(pattern.matches("ann@x.org") && !pattern.matches("ann@x.o"));
        assert_eq!(Pattern::read("^[A-Z]{2}[0-9]{2}x?$").unwrap().text(5), "AA00x");
        assert!(Pattern::read("Bot").unwrap().matches("a Bot 7"));
        assert_eq!(Pattern::read("^(a|b)$"), None);
    }
}
