//! What our own core and our own controller tell each other beyond the protocol, which has no words for it: in requests of their own
//! (`/nearmiss`), and in a member `nearmiss` of bodies of the protocol. No other core asks for it, so none reads it.
//!
//! Heuristics are bits of a double, since decimal digits of some readers are not exact.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A slot of a probe with the bits of its heuristic.
pub type SlotBits = (u32, u64);

/// Body of `PUT /nearmiss`: a core of ours begins.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnCoreDto {
    /// Version of the numbers of kinds and words (`nearmiss_targets::layout::VERSION`): another one is refused.
    pub version: u32,
    /// What the SUT is watched for: names of oracles.
    pub incidents: Vec<String>,
}

/// What it is answered.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnControllerDto {
    /// Whether anything is reset before a test.
    pub resets: bool,
    /// The port that the code of the SUT asks for.
    pub wanted_port: u16,
    /// Everything so far.
    pub news: OwnNewsDto,
}

/// What is new since it was last told.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnNewsDto {
    /// Tables of targets in the order in which they were numbered, each with its first slot.
    pub tables: Vec<(u32, Value)>,
    /// Schemas of validators in the order of their numbers.
    pub schemas: Vec<String>,
    /// Routes that calls entered, in the order of their numbers.
    pub routes: Vec<Value>,
    /// What processes covered while they started.
    pub boot: Vec<SlotBits>,
    /// Files left out, with the reason.
    pub skipped: Vec<(String, String)>,
    /// Waits and jobs that did not happen as the code says: what, and where.
    pub suppressed: Vec<(String, String)>,
}

/// The member `nearmiss` of the body of `PUT /newAction`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnActionDto {
    /// The test that it begins, where it does.
    pub opens: Option<OwnTestDto>,
    /// The core's number of the operation.
    pub operation: Option<u32>,
    /// No action of the test comes after it.
    pub last: bool,
}

/// A test that begins.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnTestDto {
    /// The inputs that are read are to be told.
    pub discovers: bool,
    /// Values that meet are to be told.
    pub pairs: bool,
    /// What slots must exceed to be told, as far as that is new.
    pub floors: Vec<SlotBits>,
}

/// The member `nearmiss` of the data of `GET /testResults?nearmiss=true`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnResultsDto {
    /// What each thread has touched.
    pub threads: Vec<OwnThreadDto>,
    /// For each action: the slot of the statement that its first exception left.
    pub thrown_at: Vec<Option<u32>>,
    /// For each action: the number of the route that handled it, 0 where that is not known.
    pub routes: Vec<u32>,
    /// How the test ended.
    pub quiet: OwnQuiet,
    /// How the process ended, if it did.
    pub ended: Option<String>,
    /// What else is new.
    pub news: OwnNewsDto,
}

/// What a thread has touched in a test.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnThreadDto {
    /// Slots in the order of first touch.
    pub slots: Vec<SlotBits>,
    /// Kind, action, number of a taint, and units of a text.
    pub facts: Vec<(u16, u16, u32, Vec<u16>)>,
    /// What did not fit into its lists.
    pub dropped: u32,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum OwnQuiet {
    /// Nothing ran any more.
    #[default]
    Yes,
    /// Something still ran.
    Busy,
    /// The process had ended.
    Gone,
    /// The process did not say.
    NoAnswer,
}

/// Body of `POST /nearmiss/order`: what the process of the SUT is asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnOrderDto {
    /// As on the connection for orders: `idle`, `memory 0`, `routes`.
    pub order: String,
}
