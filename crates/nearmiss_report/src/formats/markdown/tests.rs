use super::*;
use crate::formats::trial::{NASTY, call, fault, run, run_with};

/// Rows of tables, as their cells. A `|` after a backslash would be none, and we write none.
fn rows(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| {
        assert!(!row.contains("\\|"), "{row}");
        let inner = row.strip_prefix("| ").unwrap().strip_suffix(" |").expect(row);
        inner.split(" | ").map(str::to_owned).collect()
    })
    .collect()
}

/// What is markup in a text: neither in a block of code nor in a span.
fn markup(text: &str) -> String {
    let mut fence: Option<String> = None;
    let mut markup = String::new();
    for line in text.lines() {
        let ticks: String = line.chars().take_while(|c| *c == '`').collect();
        match &fence {
            Some(open) if line == open => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                let outside = line.split('`').step_by(2).collect::<Vec<_>>().join("\u{b7}");
                markup.push_str(&outside);
                markup.push('\n');
            }
        }
    }
    assert_eq!(fence, None, "a block of code is not closed");
    markup
}

#[test]
fn a_summary_says_what_reviewers_ask() {
    let mut run = run();
    run.sources[0].text = Some(format!("{}  if (age > 64 || x) {{\n", "\n".repeat(19)));
    let text = Markdown.write(&run);
    let ids: Vec<String> = run.distinct_faults().iter().map(|fault| fault.id()).collect();
    assert!(
        text.starts_with("## nearmiss: 3 faults in `api`, 90.0 % of the lines covered\n"),
        "{text}"
    );
    assert!(text.contains("| lines | 90.0 % | 9 | 10 |\n"));
    assert!(text.contains("### 100 HTTP Status 500 (2)\n"));
    let row = format!(
        "| `{}` | `POST:/a` | `answers 500, thrown at src/a.js:10` | \
         [faults.test.js&#58;20](faults.test.js#L20) |\n",
        ids[2]
    );
    assert!(text.contains(&row), "{text}");
    let of_one_call =
        format!("`{}`, `{}`\n\n```sh\ncurl -X POST http://localhost:3000/a\n```\n", ids[1], ids[2]);
    assert!(text.contains(&of_one_call), "{text}");
    assert!(text.contains(
        "| `src/a.js:20` | <code>if (age &#62; 64 &#124;&#124; x) &#123;</code> | true | 0.750 |\n"
    ));
    let run_them = format!(
        "```sh\nnpx jest nearmiss-tests\nnpx nearmiss replay nearmiss-tests --fault {}\n```\n",
        ids[0]
    );
    assert!(text.ends_with(&run_them), "{text}");
}

#[test]
fn a_run_without_faults_and_calls_is_short() {
    assert_eq!(Markdown.write(&RunSummary::default()), "## nearmiss: 0 faults\n");
    let mut run = run();
    run.tests.iter_mut().flat_map(|test| &mut test.calls).for_each(|call| call.curl.clear());
    assert!(!Markdown.write(&run).contains("<details>"));
}

#[test]
fn what_the_api_says_is_no_markup() {
    let shape = |text: &str| -> Vec<usize> { rows(text).iter().map(Vec::len).collect() };
    let expected = shape(&Markdown.write(&run()));
    for nasty in NASTY {
        let text = Markdown.write(&run_with(nasty));
        assert_eq!(shape(&text), expected, "{text}");
        let markup = markup(&text);
        for sign in ["<script", "<!--", "javascript:", "@everyone", "![", "*a*", "~~", "<x", "[x]"]
        {
            assert!(!markup.contains(sign), "{sign} in\n{text}");
        }
        assert_eq!(markup.matches("</details>").count(), 1, "{text}");
        assert_eq!(markup.lines().filter(|line| line.starts_with("# ")).count(), 0, "{text}");
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
}

#[test]
fn a_long_summary_is_cut_and_says_so() {
    let mut run = run();
    run.faults = (0..3000)
        .map(|index| {
            let message = format!("answers 500 {}", "ä|`".repeat(400));
            ReportedFault { message, ..fault(100, &format!("src/a.js:{index}"), 1) }
        })
        .collect();
    for (index, fault) in run.faults.iter_mut().enumerate() {
        (fault.test, fault.call) = (index / 10, index % 10);
    }
    run.tests[1].calls = vec![call("POST:/a", Some(500), &"x".repeat(2_000)); 10];
    run.tests = vec![run.tests[1].clone(); 300];
    let text = Markdown.write(&run);
    assert!(text.len() <= MOST_BYTES && text.len() > MOST_BYTES / 2, "{}", text.len());
    assert!(text.starts_with("## nearmiss: 3000 faults"));
    let shown = rows(&text).iter().filter(|row| row[0].starts_with("`100-")).count();
    assert!(shown > 0);
    assert!(text.contains(&format!("\n{} faults are left out here", 3000 - shown)), "{shown}");
    assert!(text.contains(" calls are left out here"));
    assert!(text.contains("npx jest nearmiss-tests"));
    markup(&text);
}

#[test]
fn folders_are_words_of_a_shell() {
    assert_eq!(quoted("a/b-c.d"), "a/b-c.d");
    assert_eq!(quoted("it's here"), "'it'\\''s here'");
}
