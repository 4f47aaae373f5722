//! Sections of a dump: each object has one, with a head that names it.

/// Line that a section begins with, behind one with `--` alone.
const HEAD: &str = "-- Name: ";

/// Section of a dump in plain text.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Section<'a> {
    /// Name of its object; empty of what stands before the first one.
    pub name: &'a str,
    /// Type of it, as `TABLE DATA`.
    pub kind: &'a str,
    /// Statements, as lines.
    pub lines: Vec<&'a str>,
}

/// Cuts a dump into its sections.
pub(super) fn sections(dump: &str) -> Vec<Section<'_>> {
    let mut found = vec![Section { name: "", kind: "", lines: Vec::new() }];
    let (mut before, mut is_head) = ("", false);
    for line in dump.lines() {
        // Rows have a head of their own kind.
        let named = line.strip_prefix(HEAD).or_else(|| line.strip_prefix("-- Data for Name: "));
        let head = named.filter(|_| before == "--").and_then(of_head);
        let is_under_head = line == "--" && is_head;
        before = line;
        is_head = head.is_some();
        let Some(last) = found.last_mut() else { continue };
        match head {
            Some((name, kind)) => {
                // The line above a head is part of it, as the one below is.
                last.lines.pop();
                found.push(Section { name, kind, lines: Vec::new() });
            }
            None if is_under_head => {}
            None => last.lines.push(line),
        }
    }
    found
}

fn of_head(named: &str) -> Option<(&str, &str)> {
    let (name, rest) = named.split_once("; Type: ")?;
    let (kind, rest) = rest.split_once("; Schema: ")?;
    rest.contains("; Owner: ").then_some((name, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_cut_where_objects_begin() {
        let dump = "--\n-- PostgreSQL\n--\n\nSET a = 1;\n--\n-- Name: f(); Type: FUNCTION; Schema: public; Owner: x\n--\n\
                    AS 'a\n--\n-- Name: no; Type: TABLE\n--\n';\n--\n\
                    -- Data for Name: b; Type: TABLE DATA; Schema: public; Owner: x\n--\n\nCOPY\n";
        let found = sections(dump);
        let heads: Vec<(&str, &str)> = found.iter().map(|one| (one.name, one.kind)).collect();
        assert_eq!(heads, [("", ""), ("f()", "FUNCTION"), ("b", "TABLE DATA")]);
        assert_eq!(found[0].lines, ["--", "-- PostgreSQL", "--", "", "SET a = 1;"]);
        assert_eq!(found[1].lines, ["AS 'a", "--", "-- Name: no; Type: TABLE", "--", "';"]);
        assert_eq!(found[2].lines, ["", "COPY"]);
    }
}
