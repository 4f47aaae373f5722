//! Markdown for a comment at a pull request and for the summary of a job: what was found, what is
//! covered, and what to run.

mod escape;

use std::collections::BTreeMap;

use self::escape::{block, code, label};
use super::ReportFormat;
use super::path_uri::path_uri;
use crate::counted;
use crate::findings::NearMiss;
use crate::run_summary::{ReportedFault, RunSummary, TargetKind};

/// Bytes of the text, never fewer than its characters: GitHub refuses comments of more than 65,536.
const MOST_BYTES: usize = 60_000;
/// Bytes for the lines that say what was left out, and for headings.
const FOR_NOTES: usize = 2_000;
/// Bytes of the lines of curl of a fault; longer ones are better read in the test.
const MOST_OF_A_CALL: usize = 4_000;
/// Near misses that are shown.
const MOST_NEAR_MISSES: usize = 10;
/// Characters of a name, and of a message.
const NAME: usize = 120;
const MESSAGE: usize = 300;

/// Markdown of GitHub's kind.
pub struct Markdown;

impl ReportFormat for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn file_name(&self) -> &'static str {
        "report.md"
    }

    fn write(&self, run: &RunSummary) -> String {
        let faults = run.distinct_faults();
        let mut text = headline(run, &faults);
        text.push_str(&coverage(run));
        let end = near_misses(run) + &how_to_run(run, &faults);
        let room = MOST_BYTES.saturating_sub(text.len() + end.len() + FOR_NOTES);
        // Which faults there are matters more than how they are called.
        let table = fault_tables(run, &faults, room / 3 * 2);
        text.push_str(&table);
        text.push_str(&calls(run, &faults, room.saturating_sub(table.len())));
        text.push_str(&end);
        text
    }
}

fn headline(run: &RunSummary, faults: &[&ReportedFault]) -> String {
    let mut line = format!("## nearmiss: {}", counted(faults.len(), "fault"));
    let causes = run.causes_of(faults);
    if causes < faults.len() {
        line.push_str(&format!(" of {}", counted(causes, "cause")));
    }
    let api = code(&run.api, NAME);
    if !api.is_empty() {
        line.push_str(&format!(" in {api}"));
    }
    let lines = run.coverage.iter().find(|criterion| criterion.name == "lines");
    if let Some(share) = lines.and_then(|lines| lines.share()) {
        line.push_str(&format!(", {share} of the lines covered"));
    }
    line.push('\n');
    line
}

fn coverage(run: &RunSummary) -> String {
    if run.coverage.is_empty() {
        return String::new();
    }
    let mut text = "\n| | share | covered | of |\n|---|---:|---:|---:|\n".to_owned();
    for criterion in &run.coverage {
        let share = criterion.share().unwrap_or_else(|| "none".to_owned());
        let (covered, total) = (criterion.covered, criterion.total);
        text.push_str(&format!(
            "| {} | {share} | {covered} | {total}{} |\n",
            label(&criterion.name, NAME),
            if criterion.told_only { " that the driver told" } else { "" }
        ));
    }
    let tests = counted(run.tests.len(), "test");
    text.push_str(&format!("\n{tests} from {} calls.\n", run.evaluated_calls));
    text
}

/// A table for each code, as far as there is room.
fn fault_tables(run: &RunSummary, faults: &[&ReportedFault], room: usize) -> String {
    let mut by_code: BTreeMap<u32, Vec<&ReportedFault>> = BTreeMap::new();
    for fault in faults {
        by_code.entry(fault.code).or_default().push(fault);
    }
    let mut text = String::new();
    let mut left_out = 0;
    for (code, faults) in by_code {
        let mut heading = format!(
            "\n### {code} {} ({})\n\n| fault | operation | what | test |\n|---|---|---|---|\n",
            faults[0].title,
            faults.len()
        );
        for fault in faults {
            let row = row(run, fault);
            if text.len() + heading.len() + row.len() > room {
                left_out += 1;
                continue;
            }
            text.push_str(&std::mem::take(&mut heading));
            text.push_str(&row);
        }
    }
    if left_out > 0 {
        text.push_str(&format!(
            "\n{} left out here, all are in `report.json`.\n",
            were(left_out, "fault")
        ));
    }
    text
}

fn were(count: usize, what: &str) -> String {
    format!("{} {}", counted(count, what), if count == 1 { "is" } else { "are" })
}

fn row(run: &RunSummary, fault: &ReportedFault) -> String {
    let test = run.test_of(fault).map_or(String::new(), |test| {
        let name = label(&test.file, NAME);
        let (line, target) = (test.start_line, path_uri(&test.file));
        format!("[{name}&#58;{line}]({target}#L{line})")
    });
    format!(
        "| `{}` | {} | {} | {test} |\n",
        fault.id(),
        code(&fault.operation, NAME),
        code(&fault.message, MESSAGE)
    )
}

/// The calls that show the faults, folded, as far as there is room.
fn calls(run: &RunSummary, faults: &[&ReportedFault], room: usize) -> String {
    // One call may show several.
    let mut by_call: BTreeMap<(usize, usize), Vec<&ReportedFault>> = BTreeMap::new();
    for fault in faults {
        by_call.entry((fault.test, fault.call)).or_default().push(fault);
    }
    let mut shown = String::new();
    let mut left_out = 0;
    for faults in by_call.into_values() {
        let curl = run.curl_of(faults[0]);
        if curl.is_empty() {
            continue;
        }
        let ids: Vec<String> = faults.iter().map(|fault| format!("`{}`", fault.id())).collect();
        let call = format!("\n{}\n\n{}", ids.join(", "), block("sh", &curl));
        if call.len() > MOST_OF_A_CALL || shown.len() + call.len() > room {
            left_out += 1;
        } else {
            shown.push_str(&call);
        }
    }
    if left_out > 0 {
        shown.push_str(&format!(
            "\n{} left out here, all are in `report.json`.\n",
            were(left_out, "call")
        ));
    }
    if shown.is_empty() {
        return shown;
    }
    format!(
        "\n<details>\n<summary>The calls that show them, as lines of curl</summary>\n{shown}\n</details>\n"
    )
}

fn near_misses(run: &RunSummary) -> String {
    let misses = run.nearest_misses(MOST_NEAR_MISSES);
    if misses.is_empty() {
        return String::new();
    }
    let mut text =
        "\n### Nearest misses\n\nBranches that were reached and not taken; 1 would be taken.\n\n\
                    | where | source | never | how near |\n|---|---|---|---:|\n"
            .to_owned();
    for miss in misses {
        let place = format!("{}:{}", miss.file, miss.target.line);
        let outcome = if miss.target.kind == TargetKind::BranchTrue { "true" } else { "false" };
        // Rounded down, so that 1 is never shown.
        let near = (miss.target.heuristic * 1000.0).floor() / 1000.0;
        text.push_str(&format!(
            "| {} | {} | {outcome} | {near:.3} |\n",
            code(&place, NAME),
            code(line_of(run, &miss), NAME)
        ));
    }
    text
}

fn line_of<'a>(run: &'a RunSummary, miss: &NearMiss<'_>) -> &'a str {
    let source = run.sources.iter().find(|source| source.file == miss.file);
    let text = source.and_then(|source| source.text.as_deref()).unwrap_or_default();
    text.lines().nth((miss.target.line as usize).saturating_sub(1)).unwrap_or_default()
}

fn how_to_run(run: &RunSummary, faults: &[&ReportedFault]) -> String {
    let folder = &run.suite.folder;
    if folder.is_empty() {
        return String::new();
    }
    let folder = quoted(folder);
    let mut commands = run.suite.run_command.clone();
    if let Some(fault) = faults.first() {
        commands.push_str(&format!("\nnpx nearmiss replay {folder} --fault {}", fault.id()));
    }
    format!("\n### How to run them\n\n{}", block("sh", &commands))
}

/// A word of a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_');
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests;
