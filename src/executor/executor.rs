//! The one way to call a tool: [`Executor::call`].
//!
//! Whoever calls, from the wire or from a test, comes through here: the tool is looked up, the policy gives a permit, the deadline is
//! set, what governs calls checks and counts and logs, the middleware runs around the tool, a panic becomes an error, and when the call
//! is over, however it ends, its context says so.

use std::{
    future::Future,
    panic::AssertUnwindSafe,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;

use super::{
    execution::Execution,
    govern::{Govern, RefusedCall},
    pipeline::Pipeline,
    policy::{Permit, Policy},
};
use crate::core::{
    Arguments, Call, Catalog, Chain, ClientProfile, Context, NotFound, TaskSupport, Tool,
    ToolError, ToolOutput,
};

/// How long a call may take where the tool does not say.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// Calls tools. Cloning shares everything.
#[derive(Clone)]
pub struct Executor {
    pub(super) catalog: Catalog,
    pub(super) parts: Arc<Parts>,
}

pub(super) struct Parts {
    chain: Chain,
    default_timeout: Duration,
    policy: Policy,
    governance: Option<Arc<dyn Govern>>,
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor")
            .field("middleware", &self.parts.chain.len())
            .field("default_timeout", &self.parts.default_timeout)
            .field("policy", &self.parts.policy)
            .field("governed", &self.parts.governance.is_some())
            .finish_non_exhaustive()
    }
}

impl Executor {
    /// Calls the tools of `catalog` that `policy` allows, through the middleware of `chain`; governed where there is something to.
    #[must_use]
    pub fn new(
        catalog: Catalog,
        chain: Chain,
        default_timeout: Duration,
        policy: Policy,
        governance: Option<Arc<dyn Govern>>,
    ) -> Self {
        let parts = Parts {
            chain,
            default_timeout,
            policy,
            governance,
        };
        Self {
            catalog,
            parts: Arc::new(parts),
        }
    }

    /// Which tools may run.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.parts.policy
    }

    /// What was counted about calls, in the text format 0.0.4 of Prometheus, where calls are counted.
    #[must_use]
    pub fn metrics(&self) -> Option<String> {
        self.parts.governance.as_ref()?.metrics()
    }

    /// What keeps calls from coming to their end just now, in a word or two.
    #[must_use]
    pub fn unready(&self) -> Option<&'static str> {
        self.parts.governance.as_ref()?.unready()
    }

    /// A permit for the tool of this name. Who gets none learns only that there is no such tool.
    ///
    /// # Errors
    /// [`ToolError::NotFound`] and [`ToolError::Denied`], which read alike.
    pub async fn permit(
        &self,
        client: &ClientProfile,
        name: &str,
        arguments: &Arguments,
    ) -> Result<Permit, ToolError> {
        let found = self.catalog.snapshot().tool(name).cloned();
        let missing = || NotFound {
            kind: "tool",
            name: name.to_owned(),
        };
        let error = match found.map(|tool| self.parts.policy.check(tool)) {
            Some(Ok(permit)) => return Ok(permit),
            Some(Err(_)) => ToolError::Denied(missing()),
            None => ToolError::NotFound(missing()),
        };
        let refused = RefusedCall {
            name,
            arguments,
            client,
        };
        self.refuse(refused, &error).await;
        Err(error)
    }

    async fn refuse(&self, refused: RefusedCall<'_>, error: &ToolError) {
        let RefusedCall { name, client, .. } = refused;
        if matches!(error, ToolError::Denied(_)) {
            let software = client.info.as_ref().map(|info| info.name.as_str());
            let caller = client.origin;
            tracing::warn!(tool = name, %caller, client = software, "denied by the policy");
        }
        if let Some(governance) = &self.parts.governance {
            governance.refused(refused, error).await;
        }
    }

    /// Calls the tool of this name.
    ///
    /// # Errors
    /// When there is none, or the call fails.
    pub async fn call(
        &self,
        context: Context,
        name: &str,
        arguments: Arguments,
    ) -> Result<ToolOutput, ToolError> {
        self.execute(context, name, arguments).await.answer
    }

    /// Calls the tool of this name, and says how that went.
    pub async fn execute(&self, context: Context, name: &str, arguments: Arguments) -> Execution {
        let start = Instant::now();
        match self.permit(context.client(), name, &arguments).await {
            Ok(permit) => self.run(permit, context, arguments).await,
            Err(error) => Execution::new(Err(error), start.elapsed()),
        }
    }

    /// Calls a tool that may run. Dropping the future stops the work.
    pub async fn run(&self, permit: Permit, context: Context, arguments: Arguments) -> Execution {
        let (tool, start) = (permit.into_tool(), Instant::now());
        let timeout = self.timeout_of(&*tool);
        let context = match timeout {
            Some(timeout) => context.with_deadline(start + timeout),
            None => context,
        };
        let pipeline = Pipeline::new(&self.parts.chain, timeout);
        let call = Call::new(Arc::clone(&tool), context, arguments);
        let execution = match &self.parts.governance {
            Some(governance) => governance.run(call, pipeline).await,
            None => {
                let context = call.context.clone();
                let answer = pipeline
                    .run_within_deadline(&context, pin!(pipeline.run(call)))
                    .await;
                Execution::new(answer, start.elapsed())
            }
        };
        if let Err(error) = &execution.answer {
            report(tool.definition().name(), error);
        }
        execution
    }

    /// Runs the work of a prompt or a resource: with the usual time, safe from panics, stopped when it is cancelled.
    ///
    /// # Errors
    /// Those of the work, and the ways in which it can be stopped.
    pub async fn guard<T, W>(
        &self,
        context: Context,
        work: impl FnOnce(Context) -> W,
    ) -> Result<T, ToolError>
    where
        W: Future<Output = Result<T, ToolError>>,
    {
        let timeout = self.parts.default_timeout;
        let context = context.with_deadline(Instant::now() + timeout);
        let work = AssertUnwindSafe(work(context.clone()))
            .catch_unwind()
            .map(|answer| answer.unwrap_or_else(|_| Err(ToolError::failed("it panicked"))));
        Pipeline::new(&self.parts.chain, Some(timeout))
            .run_within_deadline(&context, pin!(work))
            .await
    }

    /// A call that may go on in the background has no deadline but its own.
    fn timeout_of(&self, tool: &dyn Tool) -> Option<Duration> {
        let definition = tool.definition();
        definition.timeout().or_else(|| {
            matches!(definition.task_support(), TaskSupport::None)
                .then_some(self.parts.default_timeout)
        })
    }
}

/// What the caller is not told goes to the log.
fn report(tool: &str, error: &ToolError) {
    match error {
        ToolError::Failed(failure) | ToolError::Unavailable(failure) => {
            let cause = failure.source.as_ref().and_then(|source| source.source());
            tracing::warn!(
                tool,
                cause = cause.map(tracing::field::display),
                "{}",
                failure.message
            );
        }
        ToolError::Timeout { after } => tracing::warn!(tool, ?after, "timed out"),
        _ => tracing::debug!(tool, "{error}"),
    }
}
