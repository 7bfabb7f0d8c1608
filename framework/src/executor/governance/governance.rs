//! [`Governance`]: validates, limits, counts and records every call, and the use of resources, prompts and
//! completions.

use std::{pin::pin, sync::Arc, time::Duration};

use toolwright_base::Redactor;

use super::{
    call_facts::{CallOutcome, RecordedArguments, UsedItem},
    call_record::CallRecord,
    in_flight_call::InFlightCall,
    metrics::SampledValues,
    recorder::Recorder,
    shared_limits::SharedLimits,
    tool_state::{ToolState, ToolStates},
};
use crate::{
    core::{
        Arguments, BoxFuture, Call, CallLog, CallTracer, ExecutionId, ItemCall, ItemOutput,
        RateLimit, Tool, ToolError, ToolOutput, compute,
    },
    executor::{
        execution::Execution,
        govern::{CallLoad, Govern, RefusedCall},
        pipeline::Pipeline,
    },
};

/// The longest arguments of a call without a permit that are recorded, in bytes.
const MAX_REFUSED: usize = 4 << 10;

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
    pub(super) tool_states: ToolStates,
    pub(super) recorder: Recorder,
}

/// A call of a tool in progress.
type CallInFlight<'a> = InFlightCall<'a, Arc<dyn Tool>>;

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
        self.tool_states.default_limit = limit;
        self
    }

    /// Sets where several servers count the calls of each caller together, in place of each by itself.
    ///
    /// Trial runs, and calls of the host that started this process, are still counted by this server.
    #[must_use]
    pub fn shared_limits(mut self, limits: Arc<dyn SharedLimits>) -> Self {
        self.tool_states.shared = Some(limits);
        self
    }

    /// Sets the log that gets a record of every call.
    ///
    /// Everything that `redactor` finds is left out of the records. A call whose record cannot be
    /// written fails with [`ToolError::Unavailable`]. While records cannot be written, calls are
    /// refused before their tools start, except one at a time that shows whether they can again.
    ///
    /// Before a tool that is not `read_only` starts, a record with the outcome `begun` is written.
    /// The log thus has every call that may have changed something, also if the process is killed.
    #[must_use]
    pub fn log(mut self, log: Arc<dyn CallLog>, redactor: Redactor) -> Self {
        self.recorder.log = Some(log);
        self.recorder.redactor = Arc::new(redactor);
        self
    }

    /// Sets the tracer that is notified of every finished call, except refused ones.
    #[must_use]
    pub fn trace(mut self, tracer: Arc<dyn CallTracer>) -> Self {
        self.recorder.tracer = Some(tracer);
        self
    }

    async fn govern(&self, call: Call, pipeline: Pipeline<'_>) -> Execution {
        let is_test = call.context.is_test();
        let state = self
            .tool_states
            .of(&call.tool, is_test, &self.recorder.metrics);
        let (tool, counters) = (Arc::clone(&call.tool), &state.counters);
        let (context, arguments) = (&call.context, &call.arguments);
        let in_flight = InFlightCall::begin(&self.recorder, counters, tool, context, arguments);
        let answer = {
            let work = pin!(self.run_checked(call, pipeline, &state, &in_flight));
            let context = &in_flight.facts.context;
            pipeline.run_within_deadline(context, work).await
        };
        let answer = match answer {
            Ok(output) => check_output(&in_flight.facts.subject, &state, output).await,
            failed => failed,
        };
        in_flight.finish(answer).await
    }

    /// Waits for the limits, checks the arguments, and runs the pipeline.
    async fn run_checked(
        &self,
        mut call: Call,
        pipeline: Pipeline<'_>,
        state: &Arc<ToolState>,
        in_flight: &CallInFlight<'_>,
    ) -> Result<ToolOutput, ToolError> {
        in_flight.check_log()?;
        let (caller, is_continued) = (call.context.client().caller(), call.context.is_continued());
        let _counted = state.rate_limiter.admit(caller, is_continued).await?;
        let slot = state.concurrency_limit.acquire().await;
        let is_large = in_flight.is_large();
        // A typed tool that is called directly checks its arguments by parsing them.
        let checks_itself = call.tool.definition().is_typed() && pipeline.is_direct() && !is_large;
        if is_large {
            call.arguments = call.arguments.keeping_parsed();
        }
        if !checks_itself && let Err(error) = check(&call, state, is_large).await {
            call.arguments = self.mended(error, state, in_flight).await?;
        }
        in_flight.start_tool(slot.waited).await?;
        match pipeline.run(call).await {
            Err(error @ ToolError::InvalidArguments(_)) if checks_itself => {
                self.retry_repaired(error, pipeline, state, in_flight).await
            }
            answer => answer,
        }
    }

    /// Calls a typed tool again with repaired arguments, after it could not parse those that came.
    ///
    /// Parsing is the check of a typed tool, so that a call whose arguments fit is validated once.
    /// Boxed, so that the future of a call whose arguments fit stays small.
    fn retry_repaired<'a>(
        &'a self,
        error: ToolError,
        pipeline: Pipeline<'a>,
        state: &'a Arc<ToolState>,
        in_flight: &'a CallInFlight<'_>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            // The tool itself may have returned this error after it had parsed its arguments.
            let facts = &in_flight.facts;
            if facts.subject.accepts(&facts.arguments).is_ok() {
                return Err(error);
            }
            let arguments = self.mended(error, state, in_flight).await?;
            let tool = Arc::clone(&facts.subject);
            let call = Call::new(tool, facts.context.clone(), arguments);
            pipeline.run(call).await
        })
    }

    /// Returns the arguments of a call, repaired, after they were rejected with `error`.
    ///
    /// The search for repairs takes many times as long as a check, so only that of a few arguments
    /// runs on a thread of the runtime.
    fn mended<'a>(
        &'a self,
        error: ToolError,
        state: &Arc<ToolState>,
        in_flight: &'a CallInFlight<'_>,
    ) -> BoxFuture<'a, Result<Arguments, ToolError>> {
        let (state, may_repair) = (Arc::clone(state), self.may_repair);
        let facts = &in_flight.facts;
        let (tool, arguments) = (Arc::clone(&facts.subject), facts.arguments.clone());
        let bytes = arguments.as_str().len();
        let is_short = state.schemas.is_repair_short(tool.definition(), bytes);
        let mend = move || state.schemas.mend(&*tool, &arguments, may_repair, error);
        Box::pin(async move {
            let (arguments, repairs) = if is_short {
                mend()?
            } else {
                compute(mend).await??
            };
            if !repairs.is_empty() {
                in_flight.note(|notes| notes.repairs = repairs);
            }
            Ok(arguments)
        })
    }

    async fn record_refused(&self, call: RefusedCall<'_>, error: &ToolError) {
        let outcome = CallOutcome::of_error(error);
        self.recorder.metrics.refuse(outcome);
        if self.recorder.log.is_none() {
            return;
        }
        // A call that starts nothing does not wait for a log that cannot be written.
        if self.recorder.is_failing() {
            return self.recorder.health.skip();
        }
        let time = std::time::SystemTime::now();
        let (arguments, redactor) = (call.arguments.as_str(), &self.recorder.redactor);
        let record = CallRecord {
            id: ExecutionId::new(time),
            time,
            tool: call.name,
            passed_on: None,
            kind: (call.kind != "tool").then_some(call.kind),
            is_test: false,
            client: call.client,
            arguments,
            recorded: &RecordedArguments::cut(arguments, redactor, MAX_REFUSED),
            repairs: &[],
            queued: Duration::ZERO,
            elapsed: Duration::ZERO,
            waited: Duration::ZERO,
            has_begun: false,
            outcome: Some(outcome),
            output: None,
            error: Some(error),
        };
        let line = record.to_line(redactor);
        if let Err(error) = self.recorder.append(line).await {
            tracing::error!("a refused call was not recorded: {error}");
        }
    }
}

impl Govern for Governance {
    fn run<'a>(&'a self, call: Call, pipeline: Pipeline<'a>) -> BoxFuture<'a, Execution> {
        Box::pin(self.govern(call, pipeline))
    }

    fn run_item<'a>(
        &'a self,
        call: ItemCall,
        work: BoxFuture<'a, Result<ItemOutput, ToolError>>,
        pipeline: Pipeline<'a>,
    ) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
        Box::pin(self.govern_item(call, work, pipeline))
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

    fn load(&self) -> Option<CallLoad> {
        let queued = self.tool_states.waiting() as u64;
        Some(CallLoad::new(self.recorder.metrics.in_flight(), queued))
    }

    fn unready(&self) -> Option<&'static str> {
        let is_failing = self.recorder.health.is_failing();
        is_failing.then_some("execution log")
    }
}

/// Checks the arguments of a call as they came, beside the threads of the runtime if that may take
/// long.
async fn check(call: &Call, state: &Arc<ToolState>, is_large: bool) -> Result<(), ToolError> {
    let bytes = call.arguments.as_str().len();
    if !is_large && state.schemas.is_input_short(call.tool.definition(), bytes) {
        return state.schemas.check_input(&*call.tool, &call.arguments);
    }
    let (state, tool, arguments) = (
        Arc::clone(state),
        Arc::clone(&call.tool),
        call.arguments.clone(),
    );
    let check = move || state.schemas.check_input(&*tool, &arguments);
    Box::pin(compute(check)).await?
}

/// Checks an output, beside the threads of the runtime if that may take long.
async fn check_output(
    tool: &Arc<dyn Tool>,
    state: &Arc<ToolState>,
    output: ToolOutput,
) -> Result<ToolOutput, ToolError> {
    if state.schemas.is_output_short(tool.definition(), &output) {
        return state.schemas.check_output(tool.definition(), output);
    }
    let (state, tool) = (Arc::clone(state), Arc::clone(tool));
    let check = move || state.schemas.check_output(tool.definition(), output);
    Box::pin(compute(check)).await?
}

impl Governance {
    /// Runs the work of an item, as a call of the tool that it belongs to.
    pub(super) async fn govern_item(
        &self,
        call: ItemCall,
        work: BoxFuture<'_, Result<ItemOutput, ToolError>>,
        pipeline: Pipeline<'_>,
    ) -> Result<ItemOutput, ToolError> {
        let metrics = &self.recorder.metrics;
        let state = match &call.tool {
            Some(tool) => self.tool_states.of(tool, false, metrics),
            None => self.tool_states.of_item(&call.name, metrics),
        };
        let (context, kind, name) = (call.context, call.kind, call.name);
        let used = UsedItem { name, kind };
        let counters = &state.counters;
        let in_flight =
            InFlightCall::begin(&self.recorder, counters, used, &context, &call.arguments);
        let (caller, is_continued) = (context.client().caller(), context.is_continued());
        let limited = async {
            in_flight.check_log()?;
            let _counted = state.rate_limiter.admit(caller, is_continued).await?;
            in_flight.admit().await?;
            work.await
        };
        let answer = pipeline.run_within_deadline(&context, pin!(limited)).await;
        let (recorded, output) = match answer {
            Ok(output) => (Ok(self.recorded(&output)), Some(output)),
            Err(error) => (Err(error), None),
        };
        let execution = in_flight.finish(recorded).await;
        let missing = || ToolError::failed("there is no output");
        execution.answer.and_then(|_| output.ok_or_else(missing))
    }

    /// Returns `output` as the record has it.
    fn recorded(&self, output: &ItemOutput) -> ToolOutput {
        let mut recorded = ToolOutput::default();
        if self.recorder.log.is_some() {
            recorded.unabridged = serde_json::to_string(output).ok().map(Into::into);
        }
        recorded
    }
}
