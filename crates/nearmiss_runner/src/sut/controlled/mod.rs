//! A SUT that a controller runs. Of a controller of nearmiss everything is read that a process of this machine would tell; of another one
//! what EvoMaster's protocol has words for, and the rest is as of a black box.

mod client;
mod foreign;
mod rows;
mod units;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use nearmiss_problem::FoundRoute;
use nearmiss_targets::layout::fact;
use nearmiss_wire::{
    ActionDto, OwnActionDto, OwnOrderDto, OwnQuiet, OwnResultsDto, OwnTestDto, SutInfoDto,
    TestResultsDto,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::client::{ConnectError, ControllerClient};
pub use self::units::ToldUnits;

use self::rows::Rows;
use super::quiet::Quiet;
use super::spec::SutSpec;
use crate::connection::Protocol;
use crate::control::{DriverReady, Listening};
use crate::shared_map::Drained;

/// What a request about a test may take beyond what it waits for.
const LIMIT: Duration = Duration::from_secs(30);

/// The SUT.
#[derive(Debug)]
pub(super) struct Controlled {
    client: Arc<ControllerClient>,
    host: String,
    boot: Vec<(u32, f64)>,
    /// Its state was reset, and no test has begun since.
    is_reset: AtomicBool,
    /// How often it was asked for its requests.
    asked: AtomicU32,
    /// The test whose first action is to be announced.
    opens: Option<OwnTestDto>,
    drained: Option<Vec<Drained>>,
    thrown_at: Vec<Option<u32>>,
    routes: Vec<u32>,
    ended: Option<String>,
    rows: Rows,
}

/// An action, with what a controller of ours is told of it.
#[derive(Serialize)]
struct OwnAction {
    #[serde(flatten)]
    action: ActionDto,
    nearmiss: OwnActionDto,
}

/// Results, of which only what is ours is read.
#[derive(Deserialize)]
struct OwnResults {
    nearmiss: OwnResultsDto,
}

impl Controlled {
    /// Has the SUT started.
    ///
    /// # Errors
    /// What the controller answers.
    pub fn start(
        client: &Arc<ControllerClient>,
        spec: &SutSpec,
    ) -> Result<(Listening, DriverReady, Self), String> {
        // One of ours keeps to a limit of its own, and tells more than that it took long.
        let beyond = if client.is_ours() { LIMIT } else { Duration::ZERO };
        client.run_sut(true, spec.start_limit + beyond)?;
        if client.is_ours() {
            let results: OwnResults =
                client.get("/testResults?nearmiss=true&killSwitch=false&within=0", LIMIT)?;
            client.take_news(results.nearmiss.news)?;
        }
        let info: SutInfoDto = client.get("/infoSUT", LIMIT)?;
        let mut boot = client.take_boot();
        if !client.is_ours() {
            boot.extend(units::boot_of(&info, client));
            client.note_units(&info);
            client.begin_search()?;
        }
        let base_url = info.base_url_of_sut.clone().filter(|_| info.is_sut_running);
        let base_url = base_url.ok_or("does not say where the API listens")?;
        let host = base_url.strip_prefix("http://").ok_or_else(|| {
            format!("says that the API listens at {base_url}; only http:// is called")
        })?;
        let host = host.trim_end_matches('/').to_owned();
        let port = host.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(80);
        let wanted = client.wanted_port().unwrap_or(port);
        let server = Listening { pid: 0, port, wanted, protocol: Protocol::Http };
        let driver = DriverReady {
            name: Some(client.name.clone()),
            not_required: None,
            base_url: base_url.clone(),
            problem: problem_of(&info),
            auth: foreign::users_of(&info),
        };
        let rows = Rows::of(&info, spec.puts_rows);
        let runs = Self {
            client: Arc::clone(client),
            host,
            boot,
            // Others take up a search with a reset.
            is_reset: AtomicBool::new(client.is_ours()),
            asked: AtomicU32::new(0),
            opens: None,
            drained: None,
            thrown_at: Vec::new(),
            routes: Vec::new(),
            ended: None,
            rows,
        };
        Ok((server, driver, runs))
    }

    pub fn is_ours(&self) -> bool {
        self.client.is_ours()
    }

    pub fn boot(&self) -> &[(u32, f64)] {
        &self.boot
    }

    pub fn take_boot(&mut self) -> Vec<(u32, f64)> {
        std::mem::take(&mut self.boot)
    }

    pub fn host(&self) -> String {
        self.host.clone()
    }

    /// Nobody can look, so each time it has seen one more.
    pub fn requests(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }

    pub fn open_test(
        &mut self,
        (discovers, pairs): (bool, bool),
        floors: &[(u32, f64)],
        (operation, is_last): (Option<usize>, bool),
    ) {
        self.drained = None;
        self.thrown_at.clear();
        self.routes.clear();
        // A test of the protocol begins with a reset, also where that does nothing.
        if !self.is_reset.swap(false, Ordering::Relaxed)
            && let Err(why) = self.client.run_sut(false, LIMIT)
        {
            self.fail(why);
        }
        let floors = floors.iter().map(|(slot, floor)| (*slot, floor.to_bits())).collect();
        self.opens = Some(OwnTestDto { discovers, pairs, floors });
        self.begin_action(0, operation, is_last);
    }

    pub fn begin_action(&mut self, index: usize, operation: Option<usize>, last: bool) {
        let name = operation.and_then(|number| {
            let validators =
                self.client.words.validators.lock().unwrap_or_else(PoisonError::into_inner);
            validators.operation(number).map(str::to_owned)
        });
        let action = ActionDto {
            index: i32::try_from(index).unwrap_or(i32::MAX),
            name: name.unwrap_or_default(),
            ..ActionDto::default()
        };
        let opens = self.opens.take();
        let done = if self.is_ours() {
            let operation = operation.and_then(|number| u32::try_from(number).ok());
            let nearmiss = OwnActionDto { opens, operation, last };
            self.client.done("/newAction", &OwnAction { action, nearmiss }, LIMIT)
        } else {
            self.client.done("/newAction", &action, LIMIT)
        };
        if let Err(why) = done {
            self.fail(why);
        }
    }

    /// It cannot be used any more.
    fn fail(&mut self, why: String) {
        tracing::warn!("the controller {why}");
        self.ended
            .get_or_insert_with(|| format!("cannot be tested any more: the controller {why}"));
    }

    pub fn wait_quiet(&mut self, limit: Duration) -> Quiet {
        match self.results(true, limit) {
            Ok(quiet) => quiet,
            Err(why) => {
                self.fail(why);
                Quiet::Gone
            }
        }
    }

    /// Asks for the results of the test. Where `waits`, all its answers have come.
    fn results(&mut self, waits: bool, within: Duration) -> Result<Quiet, String> {
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        let limit = within + LIMIT;
        if !self.is_ours() {
            let path = "/testResults?ids=&killSwitch=true&fullyCovered=false&descriptiveIds=false&queryFromDatabase=true";
            let results: TestResultsDto = self.client.get(path, limit)?;
            let (drained, thrown_at) = foreign::read(results, &self.client, &self.rows);
            self.drained = Some(vec![drained]);
            self.thrown_at = thrown_at;
            return Ok(Quiet::Yes);
        }
        let path =
            format!("/testResults?nearmiss=true&killSwitch={waits}&within={}", within.as_millis());
        let OwnResults { nearmiss } = self.client.get(&path, limit)?;
        self.client.take_news(nearmiss.news)?;
        self.boot.extend(self.client.take_boot());
        self.thrown_at = nearmiss.thrown_at;
        self.routes = nearmiss.routes;
        self.ended = nearmiss.ended;
        let drained = nearmiss.threads.into_iter().map(|thread| Drained {
            slots: thread.slots.into_iter().map(|(slot, h)| (slot, f64::from_bits(h))).collect(),
            facts: thread.facts,
            dropped: thread.dropped,
            targets: Vec::new(),
            overwritten: false,
        });
        let drained: Vec<Drained> = drained.collect();
        let of_sql = |drained: &Drained| drained.facts.iter().any(|fact| fact.0 == fact::QUERY);
        if drained.iter().any(of_sql) {
            self.rows.note_statements();
        }
        self.drained = Some(drained);
        Ok(match nearmiss.quiet {
            OwnQuiet::Yes => Quiet::Yes,
            OwnQuiet::Busy => Quiet::Busy,
            OwnQuiet::Gone => Quiet::Gone,
            OwnQuiet::NoAnswer => Quiet::NoAnswer,
        })
    }

    pub fn drain(&mut self) -> Vec<Drained> {
        if self.drained.is_none()
            && let Err(why) = self.results(false, Duration::ZERO)
        {
            self.fail(why);
        }
        self.drained.take().unwrap_or_default()
    }

    pub fn take_thrown(&mut self) -> Vec<Option<u32>> {
        std::mem::take(&mut self.thrown_at)
    }

    pub fn routes_of(&self) -> &[u32] {
        &self.routes
    }

    pub fn order(&self, order: &str) -> Result<Value, String> {
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if order == "reset" {
            self.client.run_sut(false, LIMIT)?;
            self.is_reset.store(true, Ordering::Relaxed);
            return Ok(json!({}));
        }
        if self.is_ours() {
            let asked = OwnOrderDto { order: order.to_owned() };
            let answer = self.client.tell("POST", "/nearmiss/order", &asked, LIMIT);
            return answer.map(Option::unwrap_or_default).map_err(|(_, why)| why);
        }
        let info: SutInfoDto = self.client.get("/infoSUT", LIMIT)?;
        // What runs in it nobody tells.
        match (order, info.is_sut_running) {
            ("idle" | "waits", true) => Ok(json!({"idle": true, "works": true})),
            (_, true) => Err(format!("has no order {order}")),
            (_, false) => Err("says that the API does not run".to_owned()),
        }
    }

    pub fn routes(&self) -> Vec<FoundRoute> {
        let answer = if self.is_ours() { self.order("routes") } else { Ok(Value::Null) };
        serde_json::from_value(answer.unwrap_or_default()["routes"].clone()).unwrap_or_default()
    }

    pub fn ended(&mut self) -> Option<String> {
        self.ended.clone()
    }

    pub fn stop(&mut self) {
        if !self.is_ours()
            && let Ok(info) = self.client.get("/infoSUT", LIMIT)
        {
            // By now all is loaded that the search has called for.
            self.client.note_units(&info);
        }
        if let Err(why) = self.client.stop_sut() {
            tracing::warn!("the controller {why}");
        }
        self.ended.get_or_insert_with(|| "was stopped".to_owned());
    }
}

/// What is to be tested, as a driver file of ours says it; `schema`: the text itself.
fn problem_of(info: &SutInfoDto) -> Value {
    if let Some(graphql) = &info.graphql_problem {
        return json!({"graphql": graphql.endpoint});
    }
    let Some(rest) = &info.rest_problem else { return Value::Null };
    json!({"openapi": rest.open_api_url, "schema": rest.open_api_schema})
}
