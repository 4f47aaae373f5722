//! The books of tools for migrations: tables in which they note what they have done.

/// Names of their tables, in small letters.
const NAMES: &[&str] = &[
    "__drizzle_migrations",
    "__efmigrationshistory",
    "_prisma_migrations",
    "_sqlx_migrations",
    "ar_internal_metadata",
    "changelog",
    "databasechangelog",
    "databasechangeloglock",
    "db_migrations",
    "flyway_schema_history",
    "goose_db_version",
    "graphile_migrate_migrations",
    "knex_migrations",
    "knex_migrations_lock",
    "kysely_migration",
    "kysely_migration_lock",
    "migration",
    "migration_lock",
    "migrations",
    "migrations_lock",
    "mikro_orm_migrations",
    "node_pg_migrate",
    "pgmigrations",
    "schema_migrations",
    "schema_version",
    "schemaversion",
    "sequelizedata",
    "sequelizemeta",
    "typeorm_metadata",
    "typeorm_migrations",
    "umzug_migrations",
];

/// Answers their names as a list of literals, to be compared with names in small letters.
pub(crate) fn literals() -> String {
    let names: Vec<String> = NAMES.iter().map(|name| format!("'{name}'")).collect();
    names.join(", ")
}
