//! [`Governance`]: what stands between a permit and the tool.
//!
//! A call is checked against its schema and repaired where it is clear what was meant, counted against its caller's limits, queued until
//! it is its turn, run within its time, its answer checked against its schema, and recorded. It is answered after that.

mod contract;
mod explanation;
mod ledger;
mod log_health;
mod metrics;
mod outcome;
mod rate;
mod record;
mod repair;
mod running;
mod standing;
mod turnstile;

use std::{sync::Arc, time::Duration};

use self::{
    contract::Contract,
    ledger::Ledger,
    log_health::LogHealth,
    metrics::{Metrics, State},
    outcome::Outcome,
    record::Record,
    running::Running,
    standing::{Standing, Standings},
};
use super::{Attempt, Execution, Govern, Way};
use crate::core::{
    BoxFuture, Call, ExecutionId, ExecutionLog, RateLimit, Redactor, ToolError, ToolOutput,
};

/// What stands between a permit and the tool: checks, limits, the log.
///
/// ```
/// use std::sync::Arc;
/// use toolwright::{Governance, RateLimit, Server};
///
/// let governance = Governance::new().rate_limit(RateLimit {
///     per_minute: std::num::NonZeroU32::new(60),
///     ..RateLimit::default()
/// });
/// let server = Server::new("demo").govern(Arc::new(governance));
/// ```
#[derive(Debug)]
pub struct Governance {
    may_repair: bool,
    standings: Standings,
    ledger: Arc<Ledger>,
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
            metrics: Arc::new(Metrics::default()),
            health: Arc::new(LogHealth::default()),
        };
        Self {
            may_repair: true,
            standings: Standings::default(),
            ledger: Arc::new(ledger),
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
    pub fn log(mut self, log: Arc<dyn ExecutionLog>, redactor: Redactor) -> Self {
        let ledger = Ledger {
            log: Some(log),
            redactor,
            metrics: Arc::clone(&self.ledger.metrics),
            health: Arc::new(LogHealth::default()),
        };
        self.ledger = Arc::new(ledger);
        self
    }

    async fn govern(&self, call: Call, way: Way<'_>) -> Execution {
        let standing = self.standings.of(&call.tool, &self.ledger.metrics);
        let (tool, context) = (Arc::clone(&call.tool), call.context.clone());
        let mut running = Running::begin(&self.ledger, &standing.counters, &call);
        let work = self.work(call, way, &standing, &mut running);
        let answer = way.within(&context, work).await;
        let answer =
            answer.and_then(|output| standing.contract.check_output(tool.definition(), output));
        running.end(answer).await
    }

    /// Checks, waits, and calls.
    async fn work(
        &self,
        mut call: Call,
        way: Way<'_>,
        standing: &Standing,
        running: &mut Running<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let is_typed = call.tool.definition().is_typed();
        if !is_typed {
            let (arguments, repairs) =
                standing
                    .contract
                    .check_input(&*call.tool, &call.arguments, self.may_repair)?;
            (call.arguments, running.repairs) = (arguments, repairs);
        } else if !way.is_direct() && call.tool.accepts(&call.arguments).is_err() {
            self.mend(&mut call, &standing.contract, running);
        }
        let _counted = standing.rate.count(call.context.client().origin)?;
        let before = running.elapsed();
        let _turn = standing.turnstile.pass().await;
        running.start(before);
        if !is_typed || !way.is_direct() {
            return way.go(call).await;
        }
        self.go_typed(call, way, standing, running).await
    }

    /// A tool that reads its arguments itself is called with what came; only when it cannot read that, it is called again.
    async fn go_typed(
        &self,
        mut call: Call,
        way: Way<'_>,
        standing: &Standing,
        running: &mut Running<'_>,
    ) -> Result<ToolOutput, ToolError> {
        match way.go(call.clone()).await {
            Err(error @ ToolError::InvalidArguments(_)) => {
                // The tool may have run and refused for a reason of its own.
                let was_read = call.tool.accepts(&call.arguments).is_ok();
                if was_read || !self.mend(&mut call, &standing.contract, running) {
                    return Err(error);
                }
                way.go(call).await
            }
            answer => answer,
        }
    }

    /// Repairs the arguments of a call that its tool cannot read; whether that helped.
    fn mend(&self, call: &mut Call, contract: &Contract, running: &mut Running<'_>) -> bool {
        let mended = self
            .may_repair
            .then(|| contract.repair(&*call.tool, &call.arguments))
            .flatten();
        let Some((arguments, repairs)) = mended else {
            return false;
        };
        (call.arguments, running.repairs) = (arguments, repairs);
        true
    }

    async fn record_refusal(&self, attempt: Attempt<'_>, error: &ToolError) {
        let outcome = Outcome::of_error(error);
        self.ledger.metrics.refuse(outcome);
        if self.ledger.log.is_none() {
            return;
        }
        let time = std::time::SystemTime::now();
        let record = Record {
            id: ExecutionId::new(time),
            time,
            tool: attempt.name,
            kind: None,
            client: attempt.client,
            arguments: attempt.arguments.as_str(),
            repairs: &[],
            queued: Duration::ZERO,
            elapsed: Duration::ZERO,
            outcome,
            output: None,
            error: Some(error),
        };
        let line = record.write(&self.ledger.redactor);
        if let Err(error) = self.ledger.append(line).await {
            tracing::error!("the execution log cannot be written: {error}");
        }
    }
}

impl Govern for Governance {
    fn run<'a>(&'a self, call: Call, way: Way<'a>) -> BoxFuture<'a, Execution> {
        Box::pin(self.govern(call, way))
    }

    fn refused<'a>(&'a self, attempt: Attempt<'a>, error: &'a ToolError) -> BoxFuture<'a, ()> {
        Box::pin(self.record_refusal(attempt, error))
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
