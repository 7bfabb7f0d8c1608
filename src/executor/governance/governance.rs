//! [`Governance`]: what stands between a permit and the tool.
//!
//! A call is checked against its schema and repaired where it is clear what was meant, counted against its caller's limits, queued until
//! it is its turn, run within its time, its answer checked against its schema, and recorded. It is answered after that.

use std::{pin::pin, sync::Arc, time::Duration};

use super::{
    call_record::Record,
    in_flight_call::Running,
    log_health::LogHealth,
    metrics::{Metrics, State},
    outcome::Outcome,
    recorder::Ledger,
    schema_validation::{Contract, Fitting},
    tool_state::{Standing, Standings},
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

/// What stands between a permit and the tool: checks, limits, the log.
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
    standings: Standings,
    ledger: Ledger,
}

impl Default for Governance {
    fn default() -> Self {
        Self::new()
    }
}

impl Governance {
    /// Checks and repairs arguments; limits and logs nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let ledger = Ledger {
            log: None,
            redactor: Redactor::default(),
            metrics: Metrics::default(),
            tracer: None,
            health: LogHealth::default(),
        };
        Self {
            may_repair: true,
            standings: Standings::default(),
            ledger,
        }
    }

    /// Whether arguments that do not fit are repaired where it is clear what was meant.
    #[must_use]
    pub const fn repair(mut self, may_repair: bool) -> Self {
        self.may_repair = may_repair;
        self
    }

    /// How often one caller may call a tool that does not say.
    #[must_use]
    pub fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.standings = Standings::new(limit);
        self
    }

    /// Where records go, without what `redactor` finds.
    #[must_use]
    pub fn log(mut self, log: Arc<dyn CallLog>, redactor: Redactor) -> Self {
        self.ledger.log = Some(log);
        self.ledger.redactor = redactor;
        self
    }

    /// Who hears of every call that got a permit and is over.
    #[must_use]
    pub fn trace(mut self, tracer: Arc<dyn CallTracer>) -> Self {
        self.ledger.tracer = Some(tracer);
        self
    }

    async fn govern(&self, call: Call, pipeline: Pipeline<'_>) -> Execution {
        let standing = self.standings.of(&call.tool, &self.ledger.metrics);
        let running = Running::begin(&self.ledger, &standing.counters, &call);
        let answer = {
            let work = pin!(self.work(call, pipeline, &standing, &running));
            pipeline.run_within_deadline(&running.context, work).await
        };
        let definition = running.tool.definition();
        let answer = answer.and_then(|output| standing.contract.check_output(definition, output));
        running.end(answer).await
    }

    /// Checks, waits, and calls.
    async fn work(
        &self,
        mut call: Call,
        pipeline: Pipeline<'_>,
        standing: &Standing,
        running: &Running<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let (contract, is_typed) = (&standing.contract, call.tool.definition().is_typed());
        if !is_typed {
            let fitting = contract.check_input(&*call.tool, &call.arguments, self.may_repair)?;
            call.arguments = taken(fitting, running);
        } else if !pipeline.is_direct()
            && let Err(error) = call.tool.accepts(&call.arguments)
        {
            call.arguments = self.mend(error, contract, running)?;
        }
        let (origin, is_continued) = (call.context.client().origin, call.context.is_continued());
        let _counted = standing.rate.count(origin, is_continued)?;
        let turn = standing.turnstile.pass().await;
        running.start(turn.waited);
        match pipeline.run(call).await {
            Err(error @ ToolError::InvalidArguments(_)) if is_typed && pipeline.is_direct() => {
                self.retry_repaired(error, pipeline, contract, running)
                    .await
            }
            answer => answer,
        }
    }

    /// A tool that reads its arguments itself was called with what came. Only when it could not read that, it is called again.
    async fn retry_repaired(
        &self,
        error: ToolError,
        pipeline: Pipeline<'_>,
        contract: &Contract,
        running: &Running<'_>,
    ) -> Result<ToolOutput, ToolError> {
        // The tool may have run and refused for a reason of its own.
        if running.tool.accepts(&running.arguments).is_ok() {
            return Err(error);
        }
        let arguments = self.mend(error, contract, running)?;
        let tool = Arc::clone(&running.tool);
        pipeline
            .run(Call::new(tool, running.context.clone(), arguments))
            .await
    }

    /// The arguments of a call that its tool cannot read, repaired; else `error`, which the tool gave for them.
    fn mend(
        &self,
        error: ToolError,
        contract: &Contract,
        running: &Running<'_>,
    ) -> Result<Arguments, ToolError> {
        let (tool, arguments) = (&*running.tool, &running.arguments);
        let repair = || contract.repair(tool, arguments);
        match self.may_repair.then(repair).flatten() {
            Some(fitting) => Ok(taken(fitting, running)),
            None => Err(contract.explain(tool, arguments, error)),
        }
    }

    async fn record_refusal(&self, refused: RefusedCall<'_>, error: &ToolError) {
        let outcome = Outcome::of_error(error);
        self.ledger.metrics.refuse(outcome);
        if self.ledger.log.is_none() {
            return;
        }
        let time = std::time::SystemTime::now();
        let record = Record {
            id: ExecutionId::new(time),
            time,
            tool: refused.name,
            kind: None,
            client: refused.client,
            arguments: refused.arguments.as_str(),
            repairs: &[],
            queued: Duration::ZERO,
            elapsed: Duration::ZERO,
            outcome,
            output: None,
            error: Some(error),
        };
        let line = record.write(&self.ledger.redactor);
        if let Err(error) = self.ledger.append(line).await {
            tracing::error!("{error}");
        }
    }
}

/// Arguments that fit; what was changed is noted.
fn taken((arguments, repairs): Fitting, running: &Running<'_>) -> Arguments {
    if !repairs.is_empty() {
        running.note(|notes| notes.repairs = repairs);
    }
    arguments
}

impl Govern for Governance {
    fn run<'a>(&'a self, call: Call, pipeline: Pipeline<'a>) -> BoxFuture<'a, Execution> {
        Box::pin(self.govern(call, pipeline))
    }

    fn refused<'a>(&'a self, refused: RefusedCall<'a>, error: &'a ToolError) -> BoxFuture<'a, ()> {
        Box::pin(self.record_refusal(refused, error))
    }

    fn metrics(&self) -> Option<String> {
        let state = State {
            waiting: self.standings.waiting(),
            log_failures: self.ledger.health.failures(),
        };
        Some(self.ledger.metrics.write(state))
    }

    fn unready(&self) -> Option<&'static str> {
        let is_failing = self.ledger.health.is_failing();
        is_failing.then_some("execution log")
    }
}
