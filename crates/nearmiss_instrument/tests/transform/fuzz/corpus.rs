//! Mutations of JavaScript that people wrote: that of this repository.

use std::fs;
use std::path::Path;

use arbitrary::Unstructured;

use super::soup;

/// Folders with JavaScript, relative to the repository.
const FOLDERS: [&str; 3] = ["npm/nearmiss", "crates/nearmiss_instrument/cases", "fixtures/suts"];
/// Longest piece of a file that a case is made of, in lines.
const LONGEST: usize = 60;

/// Files as lines, in the order of their names.
pub struct Corpus(Vec<Vec<String>>);

impl Corpus {
    /// Reads the repository's own files.
    pub fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut texts = Vec::new();
        for folder in FOLDERS {
            collect(&root.join(folder), &mut texts);
        }
        assert!(texts.len() > 50, "the repository holds JavaScript");
        let lines = |text: String| text.split_inclusive('\n').map(str::to_owned).collect();
        Self(texts.into_iter().map(lines).collect())
    }

    /// A piece of a file or a whole one, mutated a few times.
    pub fn mutated(&self, u: &mut Unstructured<'_>) -> String {
        let file = &self.0[u.choose_index(self.0.len()).unwrap_or(0)];
        let mut lines = if u.ratio(1, 3).unwrap_or(false) && file.len() <= 4 * LONGEST {
            file.clone()
        } else {
            let from = u.choose_index(file.len().max(1)).unwrap_or(0);
            let count = u.int_in_range(1..=LONGEST).unwrap_or(1);
            file.iter().skip(from).take(count).cloned().collect()
        };
        for _ in 0..u.int_in_range(0..=4).unwrap_or(0) {
            self.mutate(&mut lines, u);
        }
        lines.concat()
    }

    fn mutate(&self, lines: &mut Vec<String>, u: &mut Unstructured<'_>) {
        if lines.is_empty() {
            return;
        }
        let at = u.choose_index(lines.len()).unwrap_or(0);
        let other = u.choose_index(lines.len()).unwrap_or(0);
        match u.choose_index(7).unwrap_or(0) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, other),
            2 => lines.insert(other, lines[at].clone()),
            3 => {
                let file = &self.0[u.choose_index(self.0.len()).unwrap_or(0)];
                let from = u.choose_index(file.len().max(1)).unwrap_or(0);
                lines.extend(file.get(from).cloned());
            }
            4 => {
                // Cut within the line.
                let cut = boundary(&lines[at], u);
                lines[at].truncate(cut);
            }
            5 => {
                // A token in any place.
                let place = boundary(&lines[at], u);
                let token = soup::token(u);
                lines[at].insert_str(place, token);
            }
            _ => {
                // One word for another.
                let words =
                    ["&&", "||", "??", "?.", "===", "<", "let", "await ", "yield ", "async "];
                let (from, to) = (u.choose(&words), u.choose(&words));
                if let (Ok(from), Ok(to)) = (from, to) {
                    lines[at] = lines[at].replace(from, to);
                }
            }
        }
    }
}

fn boundary(line: &str, u: &mut Unstructured<'_>) -> usize {
    let places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
    u.choose(&places).copied().unwrap_or(0)
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "node_modules" && name != "nearmiss-tests" {
                collect(&path, texts);
            }
        } else if [".js", ".mjs", ".cjs", ".ts"].iter().any(|end| name.ends_with(end)) {
            texts.extend(fs::read_to_string(&path));
        }
    }
}
