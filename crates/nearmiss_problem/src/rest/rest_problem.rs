//! A REST API as its OpenAPI document describes it.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use nearmiss_search::Individual;

use super::answer_rules::AnswerRules;
use super::callers::Callers;
use super::document::Document;
use super::examinations::Examinations;
use super::experience::Experience;
use super::lower::{StaticHeader, static_headers};
use super::model::Model;
use super::news::News;
use super::oracles::Switched;
use super::parse_schema_error::ParseSchemaError;
use super::read::{ReadOutput, read_operations};
use super::routes::anywhere;
use super::schema_warning::{SchemaWarning, Warnings};
use crate::rows::Rows;
use crate::services::Services;
use crate::{FoundRoute, ProblemOptions};

/// A REST API: what can be called, how calls are written, and what their answers must be. What can be
/// called grows while the API runs; nothing of it ever goes.
#[derive(Debug)]
pub struct RestProblem {
    model: RwLock<Arc<Model>>,
    news: Mutex<News>,
    headers: Vec<StaticHeader>,
    callers: Callers,
    rules: AnswerRules,
    pub(super) oracles: Switched,
    pub(super) examinations: Mutex<Examinations>,
    /// Tests that people have already, which come first.
    pub(super) seeds: Mutex<Vec<Individual>>,
    pub(super) experience: Mutex<Experience>,
    /// Rows of databases that tests begin with.
    pub(super) rows: Rows,
    /// Answers of services that tests begin with.
    pub(super) services: Services,
    pub(super) without_resources: bool,
    pub(super) without_pool: bool,
}

impl RestProblem {
    /// Reads an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML).
    ///
    /// # Errors
    /// When the text is no such document, or no operation of it can be called. What is merely not
    /// understood is a warning.
    pub fn parse(
        text: &str,
        options: &ProblemOptions,
    ) -> Result<(Self, Vec<SchemaWarning>), ParseSchemaError> {
        let mut warnings = Warnings::default();
        let document = Document::parse(text, &mut warnings)?;
        let ReadOutput { operations, templates, validators } =
            read_operations(&document, options, &mut warnings)?;
        let declaring = operations.iter().filter(|operation| operation.declares_refusals()).count();
        let declares_refusals = 2 * declaring >= operations.len();
        let mut model = Model::of(operations, templates);
        model.described = Some(model.operations.len());
        let problem = Self::of_model(model, options, &mut warnings);
        Ok((
            Self { rules: AnswerRules { validators, declares_refusals }, ..problem },
            warnings.into_list(),
        ))
    }

    /// An API without a document: what its router serves, or, when that is nothing, calls anywhere.
    #[must_use]
    pub fn of_routes(
        routes: &[FoundRoute],
        options: &ProblemOptions,
    ) -> (Self, Vec<SchemaWarning>) {
        let mut warnings = Warnings::default();
        let mut model = Model::default();
        if model.add_routes(routes).is_empty() {
            let (operations, templates) = anywhere().into_iter().unzip();
            model = Model::of(operations, templates);
        }
        model.note_routes(routes);
        let problem = Self::of_model(model, options, &mut warnings);
        (problem, warnings.into_list())
    }

    fn of_model(mut model: Model, options: &ProblemOptions, warnings: &mut Warnings) -> Self {
        model.users.clone_from(&options.users);
        Self {
            model: RwLock::new(Arc::new(model)),
            news: Mutex::default(),
            headers: static_headers(options, warnings),
            callers: Callers::of(options),
            rules: AnswerRules::default(),
            oracles: Switched::without(&options.without_oracles),
            examinations: Mutex::default(),
            seeds: Mutex::default(),
            experience: Mutex::default(),
            rows: Rows::default(),
            services: Services::default(),
            without_resources: options.without_resources,
            without_pool: options.without_pool,
        }
    }

    pub(super) fn callers(&self) -> &Callers {
        &self.callers
    }

    /// The headers of every call, as they are sent.
    pub(super) fn headers(&self) -> &[StaticHeader] {
        &self.headers
    }

    /// What answers must be.
    pub(super) fn rules(&self) -> &AnswerRules {
        &self.rules
    }

    /// What is known now.
    pub(super) fn model(&self) -> Arc<Model> {
        Arc::clone(&self.model.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What was learnt since this was last asked.
    pub(super) fn take_news(&self) -> Option<News> {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        if news.is_empty() { None } else { Some(std::mem::take(&mut *news)) }
    }

    pub(super) fn grow<T>(&self, change: impl FnOnce(&mut Model, &mut News) -> T) -> T {
        let mut model = self.model.write().unwrap_or_else(PoisonError::into_inner);
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut model), &mut news)
    }
}
