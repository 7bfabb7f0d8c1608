//! [`Governance`]: brings a permitted call through its checks and limits to its tool.

use std::{pin::pin, sync::Arc, time::Duration};

use super::{
    call_record::CallRecord,
    in_flight_call::InFlightCall,
    metrics::SampledValues,
    outcome::Outcome,
    recorder::Recorder,
    schema_validation::{SchemaValidation, ValidArguments},
    tool_state::{ToolState, ToolStates},
};
use crate::{
    core::{
        Arguments, BoxFuture, Call, CallLog, CallTracer, ExecutionId, RateLimit, Redactor,
        ToolError, ToolOutput,
    },
    executor::{
        execution::Execution,
        govern::{Govern, RefusedCall},
        pipeline::Pipeline,
    },
};

/// Validation, limits, metrics and records for every call of a server.
///
/// By default it validates and repairs arguments, validates outputs, runs tools that are not
/// parallel one call at a time, and counts calls. Rate limits, the execution log and traces are
/// switched on by the methods below.
///
/// ```
/// use toolwright::{Server, govern::Governance, tool::RateLimit};
///
/// let governance = Governance::new().rate_limit(RateLimit {
///     per_minute: std::num::NonZeroU32::new(60),
///     ..RateLimit::default()
/// });
/// let server = Server::new("demo").govern(governance);
/// ```
#[derive(Debug)]
pub struct Governance {
    may_repair: bool,
    tool_states: ToolStates,
    recorder: Recorder,
}

impl Default for Governance {
    fn default() -> Self {
        Self::new()
    }
}

impl Governance {
    /// Creates a governance without rate limits, log and tracer.
    #[must_use]
    pub fn new() -> Self {
        Self {
            may_repair: true,
            tool_states: ToolStates::default(),
            recorder: Recorder::default(),
        }
    }

    /// Sets whether arguments that do not fit their schema are repaired if the intent is clear.
    ///
    /// The default is `true`. Without repair such a call fails with
    /// [`ToolError::InvalidArguments`].
    ///
    /// ```
    /// use toolwright::govern::Governance;
    ///
    /// let strict = Governance::new().repair(false);
    /// ```
    #[must_use]
    pub const fn repair(mut self, may_repair: bool) -> Self {
        self.may_repair = may_repair;
        self
    }

    /// Sets the rate limit of each caller, for tools that have no limit of their own.
    #[must_use]
    pub fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.tool_states = ToolStates::new(limit);
        self
    }

    /// Sets the log that gets a record of every call.
    ///
    /// Everything that `redactor` finds is left out of the records. A call whose record cannot be
    /// written fails with [`ToolError::Unavailable`].
    #[must_use]
    pub fn log(mut self, log: Arc<dyn CallLog>, redactor: Redactor) -> Self {
        self.recorder.log = Some(log);
        self.recorder.redactor = redactor;
        self
    }

    /// Sets the tracer that is notified of every finished call, except refused ones.
    #[must_use]
    pub fn trace(mut self, tracer: Arc<dyn CallTracer>) -> Self {
        self.recorder.tracer = Some(tracer);
        self
    }

    async fn govern(&self, call: Call, pipeline: Pipeline<'_>) -> Execution {
        let state = self.tool_states.of(&call.tool, &self.recorder.metrics);
        let in_flight = InFlightCall::begin(&self.recorder, &state.counters, &call);
        let answer = {
            let work = pin!(self.run_checked(call, pipeline, &state, &in_flight));
            pipeline.run_within_deadline(&in_flight.context, work).await
        };
        let definition = in_flight.tool.definition();
        let answer = answer.and_then(|output| state.schemas.check_output(definition, output));
        in_flight.finish(answer).await
    }

    /// Checks the arguments, waits for the limits, and runs the pipeline.
    async fn run_checked(
        &self,
        mut call: Call,
        pipeline: Pipeline<'_>,
        state: &ToolState,
        in_flight: &InFlightCall<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let (schemas, is_typed) = (&state.schemas, call.tool.definition().is_typed());
        if !is_typed {
            let valid = schemas.check_input(&*call.tool, &call.arguments, self.may_repair)?;
            call.arguments = noted(valid, in_flight);
        } else if !pipeline.is_direct()
            && let Err(error) = call.tool.accepts(&call.arguments)
        {
            call.arguments = self.repaired_arguments(error, schemas, in_flight)?;
        }
        let (origin, is_continued) = (call.context.client().origin, call.context.is_continued());
        let _counted = state.rate_limiter.admit(origin, is_continued)?;
        let slot = state.concurrency_limit.acquire().await;
        in_flight.tool_starts(slot.waited);
        match pipeline.run(call).await {
            Err(error @ ToolError::InvalidArguments(_)) if is_typed && pipeline.is_direct() => {
                self.retry_repaired(error, pipeline, schemas, in_flight)
                    .await
            }
            answer => answer,
        }
    }

    /// Calls a typed tool again with repaired arguments, after it could not parse those that came.
    ///
    /// Parsing is the check of a typed tool, so that a call whose arguments fit is validated once.
    async fn retry_repaired(
        &self,
        error: ToolError,
        pipeline: Pipeline<'_>,
        schemas: &SchemaValidation,
        in_flight: &InFlightCall<'_>,
    ) -> Result<ToolOutput, ToolError> {
        // The tool itself may have returned this error after it had parsed its arguments.
        if in_flight.tool.accepts(&in_flight.arguments).is_ok() {
            return Err(error);
        }
        let arguments = self.repaired_arguments(error, schemas, in_flight)?;
        let tool = Arc::clone(&in_flight.tool);
        pipeline
            .run(Call::new(tool, in_flight.context.clone(), arguments))
            .await
    }

    /// Returns the arguments of a call, repaired, after its tool rejected them with `error`.
    fn repaired_arguments(
        &self,
        error: ToolError,
        schemas: &SchemaValidation,
        in_flight: &InFlightCall<'_>,
    ) -> Result<Arguments, ToolError> {
        let (tool, arguments) = (&*in_flight.tool, &in_flight.arguments);
        let repair = || schemas.repair(tool, arguments);
        match self.may_repair.then(repair).flatten() {
            Some(valid) => Ok(noted(valid, in_flight)),
            None => Err(schemas.explain(tool, arguments, error)),
        }
    }

    async fn record_refused(&self, call: RefusedCall<'_>, error: &ToolError) {
        let outcome = Outcome::of_error(error);
        self.recorder.metrics.refuse(outcome);
        if self.recorder.log.is_none() {
            return;
        }
        let time = std::time::SystemTime::now();
        let record = CallRecord {
            id: ExecutionId::new(time),
            time,
            tool: call.name,
            kind: None,
            client: call.client,
            arguments: call.arguments.as_str(),
            repairs: &[],
            queued: Duration::ZERO,
            elapsed: Duration::ZERO,
            outcome,
            output: None,
            error: Some(error),
        };
        let line = record.to_line(&self.recorder.redactor);
        if let Err(error) = self.recorder.append(line).await {
            tracing::error!("a refused call was not recorded: {error}");
        }
    }
}

/// Returns the arguments, and notes their repairs for the record of the call.
fn noted((arguments, repairs): ValidArguments, in_flight: &InFlightCall<'_>) -> Arguments {
    if !repairs.is_empty() {
        in_flight.note(|notes| notes.repairs = repairs);
    }
    arguments
}

impl Govern for Governance {
    fn run<'a>(&'a self, call: Call, pipeline: Pipeline<'a>) -> BoxFuture<'a, Execution> {
        Box::pin(self.govern(call, pipeline))
    }

    fn refused<'a>(&'a self, call: RefusedCall<'a>, error: &'a ToolError) -> BoxFuture<'a, ()> {
        Box::pin(self.record_refused(call, error))
    }

    fn metrics(&self) -> Option<String> {
        let sampled = SampledValues {
            waiting: self.tool_states.waiting(),
            log_failures: self.recorder.health.failures(),
        };
        Some(self.recorder.metrics.to_text(sampled))
    }

    fn unready(&self) -> Option<&'static str> {
        let is_failing = self.recorder.health.is_failing();
        is_failing.then_some("execution log")
    }
}
