//! Schemas: as a text of statements, and the tables that one has and another has not.

use super::client::{Client, literal};
use crate::books;
use crate::program;

/// Options of a dump that an empty database of any name takes.
const OPTIONS: &[&str] =
    &["--skip-comments", "--no-tablespaces", "--skip-lock-tables", "--single-transaction"];
/// Texts that our guard puts before the body of a trigger, and behind it.
const GUARD: (&str, &str) =
    (" FOR EACH ROW nearmiss: BEGIN IF @nearmiss_resets IS NULL THEN ", "\n; END IF; END");

/// Answers the tables of a database, or of all where none is named.
pub(super) fn tables(client: &Client, database: &str) -> Result<Vec<String>, String> {
    let is_it = if database.is_empty() {
        "NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys', 'nearmiss_ground')"
            .to_owned()
    } else {
        format!("= {}", literal(database))
    };
    let rows = client.read(&format!(
        "SELECT table_schema, table_name FROM information_schema.tables \
         WHERE table_type = 'BASE TABLE' AND table_schema {is_it} ORDER BY 1, 2"
    ))?;
    Ok(rows.iter().map(|row| row.join(".")).collect())
}

/// Answers the tables of a database that are books of tools for migrations, or what was said.
pub(super) fn books(client: &Client, database: &str) -> Result<Vec<String>, String> {
    let rows = client.read(&format!(
        "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' \
         AND table_schema = {} AND LOWER(table_name) IN ({})",
        literal(database),
        books::literals()
    ))?;
    Ok(rows.into_iter().flatten().collect())
}

/// Answers the schema of a database and the rows of its books, or what was said.
pub(super) fn text(client: &Client, database: &str) -> Result<String, String> {
    let mut schema = client.dump();
    schema.args(OPTIONS).args(["--no-data", "--routines", "--triggers", "--events"]).arg(database);
    let mut text = plain(&dumped(&mut schema)?, database);
    let books = books(client, database)?;
    if !books.is_empty() {
        let mut rows = client.dump();
        rows.args(OPTIONS).args(["--no-create-info", "--skip-triggers", "--complete-insert"]);
        rows.args(["--skip-add-locks", "--skip-disable-keys", "--hex-blob"]);
        text.push_str(&dumped(rows.arg(database).args(books))?);
    }
    Ok(text)
}

fn dumped(dump: &mut std::process::Command) -> Result<String, String> {
    let ran = program::run(dump, "");
    let ran = ran.map_err(|error| format!("the dump cannot be started: {error}"))?;
    if ran.status.success() { Ok(ran.printed) } else { Err(ran.said) }
}

/// Answers a dump as one text of statements that anybody may give: without words of the client alone, without owners,
/// and without what watches the rows.
fn plain(dump: &str, database: &str) -> String {
    let mut text = String::new();
    let mut of_block: Option<String> = None;
    for line in dump.lines().filter(|line| !line.starts_with("/*M!999999")) {
        match (line, &mut of_block) {
            ("DELIMITER ;;", _) => of_block = Some(String::new()),
            ("DELIMITER ;", Some(block)) => {
                let statements = block.split(";;\n").filter(|one| !one.trim().is_empty());
                for statement in statements.filter(|one| !is_ours(one)) {
                    text.push_str(&without_owner(&unguarded(statement, database)));
                    text.push_str(";\n");
                }
                of_block = None;
            }
            (line, Some(block)) => block.extend([line, "\n"]),
            (line, None) => text.extend([&without_number(&without_owner(line)), "\n"]),
        }
    }
    text
}

fn is_ours(statement: &str) -> bool {
    statement.contains(" TRIGGER ")
        && statement.contains(".nearmiss_")
        && statement.contains("@nearmiss_resets")
}

/// Answers the statement of a trigger without our guard, and without the names of its database.
fn unguarded(statement: &str, database: &str) -> String {
    let Some((head, body)) = statement.split_once(GUARD.0) else { return statement.to_owned() };
    let head = head.replace(&format!("`{}`.", database.replace('`', "``")), "");
    format!("{head} FOR EACH ROW {}", body.replacen(GUARD.1, "", 1))
}

/// Answers a line without whom its object belongs to.
fn without_owner(line: &str) -> String {
    let Some(start) = line.find("DEFINER=`") else { return line.to_owned() };
    let rest = &line[start..];
    // An account has two quoted parts.
    let Some((_, end)) = rest.match_indices('`').nth(3).map(|(at, _)| (at, at + 1)) else {
        return line.to_owned();
    };
    let rest = rest[end..].trim_start();
    // `SQL SECURITY DEFINER` stays: who makes it is the owner then.
    format!("{}{rest}", &line[..start]).replace("/*!50017 */", "")
}

/// Answers the last line of a table without the number that its next row gets.
fn without_number(line: &str) -> String {
    let Some((before, rest)) =
        line.split_once(" AUTO_INCREMENT=").filter(|_| line.starts_with(") ENGINE="))
    else {
        return line.to_owned();
    };
    format!("{before}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_becomes_statements_that_anybody_may_give() {
        let dump = "/*M!999999\\- enable the sandbox mode */\n) ENGINE=InnoDB AUTO_INCREMENT=77 DEFAULT CHARSET=utf8mb4;\n\
                    /*!50013 DEFINER=`a`@`%` SQL SECURITY DEFINER */\nDELIMITER ;;\n\
                    /*!50003 CREATE*/ /*!50017 DEFINER=`a`@`%`*/ /*!50003 TRIGGER `the shop`.`t` AFTER INSERT ON `the shop`.`b` \
                    FOR EACH ROW nearmiss: BEGIN IF @nearmiss_resets IS NULL THEN BEGIN SET @a = 1; END\n; END IF; END */;;\n\
                    /*!50003 CREATE*/ /*!50003 TRIGGER `the shop`.nearmiss_insert_1 AFTER insert ON b FOR EACH ROW \
                    BEGIN IF @nearmiss_resets IS NULL THEN END IF; END */;;\nDELIMITER ;\nCREATE DEFINER=`a`@`%` FUNCTION x\n";
        let expected = ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n/*!50013 SQL SECURITY DEFINER */\n\
                        /*!50003 CREATE*/  /*!50003 TRIGGER `t` AFTER INSERT ON `b` FOR EACH ROW BEGIN SET @a = 1; END */;\n\
                        CREATE FUNCTION x\n";
        assert_eq!(plain(dump, "the shop"), expected);
    }
}
