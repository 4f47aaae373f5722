#![doc = include_str!("README.md")]

mod conceal;
mod document;
mod extract;
mod fields;
mod form;
mod generator;
mod given;
mod mask;
mod model;
mod payload;
mod pieces;
mod read;
mod recall;
mod request;
mod secret_header;
mod secret_name;
mod text;
mod variables;
mod writings;
mod written_text;

#[cfg(test)]
mod tests;

pub use conceal::{Concealed, Concealer, TextPiece};
pub use extract::Given;
pub use fields::ReadUsersError;
pub(crate) use fields::kind;
pub use form::Form;
pub use given::{GivenSecrets, Origin, login_slots, looks_drawn, may_give_secrets};
pub use model::{Carried, Gives, Login, Request, Sent, TokenFrom, User, Users};
pub(crate) use payload::is_secret_field;
pub use recall::NOTHING;
pub use secret_header::{credential_variable, header_variable, is_credential_header};
pub use secret_name::{holds_jwt, is_secret_name};
pub use text::{Piece, Text};
pub use variables::Variables;
