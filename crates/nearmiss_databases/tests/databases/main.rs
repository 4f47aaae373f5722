//! Homes of real databases: servers are started as originals, which log every statement.

mod left;
mod postgres;
mod servers;
mod sqlite;
