#![doc = include_str!("README.md")]

mod conceal;
mod document;
mod extract;
mod fields;
mod generator;
mod model;
mod payload;
mod read;
mod request;
mod secret_header;
mod text;
mod variables;

#[cfg(test)]
mod tests;

pub use conceal::{Concealed, Concealer, TextPiece};
pub use extract::Given;
pub use fields::ReadUsersError;
pub(crate) use fields::kind;
pub use model::{Carried, Gives, Login, Request, Sent, TokenFrom, User, Users};
pub use secret_header::{credential_variable, header_variable, is_credential_header};
pub use text::{Form, Piece, Text};
pub use variables::Variables;
