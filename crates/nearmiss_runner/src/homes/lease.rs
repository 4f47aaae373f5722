//! The homes of one process tree.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nearmiss_databases::{Home, HomeError, RowRefusal};
use serde_json::{Map, Value, json};

use super::{AskedHome, Homes, OwnDatabases, Server, Set, led, locked};

/// Time that a home may take to be made without a word.
const SLOW: Duration = Duration::from_secs(15);

/// Homes of the databases of one process tree. The next tree gets them when this is dropped.
#[derive(Debug)]
pub struct Lease {
    homes: Arc<Homes>,
    held: Mutex<Held>,
    seen: OwnDatabases,
}

#[derive(Debug)]
struct Held {
    set: Set,
    /// The API has started: who connects for the first time then has no migrations to make.
    has_started: bool,
    /// The state that this tree's start has left is kept.
    is_kept: bool,
    /// Why a home that was asked for could not be made.
    refused: Option<String>,
    /// Homes must have more than those that there are.
    is_short: bool,
    /// Places of the homes that have a database, as far as tables were asked for.
    places: BTreeMap<String, String>,
}

impl Held {
    /// Answers what has to be known of the tables of all homes, and notes where each database is.
    fn tables(&mut self) -> Vec<Value> {
        let mut tables = Vec::new();
        self.places.clear();
        for (place, home) in &mut self.set.homes {
            match home.tables() {
                Ok(mut found) => {
                    // Places begin with it.
                    let dialect = place.split(' ').next().unwrap_or_default();
                    for table in &mut found {
                        table["dialect"] = dialect.into();
                    }
                    let databases = found.iter().filter_map(|table| table["database"].as_str());
                    for database in databases {
                        // Of two servers that have one of the same name, it is the first one's.
                        self.places.entry(database.to_owned()).or_insert_with(|| place.clone());
                    }
                    tables.extend(found);
                }
                Err(error) => tracing::warn!("tables of the home for {place}: {error}"),
            }
        }
        tables
    }

    /// Answers the home that has a database with tables.
    fn home_of(&mut self, database: &str) -> Option<&mut Home> {
        let is_known = |held: &Self| {
            let place = held.places.get(database);
            place.is_some_and(|place| held.set.homes.contains_key(place))
        };
        if !is_known(self) {
            self.tables();
        }
        let place = self.places.get(database)?;
        self.set.homes.get_mut(place)
    }
}

/// Why a connection is not led.
enum Unled {
    /// No home can be made.
    Never(String),
    /// The home of its server must have another database, too.
    Short(String),
}

impl Lease {
    pub(super) fn new(homes: Arc<Homes>, set: Set) -> Self {
        let held = Held {
            set,
            has_started: false,
            is_kept: false,
            refused: None,
            is_short: false,
            places: BTreeMap::new(),
        };
        let seen = OwnDatabases::default();
        if !held.set.homes.is_empty() {
            seen.note_lacking_rows();
        }
        Self { homes, held: Mutex::new(held), seen }
    }

    /// Answers what is known of the homes by those who call.
    pub(crate) fn seen(&self) -> &OwnDatabases {
        &self.seen
    }

    /// Answers where a connection is led: `{"host", "port"}`, or `{"refused": text}`.
    pub(crate) fn lead(&self, asked: &AskedHome) -> Value {
        if self.homes.in_place.has(&asked.at()) {
            return json!({});
        }
        let mut held = locked(&self.held);
        let place = asked.place();
        match self.home(&mut held, asked, &place) {
            Ok(home) => led(home.at(), asked.socket.is_some() || asked.dialect == "postgres"),
            Err(Unled::Never(why)) => {
                let text = format!("nearmiss: {why}");
                locked(&self.homes.state).refused.get_or_insert_with(|| why.clone());
                held.refused.get_or_insert(why);
                json!({ "refused": text })
            }
            Err(Unled::Short(database)) => {
                held.is_short = true;
                json!({ "refused": format!("nearmiss starts the API again, with a home for {database}, too") })
            }
        }
    }

    /// Answers the home of a server; it is made where there is none yet, and started again where it has ended.
    fn home<'a>(
        &self,
        held: &'a mut Held,
        asked: &AskedHome,
        place: &str,
    ) -> Result<&'a mut Home, Unled> {
        let never = |error: HomeError| Unled::Never(error.to_string());
        let original = asked.original().ok_or_else(|| {
            let driver = &asked.driver;
            Unled::Never(format!("{driver} connects to a database that nearmiss makes no home for"))
        })?;
        let mut server = self.homes.server(place).unwrap_or_else(|| Server {
            original: original.clone(),
            driver: asked.driver.clone(),
            databases: BTreeSet::new(),
            absent: BTreeSet::new(),
            has_schema: false,
            is_settled: false,
            is_there: true,
            notes: Vec::new(),
        });
        let database = &original.database;
        let is_new = !database.is_empty()
            && !server.absent.contains(database)
            && server.databases.insert(database.clone());
        let home = match held.set.homes.entry(place.to_owned()) {
            // What is asked for later the API has made, or its user will be told that it is not there.
            Entry::Occupied(_) if is_new && !server.is_settled && server.is_there => {
                let database = database.clone();
                locked(&self.homes.state).servers.insert(place.to_owned(), server);
                return Err(Unled::Short(database));
            }
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                if held.has_started && !server.is_settled {
                    server.has_schema = true;
                    server.is_settled = true;
                }
                let (began, _making) = (Instant::now(), self.seen.making());
                self.seen.note_lacking_rows();
                let mut made = self.homes.make(&mut server).map_err(never)?;
                if held.has_started {
                    made.keep().map_err(never)?;
                } else {
                    held.set.is_kept = false;
                }
                if began.elapsed() > SLOW {
                    server.notes.push(format!("it took {} s to make", began.elapsed().as_secs()));
                }
                locked(&self.homes.state).servers.insert(place.to_owned(), server);
                entry.insert(made)
            }
        };
        if let Some(how) = home.ended() {
            tracing::warn!("the home for {place} is started again: {how}");
            home.restart().map_err(never)?;
        }
        Ok(home)
    }

    /// Answers why a home that was asked for could not be made.
    pub(crate) fn refused(&self) -> Option<String> {
        locked(&self.held).refused.clone()
    }

    /// Tells whether it has any.
    pub(crate) fn is_used(&self) -> bool {
        !locked(&self.held).set.homes.is_empty()
    }

    /// Tells whether the API must be started again, with homes that have more; those of now go.
    pub(crate) fn begins_again(&self) -> bool {
        let mut held = locked(&self.held);
        let is_short = std::mem::take(&mut held.is_short);
        if is_short {
            held.set = Set::default();
        }
        is_short
    }

    /// Puts back what an earlier tree has left, before one starts. Homes that cannot be are made anew when they are asked for.
    pub(crate) fn prepare(&self) {
        let mut held = locked(&self.held);
        held.is_kept = false;
        if held.set.is_kept
            && let Err(why) = put_back(&mut held.set)
        {
            tracing::info!("homes are made anew: {why}");
            held.set = Set::default();
        }
    }

    /// Brings homes back to what the start of the API left in them; the first time for a process that is noted. Answers
    /// how many sessions of the API still held locks, and were ended.
    ///
    /// # Errors
    /// With a text for people when that cannot be: the next process has others.
    pub(crate) fn reset(&self) -> Result<usize, String> {
        let mut held = locked(&self.held);
        let done = if held.is_kept { put_back(&mut held.set) } else { keep(&mut held.set) };
        let ended = match done.is_err() {
            true => held.set.homes.values_mut().find_map(Home::ended),
            false => None,
        };
        held.is_kept = true;
        done.inspect_err(|_| held.set = Set::default()).map_err(|why| match ended {
            Some(how) => {
                tracing::warn!("a server of ours has ended: {how}; {why}");
                "a server of ours has ended, and another one takes its place".to_owned()
            }
            None => why,
        })
    }

    /// Answers what has to be known of the tables of its homes: see [`Home::tables`].
    pub(crate) fn tables(&self) -> Vec<Value> {
        locked(&self.held).tables()
    }

    /// Inserts a row into a table of the home that has the database; none where no home has it. See [`Home::insert`].
    pub(crate) fn insert(
        &self,
        database: &str,
        table: (Option<&str>, &str),
        row: &Map<String, Value>,
    ) -> Option<Result<Value, RowRefusal>> {
        let mut held = locked(&self.held);
        held.home_of(database).map(|home| home.insert(database, table, row))
    }

    /// Asks a query of the home that has the database; none where no home has it. See [`Home::ask`].
    pub(crate) fn ask(
        &self,
        database: &str,
        query: &str,
    ) -> Option<Result<Vec<Value>, RowRefusal>> {
        let mut held = locked(&self.held);
        held.home_of(database).map(|home| home.ask(database, query))
    }

    /// Decides, once the API has started, whether names are enough for homes; answers true if they are. Else the
    /// schema of the original fills the next ones, for which the API must be started again.
    pub(crate) fn settles(&self) -> bool {
        let mut held = locked(&self.held);
        held.has_started = true;
        let mut is_enough = true;
        for (place, home) in &held.set.homes {
            let Some(server) = self.homes.server(place).filter(|server| !server.is_settled) else {
                continue;
            };
            let lacks = match server.is_there && !server.has_schema {
                true => home.lacks(&server.original).unwrap_or_default(),
                false => Vec::new(),
            };
            tracing::info!("the home for {place} lacks {lacks:?}");
            self.settle(place, !lacks.is_empty());
            is_enough &= lacks.is_empty();
        }
        if !is_enough {
            held.set = Set::default();
        }
        is_enough
    }

    /// Decides that the schema fills homes, since the API has not started with names alone; answers whether that changes
    /// anything.
    pub(crate) fn takes_schemas(&self) -> bool {
        let mut held = locked(&self.held);
        let mut changes = false;
        for place in held.set.homes.keys() {
            let open = self.homes.server(place);
            if open.is_some_and(|server| !server.is_settled && server.is_there) {
                self.settle(place, true);
                changes = true;
            }
        }
        if changes {
            held.set = Set::default();
        }
        changes
    }

    fn settle(&self, place: &str, needs_schema: bool) {
        if let Some(server) = locked(&self.homes.state).servers.get_mut(place) {
            server.is_settled = true;
            server.has_schema |= needs_schema;
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let set = std::mem::take(&mut locked(&self.held).set);
        if !set.homes.is_empty() {
            locked(&self.homes.state).free.push(set);
        }
    }
}

fn keep(set: &mut Set) -> Result<usize, String> {
    for home in set.homes.values_mut() {
        home.keep().map_err(|error| error.to_string())?;
    }
    set.is_kept = true;
    Ok(0)
}

fn put_back(set: &mut Set) -> Result<usize, String> {
    let mut ended = 0;
    for home in set.homes.values_mut() {
        let done = home.put_back().map_err(|error| error.to_string())?;
        if done.is_altered {
            return Err("a table of a database was altered or dropped".to_owned());
        }
        ended += done.ended_sessions;
    }
    Ok(ended)
}
