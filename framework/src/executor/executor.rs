//! [`Executor`]: looks tools up, asks the policy for a permit, and runs calls.

use std::{
    fmt,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use toolwright_base::cut_text;

use super::{
    execution::Execution,
    failure_log::log_failure,
    govern::{CallLoad, Govern, RefusedCall},
    pipeline::Pipeline,
    policy::{Limits, Permit, Policy, View},
};
use crate::core::{
    Arguments, Call, Catalog, Chain, ClientProfile, Context, InvalidArguments, NotFound, Snapshot,
    TaskSupport, Tool, ToolError, ToolOutput,
};

/// The time that a call may take if neither the tool nor the server sets a timeout.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest name of an unknown tool or of a client that messages repeat, in bytes.
const MAX_NAME: usize = 200;

/// Calls the tools of a catalog.
///
/// A server builds its executor itself; create one by hand to call tools without a server. Clones
/// share the catalog, the middleware, the policy and the governance.
///
/// ```
/// use toolwright::{
///     Catalog, Executor,
///     govern::{ExecutorOptions, NamePattern, Policy},
///     prelude::*,
/// };
///
/// /// Add two numbers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let catalog = Catalog::default();
/// for tool in tools![add] {
///     catalog.add_tool(tool)?;
/// }
/// let options = ExecutorOptions {
///     policy: Policy::only([NamePattern::new("add")]),
///     ..ExecutorOptions::default()
/// };
/// let executor = Executor::new(catalog, options);
/// # Ok::<(), toolwright::catalog::CatalogError>(())
/// ```
#[derive(Clone)]
pub struct Executor {
    pub(super) catalog: Catalog,
    pub(super) options: Arc<ExecutorOptions>,
    /// Whether another server decides what a caller may use, and this one only what it offers.
    pub(super) is_mounted: bool,
}

/// The layers between a call and its tool. The default allows every tool and adds nothing.
#[derive(Clone)]
pub struct ExecutorOptions {
    /// The middleware, the outermost first.
    pub chain: Chain,
    /// The time that calls of tools without a timeout of their own may take.
    pub default_timeout: Duration,
    /// The tools that may be called.
    pub policy: Policy,
    /// Validates, limits and logs calls, if there is one.
    pub governance: Option<Arc<dyn Govern>>,
}

impl Default for ExecutorOptions {
    fn default() -> Self {
        Self {
            chain: Chain::default(),
            default_timeout: DEFAULT_TIMEOUT,
            policy: Policy::default(),
            governance: None,
        }
    }
}

impl fmt::Debug for ExecutorOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExecutorOptions")
            .field("middleware", &self.chain.len())
            .field("default_timeout", &self.default_timeout)
            .field("policy", &self.policy)
            .field("governed", &self.governance.is_some())
            .finish()
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Executor {
    /// Creates an executor for the tools of `catalog`.
    #[must_use]
    pub fn new(catalog: Catalog, options: ExecutorOptions) -> Self {
        Self {
            catalog,
            options: Arc::new(options),
            is_mounted: false,
        }
    }

    /// Returns the policy that decides which tools may run.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.options.policy
    }

    /// Returns an executor that does not ask for the rights of callers, since the server that it is
    /// mounted in has done so by its own names.
    pub(crate) fn mounted(mut self) -> Self {
        self.is_mounted = true;
        self
    }

    /// Returns what `client` may use of `snapshot`.
    pub(crate) fn view<'a>(
        &'a self,
        client: &'a ClientProfile,
        snapshot: &'a Snapshot,
    ) -> View<'a> {
        View::new(&self.options.policy, self.limits(client), snapshot)
    }

    fn limits<'a>(&self, client: &'a ClientProfile) -> Limits<'a> {
        match self.is_mounted {
            true => Limits::default(),
            false => Limits::of(client),
        }
    }

    /// Returns the metrics of all calls in version 0.0.4 of the Prometheus text format.
    ///
    /// Returns `None` if no governance is configured, or if it counts nothing.
    #[must_use]
    pub fn metrics(&self) -> Option<String> {
        self.options.governance.as_ref()?.metrics()
    }

    /// Returns how many calls run and wait now.
    ///
    /// Returns `None` if no governance is configured, or if it counts nothing.
    #[must_use]
    pub fn load(&self) -> Option<CallLoad> {
        self.options.governance.as_ref()?.load()
    }

    /// Returns the name of the part that currently makes calls fail, or `None` if all is well.
    #[must_use]
    pub fn unready(&self) -> Option<&'static str> {
        self.options.governance.as_ref()?.unready()
    }

    /// Returns a permit to call the tool `name`.
    ///
    /// A refused call is logged and counted here.
    ///
    /// # Errors
    /// [`ToolError::NotFound`] if there is no such tool, [`ToolError::Blocked`] if nothing but the
    /// whitelist excludes it, [`ToolError::Denied`] if the caller may not know of it. All have the
    /// same message, so that a denied caller does not learn that the tool exists.
    pub async fn permit(
        &self,
        client: &ClientProfile,
        name: &str,
        arguments: &Arguments,
    ) -> Result<Permit, ToolError> {
        let found = self.catalog.snapshot().tool(name).cloned();
        let (policy, limits) = (&self.options.policy, self.limits(client));
        let error = match found.map(|tool| policy.check_limits(limits, tool)) {
            Some(Ok(permit)) => return Ok(permit),
            Some(Err(tool)) if policy.blocks(limits, tool.definition()) => ToolError::Blocked,
            Some(Err(_)) => ToolError::Denied,
            None => ToolError::NotFound,
        };
        let refused = RefusedCall {
            kind: "tool",
            name,
            arguments,
            client,
        };
        Err(self.refuse(refused, error).await)
    }

    /// Logs and counts a call that got no permit, and returns its error, which `error` creates. It
    /// has the same message whether the item exists or not.
    pub(super) async fn refuse(
        &self,
        refused: RefusedCall<'_>,
        error: fn(NotFound) -> ToolError,
    ) -> ToolError {
        let error = error(NotFound {
            kind: refused.kind,
            name: cut_text(refused.name, MAX_NAME).into_owned(),
        });
        self.log_refusal(&refused, &error);
        if let Some(governance) = &self.options.governance {
            governance.refused(refused, &error).await;
        }
        error
    }

    fn log_refusal(&self, refused: &RefusedCall<'_>, error: &ToolError) {
        let RefusedCall {
            kind, name, client, ..
        } = refused;
        let caller = client.caller();
        let software = client.info.as_ref().map(|info| info.name.as_str());
        let software = software.map(|name| cut_text(name, MAX_NAME));
        let (software, name) = (software.as_deref(), cut_text(name, MAX_NAME));
        let exists = !matches!(error, ToolError::NotFound(_));
        if matches!(error, ToolError::Blocked(_)) {
            tracing::warn!(%caller, client = software, "Tool '{name}' blocked by whitelist");
        } else if exists || !self.limits(client).is_unlimited() {
            // For a caller who may not see everything, what does not exist is logged too: otherwise
            // the time that the line takes would show what exists.
            tracing::warn!(kind, %name, %caller, client = software, exists, "a call was refused");
        }
    }

    /// Calls the tool `name` and returns its output.
    ///
    /// # Errors
    /// If the call gets no permit, or fails.
    pub async fn call(
        &self,
        context: Context,
        name: &str,
        arguments: Arguments,
    ) -> Result<ToolOutput, ToolError> {
        self.execute(context, name, arguments).await.answer
    }

    /// Calls the tool `name`, and returns its output together with facts about the execution.
    pub async fn execute(&self, context: Context, name: &str, arguments: Arguments) -> Execution {
        let start = Instant::now();
        match self.permit(context.client(), name, &arguments).await {
            Ok(permit) => self.run(permit, context, arguments).await,
            Err(error) => Execution::new(Err(error), start.elapsed()),
        }
    }

    /// Calls the tool of `permit`.
    ///
    /// Dropping the future stops the call.
    pub async fn run(&self, permit: Permit, context: Context, arguments: Arguments) -> Execution {
        let (tool, start) = (permit.into_tool(), Instant::now());
        let timeout = self.timeout_of(&*tool);
        let context = match timeout {
            Some(timeout) => context.with_deadline(start + timeout),
            None => context,
        };
        let pipeline = Pipeline::new(&self.options.chain, timeout);
        let call = Call::new(Arc::clone(&tool), context, arguments);
        let execution = match &self.options.governance {
            Some(governance) => governance.run(call, pipeline).await,
            None => Execution::new(run_ungoverned(call, &pipeline).await, start.elapsed()),
        };
        // The server that this one is mounted in logs it too, by the name that its callers know.
        if let Err(error) = &execution.answer
            && !self.is_mounted
        {
            log_failure(tool.definition().name(), error);
        }
        execution
    }

    /// Returns the timeout of a call. A tool that can run as a task has none by default.
    fn timeout_of(&self, tool: &dyn Tool) -> Option<Duration> {
        let definition = tool.definition();
        definition.timeout().or_else(|| {
            matches!(definition.task_support(), TaskSupport::None)
                .then_some(self.options.default_timeout)
        })
    }
}

/// Runs a call without governance. The arguments of a typed tool are checked when they are parsed.
async fn run_ungoverned(call: Call, pipeline: &Pipeline<'_>) -> Result<ToolOutput, ToolError> {
    let definition = call.tool.definition();
    if !definition.is_typed() {
        InvalidArguments::check(definition, &call.arguments)?;
    }
    let context = call.context.clone();
    pipeline
        .run_within_deadline(&context, pin!(pipeline.run(call)))
        .await
}
