//! The files by which the API of a suite gets databases of the suite's own.

use crate::suite::{DatabaseSupport, GeneratedFile, TestSuite};

const FILES: [(&str, &str); 11] = [
    ("beside.cjs", include_str!("databases/beside.cjs")),
    ("call_sites.cjs", include_str!("../../../../../../npm/nearmiss/sut/strangers/call_sites.cjs")),
    ("hooks.cjs", include_str!("databases/hooks.cjs")),
    ("keeper.cjs", include_str!("databases/keeper.cjs")),
    ("lead.cjs", include_str!("databases/lead.cjs")),
    ("make.cjs", include_str!("databases/make.cjs")),
    ("open.cjs", include_str!("databases/open.cjs")),
    ("places.cjs", include_str!("databases/places.cjs")),
    ("sentences.cjs", include_str!("databases/sentences.cjs")),
    ("statements.cjs", include_str!("databases/statements.cjs")),
    ("still.cjs", include_str!("databases/still.cjs")),
];
const LOADER: (&str, &str) = ("loader.mjs", include_str!("databases/loader.mjs"));
/// Program that puts PostgreSQL back: the same program as in a search, its files in the order of their names.
const POSTGRES_PROGRAM: &str = concat!(
    include_str!("../../../../../../npm/nearmiss/setup/sql/postgres/1-ground.sql"),
    include_str!("../../../../../../npm/nearmiss/setup/sql/postgres/2-watch.sql"),
    include_str!("../../../../../../npm/nearmiss/setup/sql/postgres/3-keep.sql"),
    include_str!("../../../../../../npm/nearmiss/setup/sql/postgres/4-put-back.sql"),
    include_str!("../../../../../../npm/nearmiss/setup/sql/postgres/5-ordered.sql"),
    include_str!("../../../../../../npm/nearmiss/setup/sql/postgres/6-changes.sql"),
);
const POSTGRES: &[(&str, &str)] = &[
    ("dialects/postgres.cjs", include_str!("databases/dialects/postgres.cjs")),
    ("dialects/postgres.sql", POSTGRES_PROGRAM),
];
const MYSQL: &[(&str, &str)] = &[
    ("dialects/mysql.cjs", include_str!("databases/dialects/mysql.cjs")),
    ("dialects/mysql-ground.cjs", include_str!("databases/dialects/mysql-ground.cjs")),
];
/// Drivers that suites lead.
const DRIVERS: [Driver; 5] = [
    Driver {
        name: "mariadb",
        hook: include_str!("databases/drivers/mariadb.cjs"),
        dialect: MYSQL,
        is_module: true,
    },
    Driver {
        name: "mysql",
        hook: include_str!("databases/drivers/mysql.cjs"),
        dialect: MYSQL,
        is_module: false,
    },
    Driver {
        name: "mysql2",
        hook: include_str!("databases/drivers/mysql2.cjs"),
        dialect: MYSQL,
        is_module: false,
    },
    Driver {
        name: "pg",
        hook: include_str!("databases/drivers/pg.cjs"),
        dialect: POSTGRES,
        is_module: false,
    },
    Driver {
        name: "postgres",
        hook: include_str!("databases/drivers/postgres.cjs"),
        dialect: POSTGRES,
        is_module: true,
    },
];

/// A driver that suites lead.
struct Driver {
    /// The name of its package.
    name: &'static str,
    /// The text of what hooks it.
    hook: &'static str,
    /// Files for its server.
    dialect: &'static [(&'static str, &'static str)],
    /// Its package has ES modules.
    is_module: bool,
}

/// Answers the files of `support/databases`, none where a suite needs none.
pub(super) fn files(suite: &TestSuite) -> Vec<GeneratedFile> {
    let Some(databases) = led(suite) else {
        return Vec::new();
    };
    let drivers: Vec<&Driver> = DRIVERS
        .iter()
        .filter(|driver| databases.drivers.iter().any(|name| name == driver.name))
        .collect();
    let mut files: Vec<(String, &str)> =
        FILES.iter().map(|(name, text)| ((*name).to_owned(), *text)).collect();
    if drivers.iter().any(|driver| driver.is_module) {
        files.push((LOADER.0.to_owned(), LOADER.1));
    }
    for driver in drivers {
        files.push((format!("drivers/{}.cjs", driver.name), driver.hook));
        let dialect = driver.dialect.iter().map(|(name, text)| ((*name).to_owned(), *text));
        let lacking: Vec<(String, &str)> = dialect.filter(|file| !files.contains(file)).collect();
        files.extend(lacking);
    }
    let schema = databases.schema.iter().map(|text| ("../schema.sql".to_owned(), text.as_str()));
    let files = files.into_iter().chain(schema).map(|(name, text)| GeneratedFile {
        path: match name.strip_prefix("../") {
            Some(above) => format!("support/{above}"),
            None => format!("support/databases/{name}"),
        },
        content: text.to_owned(),
    });
    files.collect()
}

/// Tells whether a suite leads a driver of such servers: `postgres`, `mysql`.
pub(super) fn has_dialect(suite: &TestSuite, dialect: &str) -> bool {
    let own = format!("dialects/{dialect}.cjs");
    let is_own = |driver: &Driver| driver.dialect.iter().any(|(name, _)| *name == own);
    let led = led(suite).into_iter().flat_map(|databases| &databases.drivers);
    led.into_iter().any(|name| DRIVERS.iter().any(|driver| driver.name == name && is_own(driver)))
}

/// Answers what a suite needs for databases of its own, if it starts its API itself.
pub(super) fn led(suite: &TestSuite) -> Option<&DatabaseSupport> {
    suite.databases.as_ref().filter(|_| !suite.is_controlled())
}
