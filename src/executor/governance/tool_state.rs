//! [`Standings`]: what is known of each tool beyond a call.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use super::{
    concurrency_limit::Turnstile,
    metrics::{Counters, Metrics},
    rate_limiter::Rate,
    schema_validation::Contract,
};
use crate::core::{RateLimit, Tool};

/// What is known of a tool beyond a call: its contract, who runs, who called how often.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) contract: Contract,
    pub(super) turnstile: Arc<Turnstile>,
    pub(super) rate: Arc<Rate>,
    pub(super) counters: Arc<Counters>,
    limits: Limits,
}

/// What the counts of a tool depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Limits {
    is_parallel: bool,
    rate: RateLimit,
}

/// A tool, and what is known of it.
type Known = (Weak<dyn Tool>, Arc<Standing>);

/// The standings of all tools that were called.
#[derive(Default)]
pub(super) struct Standings {
    default_limit: RateLimit,
    tools: RwLock<HashMap<String, Known>>,
}

impl std::fmt::Debug for Standings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Standings")
            .field("default_limit", &self.default_limit)
            .finish_non_exhaustive()
    }
}

impl Standings {
    /// With this limit for tools that have none.
    pub(super) fn new(default_limit: RateLimit) -> Self {
        Self {
            default_limit,
            tools: RwLock::default(),
        }
    }

    /// What is known of `tool`, which `metrics` counts.
    pub(super) fn of(&self, tool: &Arc<dyn Tool>, metrics: &Metrics) -> Arc<Standing> {
        let name = tool.definition().name();
        {
            let tools = self.tools.read().unwrap_or_else(PoisonError::into_inner);
            if let Some((known, standing)) = tools.get(name)
                && is_same(known, tool)
            {
                return Arc::clone(standing);
            }
        }
        self.begin(tool, metrics)
    }

    /// A tool that took the place of another begins anew, but for the counts where the limits are the same.
    fn begin(&self, tool: &Arc<dyn Tool>, metrics: &Metrics) -> Arc<Standing> {
        let definition = tool.definition();
        let limits = Limits {
            is_parallel: definition.is_parallel(),
            rate: definition.rate_limit().or(self.default_limit),
        };
        let mut tools = self.tools.write().unwrap_or_else(PoisonError::into_inner);
        let earlier = tools.remove(definition.name());
        tools.retain(|_, (known, _)| known.strong_count() > 0);
        let (turnstile, rate) = match earlier {
            Some((_, earlier)) if earlier.limits == limits => {
                (Arc::clone(&earlier.turnstile), Arc::clone(&earlier.rate))
            }
            _ => (
                Arc::new(Turnstile::new(limits.is_parallel, limits.rate.concurrent)),
                Arc::new(Rate::of(limits.rate)),
            ),
        };
        let standing = Arc::new(Standing {
            contract: Contract::default(),
            turnstile,
            rate,
            counters: metrics.of(definition.name()),
            limits,
        });
        let entry = (Arc::downgrade(tool), Arc::clone(&standing));
        tools.insert(definition.name().to_owned(), entry);
        standing
    }

    /// How many calls wait for their turn.
    pub(super) fn waiting(&self) -> usize {
        let tools = self.tools.read().unwrap_or_else(PoisonError::into_inner);
        tools
            .values()
            .map(|(_, standing)| standing.turnstile.waiting())
            .sum()
    }
}

/// Whether it is this very tool. A tool's address is not used again while something points there.
fn is_same(known: &Weak<dyn Tool>, tool: &Arc<dyn Tool>) -> bool {
    std::ptr::addr_eq(known.as_ptr(), Arc::as_ptr(tool))
}
