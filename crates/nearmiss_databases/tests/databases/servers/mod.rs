//! Servers that tests start as originals.

pub mod mariadb;
pub mod own_user;
pub mod postgres;
pub mod reset;
pub mod reset_mariadb;
