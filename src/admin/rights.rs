//! [`Requester`]: who makes a request, and what they may do.

use std::sync::Arc;

use super::problem::Problem;
use crate::{
    core::{ClientProfile, Origin, Tool},
    executor::{Executor, Permit},
};

/// Who makes a request.
#[derive(Debug, Clone)]
pub(super) struct Requester {
    origin: Origin,
}

/// What an operation needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Right {
    /// Any caller.
    Caller,
    /// An author or an admin.
    Author,
    /// An admin.
    Admin,
}

impl Requester {
    /// Returns who makes a request with these extensions, which the server has added.
    pub(super) fn of(extensions: &axum::http::Extensions) -> Self {
        let origin = extensions.get::<Origin>().copied().unwrap_or_default();
        Self { origin }
    }

    /// Returns the name of the user.
    pub(super) const fn name(&self) -> &str {
        "local"
    }

    /// Returns the name of the role.
    pub(super) const fn role(&self) -> &str {
        "admin"
    }

    pub(super) const fn is_admin(&self) -> bool {
        true
    }

    pub(super) const fn is_author(&self) -> bool {
        true
    }

    /// Returns the id of the key that they showed.
    pub(super) const fn key(&self) -> Option<&str> {
        None
    }

    /// Returns whether they proved who they are.
    pub(super) const fn has_identity(&self) -> bool {
        false
    }

    /// Returns whether they may see what `caller` did.
    pub(super) fn may_see(&self, caller: Option<&str>) -> bool {
        self.is_admin() || caller == Some(self.name())
    }

    /// Refuses what they may not do.
    pub(super) fn require(&self, right: Right) -> Result<(), Problem> {
        match right {
            Right::Caller | Right::Author | Right::Admin => Ok(()),
        }
    }

    /// Returns the client of the calls that they make.
    pub(super) fn client(&self) -> ClientProfile {
        ClientProfile::default().with_origin(self.origin)
    }

    /// Returns a permit to call `tool`, which need not be in the catalogue.
    pub(super) fn permit(&self, executor: &Executor, tool: Arc<dyn Tool>) -> Option<Permit> {
        executor.policy().check(tool).ok()
    }
}
