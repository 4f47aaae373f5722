//! Homes of real databases: servers are started as originals, which log every statement.

mod empty;
mod left;
mod mariadb;
mod postgres;
mod reset;
mod servers;
mod sqlite;
