//! The run of `fuzz`, stage by stage.

use std::sync::Arc;
use std::time::Instant;

use nearmiss_runner::Reset;

use super::ended::tell_end;
use super::prepare::prepare;
use super::report::report;
use super::search::search;
use super::verify::verify;
use super::write::write;
use crate::auth::Secrets;
use crate::databases;
use crate::failure::Failure;
use crate::host::Host;
use crate::options::FuzzArgs;
use crate::output::Output;
use crate::sqlite_files;

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage, a schema that cannot be used, a SUT that does not start.
pub fn run(args: &FuzzArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let started = Instant::now();
    let (mut run, processes) = prepare(args, host, output)?;
    let mut searched = search(&run, host, processes, output)?;
    databases::tell_homes(run.spec.homes.as_ref(), run.told_homes, output);
    let kept = run.spec.kept.as_deref();
    sqlite_files::tell(kept, run.told_files, output);
    run.settings.api.reset = databases::reset_done(&run.settings, run.spec.homes.as_ref(), kept);
    if searched.restarts_after_writes {
        run.settings.api.reset = Reset::AfterWrites;
    }
    let run = run;
    let ended = tell_end(&run, &mut searched, output);
    let secrets = Secrets::of(&run.users, &searched.logins);
    let after_search = Instant::now();
    let expected = verify(&run, host, &mut searched, &secrets, output)?;
    searched.after.push(("verification", after_search.elapsed()));
    let writing = Instant::now();
    let written = write(&run, &mut searched, &expected, &secrets, output)?;
    searched.after.push(("writing", writing.elapsed()));
    let callers = (ended.tallies.as_slice(), &secrets);
    report(&run, &searched, (&expected, &written), callers, started.elapsed(), output)?;
    Ok(i32::from(ended.failed || run.fails_on(&expected)))
}
