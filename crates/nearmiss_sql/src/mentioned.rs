//! Tables and columns that a statement mentions, by its words: of a statement that no row can be worked out for, too.

use std::collections::{BTreeMap, BTreeSet};

use sqlparser::keywords::{Keyword, RESERVED_FOR_TABLE_ALIAS};
use sqlparser::tokenizer::Token;

use crate::asked::Asked;
use crate::schema::Schema;
use crate::tokens::tokens_of;

/// Doing of a statement with rows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Does {
    /// It reads them.
    Reads,
    /// It adds some.
    Inserts,
    /// It changes some.
    Updates,
    /// It takes some away.
    Deletes,
}

/// Columns by their tables, both by their indexes.
pub type Columns = BTreeMap<usize, BTreeSet<usize>>;

/// Tables and columns that a statement mentions.
#[derive(Clone, Debug, PartialEq)]
pub struct Mentioned {
    /// Doing of the statement.
    pub does: Does,
    /// Table that it changes, which is the first one that it names.
    pub target: Option<usize>,
    /// Columns that it gives values.
    pub written: BTreeSet<usize>,
    /// Columns that it reads; of a table that it reads all of, all.
    pub read: Columns,
    /// Columns that its conditions are about.
    pub conditions: Columns,
}

/// Part of a statement.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Clause {
    Read,
    Relations,
    Condition,
    Set,
    Into,
}

/// Finds what a statement mentions of the tables of a schema. None where it does nothing with rows.
#[must_use]
pub fn mentioned(schema: &Schema, asked: &Asked<'_>) -> Option<Mentioned> {
    let tokens = tokens_of(asked.dialect, asked.text)?;
    let words: Vec<Token> = tokens.into_iter().map(|token| token.token).collect();
    let (does, verb) = does(&words)?;
    let relations = relations(schema, &words);
    let target = target(schema, &words, verb).filter(|_| does != Does::Reads);
    let found = Mentioned {
        does,
        target,
        written: BTreeSet::new(),
        read: BTreeMap::new(),
        conditions: BTreeMap::new(),
    };
    let mut walk = Walk { schema, words: &words, relations: &relations, found };
    walk.walk();
    Some(walk.found)
}

/// Tells what a statement does, and where it says so: with its first word, behind `WITH` with one outside of parentheses.
fn does(words: &[Token]) -> Option<(Does, usize)> {
    let mut depth = 0_usize;
    let mut is_with = false;
    for (at, word) in words.iter().enumerate() {
        match word {
            Token::LParen => depth += 1,
            Token::RParen => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_first = words[..at].iter().all(|before| *before == Token::LParen);
        if !is_first && (!is_with || depth > 0) {
            continue;
        }
        match keyword(word) {
            Keyword::WITH if is_first => is_with = true,
            Keyword::SELECT | Keyword::VALUES => return Some((Does::Reads, at)),
            Keyword::INSERT | Keyword::REPLACE => return Some((Does::Inserts, at)),
            Keyword::UPDATE => return Some((Does::Updates, at)),
            Keyword::DELETE => return Some((Does::Deletes, at)),
            _ if is_first && *word != Token::LParen => return None,
            _ => {}
        }
    }
    None
}

/// Finds the table that is changed: the first one that is named behind the verb.
fn target(schema: &Schema, words: &[Token], verb: usize) -> Option<usize> {
    let is_before = |at: &usize| {
        matches!(keyword(&words[*at]), Keyword::INTO | Keyword::FROM | Keyword::UPDATE)
    };
    let before = (verb..words.len()).find(is_before)?;
    let (named, _) = relation(schema, words, before + 1)?;
    named.map(|(_, table)| table)
}

fn keyword(token: &Token) -> Keyword {
    match token {
        Token::Word(word) if word.quote_style.is_none() => word.keyword,
        _ => Keyword::NoKeyword,
    }
}

/// Lists the tables that a statement names, each with the name that it has there.
fn relations(schema: &Schema, words: &[Token]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let is_before = matches!(
            keyword(&words[at]),
            Keyword::FROM | Keyword::JOIN | Keyword::INTO | Keyword::UPDATE | Keyword::USING
        );
        at += 1;
        if !is_before {
            continue;
        }
        // A list of them has commas.
        while let Some((relation, next)) = relation(schema, words, at) {
            found.extend(relation);
            at = next;
            if words.get(at) != Some(&Token::Comma) {
                break;
            }
            at += 1;
        }
    }
    found
}

/// Reads a name of a relation with its alias; answers the table, if it is one, and the place behind it.
fn relation(
    schema: &Schema,
    words: &[Token],
    mut at: usize,
) -> Option<(Option<(String, usize)>, usize)> {
    while matches!(keyword(words.get(at)?), Keyword::ONLY | Keyword::LATERAL | Keyword::IGNORE) {
        at += 1;
    }
    let mut names = Vec::new();
    while let Some(Token::Word(word)) = words.get(at) {
        names.push(word.value.as_str());
        at += 1;
        if words.get(at) != Some(&Token::Period) {
            break;
        }
        at += 1;
    }
    let own = *names.last()?;
    let table = schema.find(&names);
    let has_as = words.get(at).is_some_and(|word| keyword(word) == Keyword::AS);
    let alias = match words.get(at + usize::from(has_as)) {
        Some(Token::Word(word))
            if has_as || word.quote_style.is_some() || !is_reserved(word.keyword) =>
        {
            at += 1 + usize::from(has_as);
            word.value.as_str()
        }
        _ => own,
    };
    Some((table.map(|table| (alias.to_owned(), table)), at))
}

/// Tells whether a word is no alias.
fn is_reserved(word: Keyword) -> bool {
    RESERVED_FOR_TABLE_ALIAS.contains(&word)
        || matches!(word, Keyword::DEFAULT | Keyword::SET | Keyword::VALUES)
}

/// Tells whether a word begins a query.
fn is_select(word: &Token) -> bool {
    matches!(keyword(word), Keyword::SELECT | Keyword::WITH | Keyword::VALUES)
}

/// A walk over the words of a statement, clause by clause.
struct Walk<'w> {
    schema: &'w Schema,
    words: &'w [Token],
    relations: &'w [(String, usize)],
    found: Mentioned,
}

impl Walk<'_> {
    fn walk(&mut self) {
        let mut clause = Clause::Read;
        let mut is_query = true;
        let mut outer = Vec::new();
        for (at, word) in self.words.iter().enumerate() {
            match word {
                Token::LParen => {
                    outer.push((clause, is_query));
                    is_query = self.words.get(at + 1).is_some_and(is_select);
                    clause = self.inner(at, clause);
                }
                Token::RParen => (clause, is_query) = outer.pop().unwrap_or((clause, is_query)),
                // `EXTRACT(year FROM day)` names no relation.
                Token::Word(_) if keyword(word) == Keyword::FROM && !is_query => {}
                Token::Mul if clause == Clause::Read => self.all(at),
                Token::Word(_) => {
                    clause = self.clause(at, clause);
                    self.column(at, clause);
                }
                _ => {}
            }
        }
    }

    fn before(&self, at: usize) -> Option<&Token> {
        at.checked_sub(1).and_then(|at| self.words.get(at))
    }

    /// Answers the clause of what stands in parentheses: columns behind the table of `INSERT INTO`, else as outside.
    fn inner(&self, at: usize, clause: Clause) -> Clause {
        let is_query = self.words.get(at + 1).is_some_and(is_select);
        if is_query || clause != Clause::Relations || self.found.does != Does::Inserts {
            return clause;
        }
        let is_first = !self.words[..at].contains(&Token::LParen);
        if is_first { Clause::Into } else { clause }
    }

    /// Answers the clause that a word begins, or the one that it stands in.
    fn clause(&self, at: usize, clause: Clause) -> Clause {
        let next = self.words.get(at + 1).map_or(Keyword::NoKeyword, keyword);
        match keyword(&self.words[at]) {
            Keyword::SELECT
            | Keyword::GROUP
            | Keyword::ORDER
            | Keyword::LIMIT
            | Keyword::RETURNING
            | Keyword::VALUES
            | Keyword::UNION => Clause::Read,
            Keyword::FROM | Keyword::JOIN | Keyword::INTO | Keyword::UPDATE => Clause::Relations,
            Keyword::ON if matches!(next, Keyword::CONFLICT | Keyword::DUPLICATE) => Clause::Read,
            Keyword::WHERE | Keyword::HAVING | Keyword::ON => Clause::Condition,
            Keyword::SET => Clause::Set,
            _ => clause,
        }
    }

    /// Notes all columns of a table, or of all tables, where a word stands for them.
    fn all(&mut self, at: usize) {
        let one = match (self.before(at), at.checked_sub(2).and_then(|at| self.words.get(at))) {
            (Some(Token::Period), Some(Token::Word(word))) => Some(word.value.as_str()),
            (Some(Token::Comma), _) => None,
            (Some(word), _)
                if matches!(
                    keyword(word),
                    Keyword::SELECT | Keyword::DISTINCT | Keyword::ALL | Keyword::RETURNING
                ) =>
            {
                None
            }
            _ => return,
        };
        for (name, table) in self.relations {
            if one.is_none_or(|one| one.eq_ignore_ascii_case(name)) {
                let columns = 0..self.schema.tables[*table].columns.len();
                self.found.read.entry(*table).or_default().extend(columns);
            }
        }
    }

    /// Notes a word that is the name of a column.
    fn column(&mut self, at: usize, clause: Clause) {
        let Token::Word(word) = &self.words[at] else { return };
        let is_other = matches!(
            self.words.get(at + 1),
            Some(Token::Period | Token::LParen | Token::SingleQuotedString(_))
        );
        if is_other || clause == Clause::Relations {
            return;
        }
        let qualifier = match (self.before(at), at.checked_sub(2).and_then(|at| self.words.get(at)))
        {
            (Some(Token::Period), Some(Token::Word(word))) => Some(word.value.as_str()),
            _ => None,
        };
        let first = if qualifier.is_some() { at.saturating_sub(2) } else { at };
        let Some((table, column)) = self.resolve(qualifier, &word.value) else { return };
        let is_given = clause == Clause::Into
            || (clause == Clause::Set
                && match self.before(first) {
                    Some(Token::Comma) => self.words.get(at + 1) == Some(&Token::Eq),
                    Some(word) => keyword(word) == Keyword::SET,
                    None => false,
                });
        if is_given {
            if Some(table) == self.found.target {
                self.found.written.insert(column);
            }
            return;
        }
        self.found.read.entry(table).or_default().insert(column);
        if clause == Clause::Condition {
            self.found.conditions.entry(table).or_default().insert(column);
        }
    }

    /// Finds the column that a name means, of the first of the tables that have one.
    fn resolve(&self, qualifier: Option<&str>, name: &str) -> Option<(usize, usize)> {
        let meant = self.relations.iter().filter(|(known, _)| {
            qualifier.is_none_or(|qualifier| known.eq_ignore_ascii_case(qualifier))
        });
        let mut columns = meant.filter_map(|(_, table)| {
            let column = self.schema.tables[*table].column(name)?;
            Some((*table, column))
        });
        columns.next()
    }
}
