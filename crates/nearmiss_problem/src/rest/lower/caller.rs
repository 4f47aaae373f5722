//! What a call carries of the user who makes it.

use nearmiss_search::GeneValue;

use crate::auth::Carried;
use crate::rest::operation::{Operation, Place};
use crate::{Call, Part};

/// A user who may call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::rest) struct Caller {
    /// His name.
    pub name: String,
    /// What his calls carry.
    pub carried: Vec<Carried>,
}

impl Caller {
    /// Takes out values of inputs that stand where a credential goes; answers the indices of these
    /// inputs.
    pub fn leave_out_inputs(&self, operation: &Operation, values: &mut [GeneValue]) -> Vec<usize> {
        let mut taken = Vec::new();
        for (index, parameter) in operation.parameters.iter().enumerate() {
            let here = |carried: &Carried| match (carried, parameter.place) {
                (Carried::Header(name), Place::Header) => {
                    name.eq_ignore_ascii_case(&parameter.name)
                }
                (Carried::Query(name), Place::Query) => *name == parameter.name,
                _ => false,
            };
            if self.carried.iter().any(here) {
                taken.push(index);
                if let Some(value) = values.get_mut(index) {
                    *value = GeneValue::Absent;
                }
            }
        }
        taken
    }

    /// Makes a call one of this user.
    pub fn sign(&self, call: &mut Call) {
        call.user = Some(self.name.clone());
        let request = call.http_mut();
        for carried in &self.carried {
            let part = Part::Credential { user: self.name.clone(), slot: carried.slot() };
            match carried {
                Carried::Header(name) => {
                    request.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    request.headers.push((name.clone(), vec![part]));
                }
                Carried::Cookies => {
                    match request.headers.iter_mut().find(|(name, _)| name == "Cookie") {
                        Some((_, parts)) => {
                            let own = std::mem::take(parts);
                            *parts = vec![part, Part::Text("; ".to_owned())];
                            parts.extend(own);
                        }
                        None => request.headers.push(("Cookie".to_owned(), vec![part])),
                    }
                }
                Carried::Query(name) => {
                    let has_query = request
                        .target
                        .iter()
                        .any(|part| matches!(part, Part::Text(text) if text.contains('?')));
                    let separator = if has_query { '&' } else { '?' };
                    let name = crate::encode_component::encode_component(name);
                    let before = format!("{separator}{name}=");
                    match request.target.last_mut() {
                        Some(Part::Text(text)) => text.push_str(&before),
                        _ => request.target.push(Part::Text(before)),
                    }
                    request.target.push(part);
                }
            }
        }
    }
}
