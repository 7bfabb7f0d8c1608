//! [`Requester`]: who makes a request, and what they may do.

use std::sync::Arc;

use axum::http::StatusCode;

use super::problem::Problem;
use crate::{
    core::{AccessRole, Caller, ClientProfile, Origin, Tool},
    executor::{Executor, Permit},
};

/// Who makes a request.
#[derive(Debug, Clone)]
pub(super) struct Requester {
    origin: Origin,
    caller: Caller,
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
        let caller = extensions.get::<Caller>().cloned();
        Self {
            origin,
            caller: caller.unwrap_or_else(|| Caller::of(origin)),
        }
    }

    /// Returns the name of the user.
    pub(super) fn name(&self) -> &str {
        self.caller.name()
    }

    /// Returns the role.
    pub(super) fn role(&self) -> AccessRole {
        self.caller.role()
    }

    pub(super) fn is_admin(&self) -> bool {
        self.role() == AccessRole::Admin
    }

    pub(super) fn is_author(&self) -> bool {
        self.role() >= AccessRole::Author
    }

    /// Returns the id of the key that they showed.
    pub(super) fn key(&self) -> Option<&str> {
        self.caller.key()
    }

    /// Returns whether they proved who they are.
    pub(super) const fn has_identity(&self) -> bool {
        self.caller.identity().is_some()
    }

    /// Returns whether they may see what `caller` did.
    pub(super) fn may_see(&self, caller: Option<&str>) -> bool {
        self.is_admin() || caller == Some(self.name())
    }

    /// Refuses what they may not do.
    pub(super) fn require(&self, right: Right) -> Result<(), Problem> {
        let is_allowed = match right {
            Right::Caller => true,
            Right::Author => self.is_author(),
            Right::Admin => self.is_admin(),
        };
        match is_allowed {
            true => Ok(()),
            false => Err(Problem::new(
                StatusCode::FORBIDDEN,
                format!("the role `{}` may not do this", self.role()),
            )),
        }
    }

    /// Returns the client of the calls that they make.
    pub(super) fn client(&self) -> ClientProfile {
        ClientProfile::default()
            .with_origin(self.origin)
            .with_identity(self.caller.identity().cloned())
    }

    /// Returns a permit to call `tool`, which need not be in the catalogue.
    pub(super) fn permit(&self, executor: &Executor, tool: Arc<dyn Tool>) -> Option<Permit> {
        executor.policy().check(&self.client(), tool).ok()
    }
}
