//! The SUT as the written tests have it: without probes, started and reset as they do it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::connection::{Protocol, ServerAt};
use crate::homes::OwnDatabases;
use crate::memory_growth::held_by;
use crate::reset::Reset;
use crate::session::Session;
use crate::set_up::SetUpError;
use crate::suite_sut::SuiteSut;
use crate::sut::{StartSutError, SutProcess, SutSpec};
use crate::sut_pool::MAX_FAILED_STARTS;
use crate::transport::CallLimits;

/// How long the SUT may go on working after the last answer of a test before the next one begins.
const QUIET_LIMIT: Duration = Duration::from_millis(100);
/// Between two questions whether it still works.
const QUIET_POLL: Duration = Duration::from_millis(2);

/// The SUT, and how another one is started.
pub(crate) struct PlainSut<'a> {
    spec: SutSpec,
    folder: &'a Path,
    name: &'a str,
    limits: CallLimits,
    starts: u32,
    runs: Runs,
}

/// Who runs it.
enum Runs {
    Process(Box<SutProcess>),
    /// The support file of the suite, for nothing else can start what a controller runs.
    Suite(SuiteSut),
}

impl<'a> PlainSut<'a> {
    /// Starts it. `name` tells it from others in the folder.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        spec: &SutSpec,
        (folder, name): (&'a Path, &'a str),
        limits: CallLimits,
        session: &mut Session,
    ) -> Result<Self, StartSutError> {
        let mut spec = spec.clone();
        spec.instrument = false;
        // Ctrl-C ends the search; what it found is still to be written.
        spec.interrupt = Arc::default();
        let mut starts = 0;
        let runs = match &spec.support {
            Some(support) => Runs::Suite(SuiteSut::start(support).map_err(StartSutError::Support)?),
            None => Runs::Process(Box::new(fresh(&spec, folder, name, &mut starts)?)),
        };
        let this = Self { spec, folder, name, limits, starts, runs };
        session.turn_to(&this.at());
        Ok(this)
    }

    /// Starts another one in its place, which knows nobody.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start_again(&mut self, session: &mut Session) -> Result<(), StartSutError> {
        match &mut self.runs {
            Runs::Process(process) => {
                process.end();
                **process = fresh(&self.spec, self.folder, self.name, &mut self.starts)?;
            }
            Runs::Suite(suite) => suite.start_again().map_err(StartSutError::Support)?,
        }
        session.turn_to(&self.at());
        Ok(())
    }

    /// Brings it back to its first state. That a process cannot is a warning; what a support file cannot, no test can.
    ///
    /// # Errors
    /// What the support file says.
    pub fn reset(&mut self, session: &mut Session, reset: &Reset) -> Result<(), StartSutError> {
        match &mut self.runs {
            Runs::Suite(suite) => {
                suite.reset().map_err(StartSutError::Support)?;
                // Each call of a test has a connection of its own; one that was kept may be closed meanwhile.
                session.transport.connect_to(suite.host());
            }
            Runs::Process(process) => {
                if let Err(error) = session.reset(process, reset, self.limits.time) {
                    tracing::warn!("before a test of the written suite: {error}");
                }
            }
        }
        Ok(())
    }

    /// Has it forget what its rate limiters have counted: the calls of a test come next.
    pub fn forget_counts(&self) {
        if let Runs::Process(process) = &self.runs
            && let Err(why) = process.order("forget", self.limits.time)
        {
            tracing::debug!("before a test of the written suite: {why}");
        }
    }

    /// Calls a function of a kind of setup in it.
    ///
    /// # Errors
    /// What that says.
    pub fn set_up(&mut self, asked: &Value) -> Result<Value, SetUpError> {
        match &mut self.runs {
            Runs::Process(process) => process.set_up(asked, self.limits.time),
            Runs::Suite(suite) => suite.set_up(asked).map_err(|why| {
                // The support file says so of what its database does not take.
                let is_refused = why.contains("was refused");
                if is_refused { SetUpError::Refused(why) } else { SetUpError::Failed(why) }
            }),
        }
    }

    /// Where it listens.
    pub fn at(&self) -> ServerAt {
        match &self.runs {
            Runs::Process(process) => process.at(),
            Runs::Suite(suite) => ServerAt {
                host: suite.host().to_owned(),
                protocol: Protocol::Http,
                wanted: 0,
                databases: OwnDatabases::default(),
            },
        }
    }

    /// Whether it has seen more requests than these; nobody can tell of one that a support file runs.
    pub fn has_seen_more(&self, before: Option<u32>) -> bool {
        before.is_none() || self.requests() != before
    }

    /// Requests that it has seen, where that is known.
    pub fn requests(&self) -> Option<u32> {
        match &self.runs {
            Runs::Process(process) => Some(process.requests()),
            Runs::Suite(_) => None,
        }
    }

    /// Bytes that it has in use; nobody can tell of one that a support file runs.
    pub fn held(&self, enough: f64) -> Option<f64> {
        match &self.runs {
            Runs::Process(process) => held_by(process, enough),
            Runs::Suite(_) => None,
        }
    }

    /// Whether it has ended. Asked with patience: a process that is about to end has closed its order connection.
    pub fn has_ended(&mut self) -> bool {
        match &mut self.runs {
            Runs::Process(process) => {
                process.ended().is_some() || process.order("idle", self.limits.time).is_err()
            }
            Runs::Suite(suite) => !suite.listens(),
        }
    }

    /// Waits, bounded, until nothing runs any more that the calls have begun. False if the SUT ended.
    pub fn becomes_quiet(&mut self) -> bool {
        let process = match &mut self.runs {
            Runs::Process(process) => process,
            Runs::Suite(suite) => return suite.listens(),
        };
        let limit = Instant::now() + QUIET_LIMIT;
        loop {
            match process.order("idle", self.limits.time) {
                Err(_) => return false,
                Ok(answer) if answer["idle"] == true || Instant::now() >= limit => {
                    return process.ended().is_none();
                }
                Ok(_) => std::thread::sleep(QUIET_POLL),
            }
        }
    }

    /// Ends it.
    pub fn stop(self) {
        if let Runs::Process(mut process) = self.runs {
            process.stop();
        }
    }
}

/// A process of its own, tried more than once.
fn fresh(
    spec: &SutSpec,
    folder: &Path,
    name: &str,
    starts: &mut u32,
) -> Result<SutProcess, StartSutError> {
    let mut failed = 0;
    loop {
        *starts += 1;
        match spec.start(&folder.join(format!("{name}-{starts}")), &Arc::default(), None) {
            Ok(mut sut) => {
                sut.is_called();
                return Ok(sut);
            }
            Err(error) => {
                failed += 1;
                if failed == MAX_FAILED_STARTS || matches!(error, StartSutError::Interrupted) {
                    return Err(error);
                }
            }
        }
    }
}
