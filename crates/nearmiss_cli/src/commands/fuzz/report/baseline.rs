//! The file of accepted faults: what a team knows of and lives with for now.

use std::collections::BTreeSet;
use std::path::Path;

use nearmiss_problem::OperationName;
use nearmiss_report::{ReportedFault, fault_id, renumbered};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// What `nearmiss` holds at the start of every baseline.
const MARK: &str = "baseline";
/// The form that this program writes.
const VERSION: u64 = 2;
/// The form before it, which is read, too: some faults have other numbers there.
const OLD_NUMBERS: u64 = 1;
/// Updates in a row that did not find a fault, after which it is taken for mended: one search may miss it.
const MISSED: u32 = 3;

/// Accepted faults, by their name.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// Always `baseline`.
    nearmiss: String,
    /// [`VERSION`].
    version: u64,
    /// The faults.
    faults: Vec<Accepted>,
}

/// A fault that is accepted.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Accepted {
    /// Its name in all reports (`nearmiss_report::fault_id`).
    id: String,
    code: u32,
    operation: String,
    place: String,
    /// What it looked like when it was accepted; for readers.
    #[serde(default)]
    message: String,
    /// Why it is accepted; written by people and kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Updates in a row that did not find it.
    #[serde(default, skip_serializing_if = "is_zero")]
    missed: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// What an update changed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Updated {
    /// Faults that are accepted from now on.
    pub added: usize,
    /// Faults that are gone from the file.
    pub pruned: usize,
}

impl Baseline {
    /// Reads a baseline; `None` if there is no such file.
    ///
    /// # Errors
    /// When it cannot be read, or is none.
    fn read(path: &Path) -> Result<Option<Self>, Failure> {
        let shown = path.display();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(Failure::usage(format!("--baseline {shown} cannot be read: {error}")));
            }
        };
        let baseline: Self = serde_json::from_str(&text).map_err(|error| {
            Failure::usage(format!("--baseline {shown} is no baseline of nearmiss: {error}"))
        })?;
        if baseline.nearmiss != MARK {
            return Err(Failure::usage(format!(
                "--baseline {shown} is no baseline of nearmiss: `nearmiss` is not \"{MARK}\""
            )));
        }
        if baseline.version == OLD_NUMBERS {
            return Ok(Some(baseline.with_today_numbers()));
        }
        if baseline.version != VERSION {
            return Err(Failure::usage(format!(
                "--baseline {shown} is of version {}, this nearmiss reads {VERSION}; update nearmiss",
                baseline.version
            )));
        }
        Ok(Some(baseline))
    }

    /// The same in today's numbers. Where a fault may be one of two, both are accepted: an update takes out which it is
    /// not.
    fn with_today_numbers(self) -> Self {
        let faults = self.faults.into_iter().flat_map(|fault| {
            let codes =
                renumbered(fault.code, OperationName::parts_of(&fault.operation).0, &fault.place);
            codes.into_iter().map(move |code| {
                let id = match code == fault.code {
                    true => fault.id.clone(),
                    false => fault_id(code, &fault.operation, &fault.place),
                };
                Accepted { id, code, ..fault.clone() }
            })
        });
        Self { version: VERSION, faults: faults.collect(), ..self }
    }

    /// The faults that the file of `--baseline` accepts; none without one. One that is to be made may not be
    /// there yet.
    ///
    /// # Errors
    /// As [`Self::read`], and when there is no such file.
    pub fn of(path: Option<&Path>, made: bool) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::default()) };
        match Self::read(path)? {
            Some(baseline) => Ok(baseline),
            None if made => Ok(Self::default()),
            None => Err(Failure::usage(format!(
                "--baseline {}: there is no such file; --update-baseline makes it",
                path.display()
            ))),
        }
    }

    /// Whether a fault of this name is accepted.
    #[must_use]
    pub fn accepts(&self, id: &str) -> bool {
        self.faults.iter().any(|fault| fault.id == id)
    }

    /// Accepts what was found, and takes out what is gone: faults of operations that the API no longer has
    /// (`operations` are those that it has, where all are known), and those that three updates in a row did not find
    /// although their operation was called. What people wrote stays.
    pub fn update(
        &mut self,
        found: &[ReportedFault],
        operations: Option<&BTreeSet<String>>,
        called: &BTreeSet<String>,
    ) -> Updated {
        let (mark, version) = (MARK.to_owned(), VERSION);
        (self.nearmiss, self.version) = (mark, version);
        let before = self.faults.len();
        for fault in &mut self.faults {
            if found.iter().any(|known| known.id() == fault.id) {
                fault.missed = 0;
            } else if called.contains(&fault.operation) {
                fault.missed += 1;
            }
        }
        self.faults.retain(|fault| {
            let is_there = operations.is_none_or(|all| all.contains(&fault.operation));
            fault.missed < MISSED && is_there
        });
        let pruned = before - self.faults.len();
        let kept = self.faults.len();
        for fault in found {
            let id = fault.id();
            if !self.accepts(&id) {
                self.faults.push(Accepted {
                    id,
                    code: fault.code,
                    operation: fault.operation.clone(),
                    place: fault.place.clone(),
                    message: fault.message.clone(),
                    ..Accepted::default()
                });
            }
        }
        let added = self.faults.len() - kept;
        self.faults.sort_by(|a, b| (&a.operation, &a.id).cmp(&(&b.operation, &b.id)));
        Updated { added, pruned }
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let json = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{json}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(operation: &str, place: &str) -> ReportedFault {
        let (operation, place) = (operation.to_owned(), place.to_owned());
        ReportedFault { code: 100, operation, place, ..ReportedFault::default() }
    }

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn what_is_found_is_accepted_and_what_is_gone_is_taken_out() {
        let (a, b) = (fault("GET:/a", "x"), fault("GET:/b", "y"));
        let all = names(&["GET:/a", "GET:/b"]);
        let mut baseline = Baseline::default();
        let both = [a.clone(), b.clone()];
        assert_eq!(baseline.update(&both, Some(&all), &all), Updated { added: 2, pruned: 0 });
        assert!(baseline.accepts(&a.id()) && baseline.accepts(&b.id()));
        assert!(!baseline.accepts(&fault("GET:/a", "z").id()));

        // One search that misses it is no proof, nor are those that never call it.
        let only_b = [b.clone()];
        for _ in 0..2 {
            assert_eq!(baseline.update(&only_b, Some(&all), &all), Updated::default());
        }
        assert_eq!(baseline.update(&only_b, Some(&all), &names(&["GET:/b"])), Updated::default());
        assert!(baseline.accepts(&a.id()));
        assert_eq!(baseline.update(&only_b, Some(&all), &all), Updated { added: 0, pruned: 1 });
        assert!(!baseline.accepts(&a.id()));

        // Its operation is gone.
        let none = baseline.update(&[], Some(&names(&["GET:/a"])), &names(&[]));
        assert_eq!(none, Updated { added: 0, pruned: 1 });
    }

    #[test]
    fn what_people_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("baseline.json");
        assert_eq!(Baseline::read(&path).unwrap(), None);
        let found = [fault("GET:/a", "x")];
        let mut baseline = Baseline::default();
        baseline.update(&found, None, &BTreeSet::new());
        let text = baseline.text().replace("\"place\"", "\"reason\": \"#12\", \"place\"");
        std::fs::write(&path, &text).unwrap();
        let mut read = Baseline::read(&path).unwrap().unwrap();
        read.update(&found, None, &BTreeSet::new());
        assert!(read.text().contains("\"reason\": \"#12\""), "{}", read.text());
    }

    #[test]
    fn a_baseline_with_old_numbers_accepts_the_same_faults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("baseline.json");
        let coded =
            |code, operation: &str, place: &str| ReportedFault { code, ..fault(operation, place) };
        let old = [
            coded(901, "PUT:/a", ""),
            coded(905, "PUT:/a", ""),
            coded(904, "POST:/a", ""),
            coded(920, "GET:/a", "Object.prototype"),
        ];
        let entry = |fault: &ReportedFault| {
            let ReportedFault { code, operation, place, .. } = fault;
            let id = fault.id();
            format!(
                r#"{{"id": "{id}", "code": {code}, "operation": "{operation}", "place": "{place}", "reason": "known"}}"#
            )
        };
        let entries = old.iter().map(entry).collect::<Vec<_>>().join(", ");
        let text = format!(r#"{{"nearmiss": "baseline", "version": 1, "faults": [{entries}]}}"#);
        std::fs::write(&path, text).unwrap();
        let mut read = Baseline::read(&path).unwrap().unwrap();
        let today = [
            coded(905, "PUT:/a", ""),
            coded(904, "PUT:/a", ""),
            coded(907, "POST:/a", ""),
            coded(920, "GET:/a", "Object.prototype"),
        ];
        assert!(today.iter().all(|fault| read.accepts(&fault.id())), "{}", read.text());
        // What has an old number today is another fault.
        assert!(!read.accepts(&coded(901, "PUT:/a", "").id()));
        // Written again it has today's numbers, with what people wrote; which of two it was is known after three
        // updates.
        let called = names(&["PUT:/a", "POST:/a", "GET:/a"]);
        for pruned in [0, 0, 1] {
            assert_eq!(read.update(&today, None, &called), Updated { added: 0, pruned });
        }
        std::fs::write(&path, read.text()).unwrap();
        let again = Baseline::read(&path).unwrap().unwrap();
        assert!(today.iter().all(|fault| again.accepts(&fault.id())));
        assert_eq!(again.text().matches("\"reason\": \"known\"").count(), today.len());
    }

    #[test]
    fn what_is_no_baseline_is_refused_with_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("baseline.json");
        for (text, word) in [
            ("{", "line 1 column 1"),
            (r#"{"nearmiss": "archive", "version": 1, "faults": []}"#, "`nearmiss` is not"),
            (r#"{"nearmiss": "baseline", "version": 9, "faults": []}"#, "version 9"),
            (r#"{"nearmiss": "baseline", "version": 1, "faults": [{"id": 7}]}"#, "line 1"),
            (r#"{"nearmiss": "baseline", "version": 1, "fault": []}"#, "unknown field `fault`"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Baseline::read(&path).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
