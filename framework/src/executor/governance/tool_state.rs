//! [`ToolStates`]: the validators, limits and counters of each tool, which outlive its calls.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use super::{
    concurrency_limit::ConcurrencyLimit,
    metrics::{Counters, Metrics},
    rate_limiter::RateLimiter,
    schema_validation::SchemaValidation,
    shared_limits::SharedLimits,
};
use crate::core::{RateLimit, Tool};

/// The validators, limits and counters of a tool.
#[derive(Debug)]
pub(super) struct ToolState {
    pub(super) schemas: SchemaValidation,
    pub(super) concurrency_limit: Arc<ConcurrencyLimit>,
    pub(super) rate_limiter: Arc<RateLimiter>,
    pub(super) counters: Arc<Counters>,
    limits: CallLimits,
}

/// The part of a definition that the limits depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CallLimits {
    is_parallel: bool,
    rate: RateLimit,
}

impl ToolState {
    fn new(limits: CallLimits, rate_limiter: RateLimiter, counters: Arc<Counters>) -> Self {
        let concurrency_limit = ConcurrencyLimit::new(limits.is_parallel, limits.rate.concurrent);
        Self {
            schemas: SchemaValidation::default(),
            concurrency_limit: Arc::new(concurrency_limit),
            rate_limiter: Arc::new(rate_limiter),
            counters,
            limits,
        }
    }
}

type StateEntry = (Weak<dyn Tool>, Arc<ToolState>);

/// The states of all tools that were called, and of the resources and prompts without a tool.
#[derive(Default)]
pub(super) struct ToolStates {
    /// The limit of tools without one of their own.
    pub(super) default_limit: RateLimit,
    /// The limits of all servers, if they are held together.
    pub(super) shared: Option<Arc<dyn SharedLimits>>,
    tools: RwLock<HashMap<String, StateEntry>>,
    /// Those of trial runs: a draft has the name of a tool, and perhaps other limits.
    tests: RwLock<HashMap<String, StateEntry>>,
    items: RwLock<HashMap<String, Arc<ToolState>>>,
}

impl std::fmt::Debug for ToolStates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ToolStates")
            .field("default_limit", &self.default_limit)
            .finish_non_exhaustive()
    }
}

impl ToolStates {
    /// Creates the limiter of a tool, or of an item.
    fn limiter(&self, limit: RateLimit, subject: impl FnOnce() -> String) -> RateLimiter {
        let limiter = RateLimiter::new(limit);
        match &self.shared {
            Some(shared) => limiter.shared(Arc::clone(shared), subject()),
            None => limiter,
        }
    }

    /// Returns the state of `tool`, and creates it for the first call. `metrics` has its counters.
    pub(super) fn of(
        &self,
        tool: &Arc<dyn Tool>,
        is_test: bool,
        metrics: &Metrics,
    ) -> Arc<ToolState> {
        let name = tool.definition().name();
        let tools = if is_test { &self.tests } else { &self.tools };
        {
            let tools = tools.read().unwrap_or_else(PoisonError::into_inner);
            if let Some((known, state)) = tools.get(name)
                && is_same(known, tool)
            {
                return Arc::clone(state);
            }
        }
        self.create(tools, tool, is_test, metrics)
    }

    /// Returns the state of the resource or the prompt `name`, which belongs to no tool.
    pub(super) fn of_item(&self, name: &str, metrics: &Metrics) -> Arc<ToolState> {
        {
            let items = self.items.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(state) = items.get(name) {
                return Arc::clone(state);
            }
        }
        let limits = CallLimits {
            is_parallel: true,
            rate: self.default_limit,
        };
        let mut items = self.items.write().unwrap_or_else(PoisonError::into_inner);
        let state = items.entry(name.to_owned());
        let new = || {
            let limiter = self.limiter(limits.rate, || format!("item {name}"));
            Arc::new(ToolState::new(limits, limiter, metrics.of(name)))
        };
        Arc::clone(state.or_insert_with(new))
    }

    /// Creates the state of a tool that is new or was replaced by another of the same name.
    ///
    /// A replacement with the same limits inherits the callers and the queue of its predecessor.
    fn create(
        &self,
        tools: &RwLock<HashMap<String, StateEntry>>,
        tool: &Arc<dyn Tool>,
        is_test: bool,
        metrics: &Metrics,
    ) -> Arc<ToolState> {
        let definition = tool.definition();
        let limits = CallLimits {
            is_parallel: definition.is_parallel(),
            rate: match definition.may_raise_limits() {
                true => definition.rate_limit().or(self.default_limit),
                false => definition.rate_limit().stricter(self.default_limit),
            },
        };
        let mut tools = tools.write().unwrap_or_else(PoisonError::into_inner);
        let earlier = tools.remove(definition.name());
        tools.retain(|_, (known, _)| known.strong_count() > 0);
        let limiter = match is_test {
            true => RateLimiter::new(limits.rate),
            false => self.limiter(limits.rate, || format!("tool {}", definition.name())),
        };
        let mut state = ToolState::new(limits, limiter, metrics.of(definition.name()));
        if let Some((_, earlier)) = earlier.filter(|(_, earlier)| earlier.limits == limits) {
            state.concurrency_limit = Arc::clone(&earlier.concurrency_limit);
            state.rate_limiter = Arc::clone(&earlier.rate_limiter);
        }
        let state = Arc::new(state);
        let entry = (Arc::downgrade(tool), Arc::clone(&state));
        tools.insert(definition.name().to_owned(), entry);
        state
    }

    /// Returns the number of calls that wait for a concurrency limit.
    pub(super) fn waiting(&self) -> usize {
        let tools = self.tools.read().unwrap_or_else(PoisonError::into_inner);
        tools
            .values()
            .map(|(_, state)| state.concurrency_limit.waiting())
            .sum()
    }
}

/// Returns `true` if `known` points to `tool` itself.
///
/// The address is not reused as long as the weak pointer exists.
fn is_same(known: &Weak<dyn Tool>, tool: &Arc<dyn Tool>) -> bool {
    std::ptr::addr_eq(known.as_ptr(), Arc::as_ptr(tool))
}
