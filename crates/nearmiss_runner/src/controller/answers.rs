//! What a core is answered: of the SUT, and of the test that is under way.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use nearmiss_targets::{COVERED, SlotKind, TargetId};
use nearmiss_wire::{
    BootTimeInfoDto, ControllerInfoDto, GraphQLProblemDto, OutputFormat, RestProblemDto,
    SutInfoDto, TargetInfoDto, TestResultsDto, UnitsInfoDto,
};

use super::additional_info::additional_info;
use super::test_run::statement;
use super::{Controller, Refusal, ServedProblem};
use crate::sql_words::heuristics_of;
use crate::target_registry::TargetRegistry;

/// Format of the suites that the core writes.
const OUTPUT_FORMAT: OutputFormat = OutputFormat::JsJest;
/// What no action of a test is.
const NO_ACTION: i32 = -1;

/// Which targets are asked for.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    /// Their numbers; none: all that the test has reached.
    pub ids: Vec<i32>,
    /// Only those that are covered.
    pub covered: bool,
    /// All with their keys.
    pub named: bool,
}

impl Controller {
    /// `GET /controllerInfo`.
    pub(crate) fn controller_info(&self) -> ControllerInfoDto {
        ControllerInfoDto {
            full_name: self.served.full_name.clone(),
            is_instrumentation_on: self.options.spec.instrument,
            executable_full_path: None,
        }
    }

    /// `GET /infoSUT`.
    pub(crate) fn sut_info(&mut self) -> SutInfoDto {
        let runs = self.sut.as_mut().is_some_and(|sut| sut.ended().is_none());
        let base_url = self.sut.as_ref().map(|sut| format!("http://{}", sut.host()));
        let mut info = SutInfoDto {
            is_sut_running: runs,
            default_output_format: Some(OUTPUT_FORMAT),
            info_for_authentication: Some(self.served.auth.clone()),
            units_info_dto: Some(self.units()),
            boot_time_info_dto: Some(self.boot_time()),
            sql_schema_dto: self.database_info(),
            ..SutInfoDto::default()
        };
        match &self.served.problem {
            ServedProblem::RestAt(path) => {
                let url = base_url.as_ref().map(|base| format!("{base}{path}"));
                info.rest_problem =
                    Some(RestProblemDto { open_api_url: url, ..RestProblemDto::default() });
            }
            ServedProblem::Rest(schema) => {
                let schema = Some(schema.clone());
                info.rest_problem =
                    Some(RestProblemDto { open_api_schema: schema, ..RestProblemDto::default() });
            }
            ServedProblem::GraphQl(endpoint) => {
                let endpoint = Some(endpoint.clone());
                info.graphql_problem =
                    Some(GraphQLProblemDto { endpoint, ..GraphQLProblemDto::default() });
            }
        }
        info.base_url_of_sut = base_url;
        info
    }

    fn units(&self) -> UnitsInfoDto {
        let registry = self.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let mut units = UnitsInfoDto {
            unit_names: registry.files().into_iter().map(str::to_owned).collect(),
            ..UnitsInfoDto::default()
        };
        for target in registry.all() {
            match registry.slot(target.0).map(|(_, slot)| slot.kind) {
                Some(SlotKind::BranchTrue | SlotKind::BranchFalse) => units.number_of_branches += 1,
                Some(SlotKind::ReplacementTrue) => units.number_of_replaced_methods_in_sut += 1,
                Some(_) => {}
                None => {
                    let is_line = registry.name(target).is_some_and(|key| key.starts_with("Line_"));
                    units.number_of_lines += i32::from(is_line);
                }
            }
        }
        units
    }

    fn boot_time(&self) -> BootTimeInfoDto {
        let registry = self.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let targets = self
            .boot
            .iter()
            .map(|(target, h)| info(*target, *h, NO_ACTION, registry.name(*target)));
        BootTimeInfoDto { targets: targets.collect(), ..BootTimeInfoDto::default() }
    }

    /// What the test has shown so far.
    pub(super) fn results(&mut self, wanted: &Wanted) -> Result<TestResultsDto, Refusal> {
        let words = std::sync::Arc::clone(&self.words);
        let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let targets = self.targets(wanted, &registry)?;
        let facts = self.test.facts(self.sut.as_ref());
        let wants = self.served_sql.wants;
        let database = self.database().cloned();
        let of_sql = self
            .test
            .actions
            .iter()
            .map(|action| heuristics_of(action.index, &facts, database.as_ref(), wants));
        let infos = self.test.actions.iter().map(|action| {
            let place = action.last_statement.and_then(|slot| statement(slot, &registry));
            additional_info(action.index, &facts, place)
        });
        Ok(TestResultsDto {
            targets,
            additional_info_list: infos.collect(),
            extra_heuristics: of_sql.collect(),
        })
    }

    fn targets(
        &mut self,
        wanted: &Wanted,
        registry: &TargetRegistry,
    ) -> Result<Vec<TargetInfoDto>, Refusal> {
        let reached = self.test.reached(registry);
        let is_boot = |target: &TargetId| self.boot.contains_key(target);
        let fresh: Vec<TargetId> = reached
            .keys()
            .filter(|target| !is_boot(target) && !self.known.contains(target))
            .copied()
            .collect();
        let mut targets = Vec::new();
        if wanted.ids.is_empty() {
            let named = wanted.named || !fresh.is_empty();
            for (target, (h, action)) in reached.iter().filter(|(target, _)| !is_boot(target)) {
                let key = if named { registry.name(*target) } else { None };
                targets.push(info(*target, *h, i32::from(*action), key));
            }
        } else {
            for id in &wanted.ids {
                let target = u32::try_from(*id).ok().map(TargetId);
                let key = target.and_then(|target| registry.name(target));
                let (Some(target), Some(key)) = (target, key) else {
                    return Err((500, format!("there is no target {id}")));
                };
                targets.push(match reached.get(&target) {
                    Some((h, action)) => {
                        info(target, *h, i32::from(*action), wanted.named.then_some(key))
                    }
                    None => info(target, 0.0, NO_ACTION, None),
                });
            }
            let asked: BTreeSet<i32> = wanted.ids.iter().copied().collect();
            for target in fresh.iter().filter(|target| !asked.contains(&number(**target))) {
                let (h, action) = reached[target];
                targets.push(info(*target, h, i32::from(action), registry.name(*target)));
            }
        }
        if wanted.covered {
            targets.retain(|target| target.value >= COVERED);
        }
        let told: BTreeSet<i32> = targets.iter().map(|target| target.id).collect();
        self.fresh.extend(fresh.into_iter().filter(|target| told.contains(&number(*target))));
        Ok(targets)
    }
}

/// Numbers of targets are far below what 31 bits hold.
fn number(target: TargetId) -> i32 {
    i32::try_from(target.0).unwrap_or(i32::MAX)
}

fn info(target: TargetId, value: f64, action_index: i32, key: Option<String>) -> TargetInfoDto {
    TargetInfoDto { id: number(target), descriptive_id: key, value, action_index }
}
