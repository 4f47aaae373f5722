//! Columns that must be equal, and the values that they may have.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::{Domain, Test};
use crate::reader::Atom;
use crate::schema::Schema;
use crate::terms::{At, Op};

/// Rows, and their columns in classes of equal ones.
#[derive(Clone)]
pub(crate) struct Rows<'s> {
    pub schema: &'s Schema,
    /// Table of each row; `None`: it is the same as another one.
    pub tables: Vec<Option<usize>>,
    /// Columns that the query itself is about.
    pub asked: BTreeSet<At>,
    /// Columns by class, each class by a number.
    classes: BTreeMap<At, usize>,
    /// Class that a class has become part of.
    above: Vec<usize>,
    domains: Vec<Domain>,
    /// Comparisons of two columns that are not equality.
    orders: Vec<(At, Op, At)>,
    /// Columns that hold what is in others.
    holds: Vec<(At, At)>,
    /// Comparisons of sums of columns.
    pub sums: Vec<crate::sums::Sum>,
    /// Comparisons of products of two columns.
    pub products: Vec<(At, At, Op, f64)>,
}

impl<'s> Rows<'s> {
    pub fn new(schema: &'s Schema, tables: &[usize]) -> Self {
        Self {
            schema,
            tables: tables.iter().copied().map(Some).collect(),
            asked: BTreeSet::new(),
            classes: BTreeMap::new(),
            above: Vec::new(),
            domains: Vec::new(),
            orders: Vec::new(),
            holds: Vec::new(),
            sums: Vec::new(),
            products: Vec::new(),
        }
    }

    /// Adds a row of a table.
    pub fn add(&mut self, table: usize) -> usize {
        self.tables.push(Some(table));
        self.tables.len() - 1
    }

    /// Answers the class of a column.
    pub fn class(&mut self, at: At) -> usize {
        let next = self.domains.len();
        let class = *self.classes.entry(at).or_insert(next);
        if class == next {
            self.above.push(next);
            self.domains.push(Domain::default());
        }
        self.top(class)
    }

    fn top(&self, mut class: usize) -> usize {
        while self.above[class] != class {
            class = self.above[class];
        }
        class
    }

    /// Answers the class of a column, if anything is known of it.
    pub fn known(&self, at: At) -> Option<usize> {
        self.classes.get(&at).map(|class| self.top(*class))
    }

    pub fn domain(&self, class: usize) -> &Domain {
        &self.domains[class]
    }

    /// Lists the columns of a class.
    pub fn members(&self, class: usize) -> impl Iterator<Item = At> {
        self.classes.iter().filter(move |(_, one)| self.top(**one) == class).map(|(at, _)| *at)
    }

    /// Makes two columns equal; answers whether they can be.
    pub fn unite(&mut self, one: At, other: At) -> bool {
        let (one, other) = (self.class(one), self.class(other));
        if one == other {
            return true;
        }
        let (stays, goes) = (one.min(other), one.max(other));
        self.above[goes] = stays;
        let gone = std::mem::take(&mut self.domains[goes]);
        self.domains[stays].join(gone)
    }

    /// Takes in what must hold; answers whether it can.
    pub fn take(&mut self, atoms: &[Atom]) -> bool {
        let mut can_be = true;
        for atom in atoms {
            if let Atom::Order(one, Op::Eq, other) = atom {
                can_be &= self.unite(*one, *other);
            }
        }
        for atom in atoms {
            can_be &= self.take_one(atom);
        }
        can_be && self.merge()
    }

    /// Tells whether all columns still have a value when these hold, too.
    pub fn would_take(&self, atoms: &[Atom]) -> bool {
        let mut tried = self.clone();
        tried.take(atoms)
            && atoms.iter().flat_map(Atom::columns).all(|at| {
                let about = tried.tables[at.row]
                    .map(|table| &tried.schema.tables[table].columns[at.column]);
                let class = tried.known(at);
                about
                    .zip(class)
                    .is_none_or(|(about, class)| tried.domains[class].choose(about).is_some())
            })
    }

    fn take_one(&mut self, atom: &Atom) -> bool {
        let domain = |this: &mut Self, at: &At| {
            let class = this.class(*at);
            std::mem::take(&mut this.domains[class])
        };
        let (at, domain, can_be) = match atom {
            Atom::Order(_, Op::Eq, _) => return true,
            Atom::Order(one, op, other) => {
                self.orders.push((*one, *op, *other));
                return self.has([*one, *other].into_iter());
            }
            Atom::Holds(of, item) => {
                self.holds.push((*of, *item));
                return self.has([*of, *item].into_iter());
            }
            Atom::Sum(terms, op, value) => {
                self.sums.push((terms.clone(), *op, *value));
                return self.has(terms.iter().map(|(at, _)| *at));
            }
            Atom::Product(one, other, op, value) => {
                self.products.push((*one, *other, *op, *value));
                return self.has([*one, *other].into_iter());
            }
            Atom::Test(at, test) => {
                (at, with(domain(self, at), |one| one.set_test(test.clone())), true)
            }
            Atom::Compare(at, op, with) => {
                let mut one = domain(self, at);
                let can_be = one.compare(*op, with);
                (at, one, can_be)
            }
            Atom::Null(at, is_null) => {
                let mut one = domain(self, at);
                let can_be = one.set_null(*is_null);
                (at, one, can_be)
            }
            Atom::In(at, values) => (at, with(domain(self, at), |one| one.set_among(values)), true),
            Atom::NotIn(at, values) => {
                (at, with(domain(self, at), |one| one.set_not(values)), true)
            }
            Atom::Like(at, text, regex) => {
                let like = |one: &mut Domain| one.set_like(text.clone(), regex);
                (at, with(domain(self, at), like), true)
            }
            Atom::Matches(at, regex) => {
                (at, with(domain(self, at), |one| one.set_regex(regex.clone())), true)
            }
            Atom::Length(at, op, length) => {
                (at, with(domain(self, at), |one| one.set_length(*op, *length)), true)
            }
            Atom::Json(at, path, value) => {
                (at, with(domain(self, at), |one| one.set_json(path.clone(), value.clone())), true)
            }
            Atom::Elements(at, values) => {
                (at, with(domain(self, at), |one| one.set_elements(values.clone())), true)
            }
        };
        let class = self.class(*at);
        self.domains[class] = domain;
        can_be
    }

    /// Takes in that columns have a value, each in view of the others.
    fn has(&mut self, columns: impl Iterator<Item = At>) -> bool {
        let mut can_be = true;
        for at in columns {
            let domain = self.domain_mut(at);
            domain.is_tied = true;
            can_be &= domain.set_null(false);
        }
        can_be
    }

    /// Answers the values that a column may have, to be changed.
    pub fn domain_mut(&mut self, at: At) -> &mut Domain {
        let class = self.class(at);
        &mut self.domains[class]
    }

    /// Answers the description of the column at a place.
    pub fn about(&self, at: At) -> Option<&'s crate::schema::Column> {
        let table = self.tables[at.row].or_else(|| {
            // A row that is another one now.
            let class = self.known(at)?;
            self.members(class).find_map(|at| self.tables[at.row])
        })?;
        self.schema.tables[table].columns.get(at.column)
    }

    /// Rows of one table with the same primary key are one row.
    fn merge(&mut self) -> bool {
        for other in 0..self.tables.len() {
            for one in 0..other {
                if self.tables[one].is_some()
                    && self.tables[one] == self.tables[other]
                    && self.is_same(one, other)
                {
                    let columns: Vec<At> =
                        self.classes.keys().filter(|at| at.row == other).copied().collect();
                    for at in columns {
                        if !self.unite(At { row: one, column: at.column }, at) {
                            return false;
                        }
                    }
                    self.tables[other] = None;
                    break;
                }
            }
        }
        true
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        let Some(table) = self.tables[one].map(|table| &self.schema.tables[table]) else {
            return false;
        };
        let is_known = |column: usize| {
            let here = self.known(At { row: one, column });
            let there = self.known(At { row: other, column });
            match (here, there) {
                (Some(here), Some(there)) => {
                    let (one, other) = (self.domains[here].equal(), self.domains[there].equal());
                    here == there || (one.is_some() && one == other)
                }
                _ => false,
            }
        };
        std::iter::once(&table.primary_key).chain(&table.uniques).any(|key| {
            !key.is_empty() && key.iter().all(|name| table.column(name).is_some_and(is_known))
        })
    }

    /// Tells whether two columns are compared so that they cannot be equal.
    pub fn are_unequal(&self, one: At, other: At) -> bool {
        let (Some(one), Some(other)) = (self.known(one), self.known(other)) else { return false };
        self.orders.iter().any(|(left, op, right)| {
            let pair = (self.known(*left), self.known(*right));
            let is_it = pair == (Some(one), Some(other)) || pair == (Some(other), Some(one));
            is_it && matches!(op, Op::Ne | Op::Lt | Op::Gt)
        })
    }

    /// Tells whether two columns that may have many values hardly have the same.
    fn differ_anyway(
        &self,
        one: (usize, &crate::schema::Column),
        other: (usize, &crate::schema::Column),
    ) -> bool {
        let is_any = |(class, about): (usize, &crate::schema::Column)| {
            matches!(self.domains[class].choose(about), Some(crate::wanted::Wanted::Pattern(_)))
        };
        is_any(one) && is_any(other)
    }

    /// Gives lists and ranges what they hold of other columns.
    pub fn settle_holds(&mut self) {
        for (of, item) in std::mem::take(&mut self.holds) {
            let (Some(about_of), Some(about)) = (self.about(of), self.about(item)) else {
                continue;
            };
            let chosen = self.domain_mut(item).choose(about);
            let value = match chosen {
                Some(crate::wanted::Wanted::Value(value)) => value,
                _ => some_value(about),
            };
            self.domain_mut(item).set_equal(&value);
            if about_of.array {
                self.domain_mut(of).set_elements(vec![value]);
            } else {
                self.domain_mut(of).set_test(Test::Inside(value));
            }
        }
    }

    /// Gives columns that are compared with each other values that compare so.
    pub fn settle_orders(&mut self) -> bool {
        for (one, op, other) in std::mem::take(&mut self.orders) {
            let (left, right) = (self.class(one), self.class(other));
            if left == right {
                if op == Op::Eq || op == Op::Le || op == Op::Ge {
                    continue;
                }
                return false;
            }
            let (Some(about_left), Some(about_right)) = (self.about(one), self.about(other)) else {
                continue;
            };
            if op == Op::Ne && self.differ_anyway((left, about_left), (right, about_right)) {
                continue;
            }
            // The one that is known bounds the other; else the one that is to be less, which is as little as can be.
            let is_known = |class: usize| self.domains[class].equal().is_some();
            let is_less = matches!(op, Op::Lt | Op::Le);
            let bounds_left = is_known(right) || (!is_known(left) && !is_less);
            let (fixed, about, bounded, op) = if bounds_left {
                (right, about_right, left, op)
            } else {
                (left, about_left, right, op.turned())
            };
            let value = match self.domains[fixed].choose(about) {
                Some(crate::wanted::Wanted::Value(value)) => value,
                _ => some_value(about),
            };
            self.domains[fixed].set_equal(&value);
            if !self.domains[bounded].compare(op, &crate::terms::Constant::Value(value)) {
                return false;
            }
        }
        true
    }
}

/// Answers a value of a column's type that leaves room on both sides.
pub(crate) fn some_value(column: &crate::schema::Column) -> serde_json::Value {
    if column.is_time() {
        crate::dates::SOME_DAY.into()
    } else if column.is_number() {
        10.into()
    } else if column.is_clock() {
        "12:00".into()
    } else if column.kind == "uuid" {
        "00000000-0000-4000-8000-000000000001".into()
    } else {
        "m".into()
    }
}

fn with(mut domain: Domain, change: impl FnOnce(&mut Domain)) -> Domain {
    change(&mut domain);
    domain
}
