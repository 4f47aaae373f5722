//! Homes of our own for the databases that an API under test is configured for.
//!
//! A search writes whatever it likes, so it never works on the database of the user. An [`Original`] is what the API is
//! configured for, read from its URL or its variables. [`Home::make`] makes a server of our own on this machine with
//! the same names (roles, databases, schemas, settings) in a temporary folder, on a free port of the loopback, and
//! fills it from one snapshot of the original by the dump programs of its product; a file of SQLite is copied. The
//! original gets nothing but reads. [`Home::empty`] makes one without an original. [`Home::keep`] takes in the ground
//! that tests begin from, [`Home::put_back`] puts back what one of them changed, [`Home::insert`] puts rows into it,
//! and [`Home::tables`] tells what these need. What a killed run left, [`left_by_dead`] finds.
//!
//! Everything is done by the programs of the databases ([`Programs`]): no driver is linked.

mod books;
mod error;
mod folder;
mod ground;
mod home;
mod left;
mod made;
mod mariadb;
mod options;
mod original;
mod password;
mod postgres;
mod process;
mod program;
mod programs;
mod put_back;
mod refusal;
mod room;
mod rows;
mod server;
mod server_user;
mod session;
mod sqlite;

pub use self::error::HomeError;
pub use self::ground::At;
pub use self::home::Home;
pub use self::left::{Left, left_by_dead};
pub use self::options::{Content, HomeOptions, NewDatabase, NewRole};
pub use self::original::{Kind, Login, Original, ReadOriginalError};
pub use self::password::Password;
pub use self::programs::{Engine, Programs, Version};
pub use self::put_back::{Kept, PutBack};
pub use self::rows::RowRefusal;
