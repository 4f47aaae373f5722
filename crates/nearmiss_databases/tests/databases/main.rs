//! Homes of real databases: servers are started as originals, which log every statement.

mod changes;
mod content;
mod distances;
mod empty;
mod left;
mod mariadb;
mod own_role;
mod postgres;
mod reset;
mod reset_mariadb;
mod rows;
mod rows_mariadb;
mod servers;
mod sqlite;
mod unseen;
