use std::collections::BTreeMap;

use super::*;
use crate::formats::trial::{NASTY, run, run_with};

/// What a tracefile says of one file.
#[derive(Debug, Default, Eq, PartialEq)]
struct Record {
    lines: BTreeMap<u32, u64>,
    functions: BTreeMap<String, (u32, u64)>,
    branches: BTreeMap<(u32, u32, u32), Option<u64>>,
}

/// Reads a tracefile and refuses what geninfo(1) does not describe, also totals that are not those of the
/// lines above them.
fn read(text: &str) -> BTreeMap<String, Record> {
    let mut files = BTreeMap::new();
    let mut open: Option<(String, Record)> = None;
    for line in text.lines() {
        if line == "end_of_record" {
            let (file, record) = open.take().expect("a record is open");
            assert!(files.insert(file.clone(), record).is_none(), "{file} has two records");
            continue;
        }
        let (field, value) = line.split_once(':').expect("a field and its value");
        let parts: Vec<&str> = value.split(',').collect();
        let number = |index: usize| parts[index].parse::<u32>().expect("a number");
        match field {
            "TN" => assert!(open.is_none() && value.is_empty()),
            "SF" => {
                assert!(open.is_none(), "the record before is not closed");
                open = Some((value.to_owned(), Record::default()));
            }
            _ => {
                let (_, record) = open.as_mut().expect("a record is open");
                let count = |found: usize| assert_eq!(number(0) as usize, found, "{line}");
                match (field, parts.len()) {
                    ("DA", 2) => {
                        assert!(number(0) > 0);
                        let before = record.lines.insert(number(0), number(1).into());
                        assert_eq!(before, None, "{line}");
                    }
                    ("FN", 2) => {
                        let before = record.functions.insert(parts[1].to_owned(), (number(0), 0));
                        assert_eq!(before, None, "{line}");
                    }
                    ("FNDA", 2) => {
                        record.functions.get_mut(parts[1]).expect("FN before FNDA").1 =
                            number(0).into();
                    }
                    ("BRDA", 4) => {
                        let taken = (parts[3] != "-").then(|| number(3).into());
                        let branch = (number(0), number(1), number(2));
                        assert_eq!(record.branches.insert(branch, taken), None, "{line}");
                    }
                    ("FNF", 1) => count(record.functions.len()),
                    ("FNH", 1) => count(record.functions.values().filter(|f| f.1 > 0).count()),
                    ("BRF", 1) => count(record.branches.len()),
                    ("BRH", 1) => {
                        count(
                            record.branches.values().filter(|b| b.is_some_and(|n| n > 0)).count(),
                        );
                    }
                    ("LF", 1) => count(record.lines.len()),
                    ("LH", 1) => count(record.lines.values().filter(|hits| **hits > 0).count()),
                    _ => panic!("no such field: {line}"),
                }
            }
        }
    }
    assert!(open.is_none(), "the last record is not closed");
    files
}

#[test]
fn lines_functions_and_branches_are_those_of_the_written_tests_and_the_start() {
    let files = read(&Lcov.write(&run()));
    let record = &files["src/a.js"];
    assert_eq!(record.lines, BTreeMap::from([(1, 1), (10, 0), (20, 1)]));
    assert_eq!(
        record.functions,
        BTreeMap::from([
            ("function_10_0".to_owned(), (10, 0)),
            ("function_20_0".to_owned(), (20, 1)),
        ])
    );
    assert_eq!(
        record.branches,
        BTreeMap::from([
            ((10, 0, 0), None),
            ((10, 0, 1), None),
            ((20, 0, 0), Some(0)),
            ((20, 0, 1), Some(1)),
            ((20, 1, 0), Some(1)),
            ((20, 1, 1), Some(1)),
        ])
    );
}

#[test]
fn what_no_written_test_covers_is_not_covered() {
    let mut run = run();
    for target in &mut run.sources[0].targets {
        target.test = None;
    }
    let record = &read(&Lcov.write(&run))["src/a.js"];
    assert_eq!(record.lines, BTreeMap::from([(1, 1), (10, 0), (20, 0)]));
    assert_eq!(record.branches[&(20, 0, 1)], None);
}

#[test]
fn odd_names_of_files_do_not_break_records() {
    for text in NASTY {
        assert_eq!(read(&Lcov.write(&run_with(text))).len(), 1, "{text:?}");
    }
    let file = |file: &str| ReportedSource { file: file.to_owned(), ..ReportedSource::default() };
    let run = RunSummary { sources: vec![file("a,b.js"), file("c.js")], ..RunSummary::default() };
    assert_eq!(read(&Lcov.write(&run)).len(), 2);
    assert!(read(&Lcov.write(&RunSummary::default())).is_empty());
}
