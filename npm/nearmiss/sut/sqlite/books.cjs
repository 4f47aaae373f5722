"use strict";
// The books of tools for migrations: tables in which they note what they have done, in small letters. The same are in
// `crates/nearmiss_databases/src/books.rs`. (Part of written suites, too.)

/** Names of their tables. */
exports.BOOKS = [
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
