//! [`Requester`]: who makes a request, and what they may do.

use std::sync::Arc;

use axum::http::{Extensions, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::{
    Executor, Tool,
    access::{AccessRole, Identity},
    call::{Caller, ClientProfile, Origin},
    govern::Permit,
    log::LogEntry,
};

use super::{problem::Problem, texts};

/// The maker of a request, and their rights.
#[derive(Debug, Clone)]
pub(super) struct Requester {
    /// `None` if they did not prove who they are, and the server asks for it.
    caller: Option<Caller>,
    pub(super) origin: Origin,
}

/// The right that an operation needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Right {
    /// Nothing: also who has not logged in.
    Nothing,
    /// Any caller.
    Caller,
    /// An author or an admin.
    Author,
    /// An admin.
    Admin,
}

/// A role, in bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Role {
    Caller,
    Author,
    Admin,
}

impl Requester {
    /// Returns who makes a request with these extensions, which the server has added.
    pub(super) fn of(extensions: &Extensions) -> Self {
        Self {
            caller: extensions.get::<Caller>().cloned(),
            origin: extensions.get::<Origin>().copied().unwrap_or_default(),
        }
    }

    /// Returns the same request by somebody who has just logged in.
    pub(super) fn with(self, caller: Caller) -> Self {
        Self {
            caller: Some(caller),
            ..self
        }
    }

    /// Returns the name of the user.
    pub(super) fn name(&self) -> &str {
        self.caller.as_ref().map_or("nobody", Caller::name)
    }

    /// Returns the caller that limits count them as.
    pub(super) fn counted_as(&self) -> Caller {
        let caller = self.caller.clone();
        caller.unwrap_or_else(|| Caller::of(self.origin))
    }

    /// Returns the role. A key that is limited to some tools is only for calling them: whoever makes
    /// tools or keys could go round the limit.
    pub(super) fn role(&self) -> AccessRole {
        match &self.caller {
            Some(caller) if !self.is_limited() => caller.role(),
            _ => AccessRole::Caller,
        }
    }

    /// Returns whether this is still the role of their identity.
    pub(super) fn has_role_of(&self, identity: &Identity) -> bool {
        let caller = self.caller.as_ref();
        caller.is_some_and(|caller| caller.role() == identity.role())
    }

    pub(super) fn is_admin(&self) -> bool {
        self.role() == AccessRole::Admin
    }

    pub(super) fn is_author(&self) -> bool {
        self.role() >= AccessRole::Author
    }

    /// Returns the id of the key that they showed.
    pub(super) fn key(&self) -> Option<&str> {
        self.caller.as_ref()?.key()
    }

    /// Returns whether they may use some tools alone.
    fn is_limited(&self) -> bool {
        let rights = self.caller.as_ref().and_then(Caller::rights);
        rights.is_some_and(|rights| rights.is_limited())
    }

    /// Returns whether they proved who they are.
    pub(super) fn is_known(&self) -> bool {
        let caller = self.caller.as_ref();
        caller.is_some_and(|caller| caller.identity().is_some())
    }

    /// Returns whether they may see what `caller` did. Who did not say who they are has done nothing
    /// that others could not have done, and a key that is limited to some tools is only for calling.
    pub(super) fn may_see(&self, caller: Option<&str>) -> bool {
        let is_own = self.is_known() && !self.is_limited() && caller == Some(self.name());
        self.is_admin() || is_own
    }

    /// Returns a call of the log as they may see it, if they may see it.
    pub(super) fn shown(&self, mut entry: LogEntry) -> Option<LogEntry> {
        if !self.may_see(entry.caller.as_deref()) {
            return None;
        }
        if let Some(outcome) = self.shown_outcome(&entry.outcome) {
            entry.outcome = outcome.to_owned();
        }
        Some(entry)
    }

    /// Returns what stands for an outcome that they may not see: that a tool exists which they may not
    /// call is for admins to know.
    pub(super) fn shown_outcome(&self, outcome: &str) -> Option<&'static str> {
        (outcome == "denied" && !self.is_admin()).then_some("not_found")
    }

    /// Refuses what they may not do.
    pub(super) fn require(&self, right: Right) -> Result<(), Problem> {
        if self.caller.is_none() && right != Right::Nothing {
            let why = texts::nobody_logged_in();
            return Err(Problem::new(StatusCode::UNAUTHORIZED, why));
        }
        let (is_enough, why) = match right {
            Right::Nothing | Right::Caller => return Ok(()),
            Right::Author => (self.is_author(), texts::only_author()),
            Right::Admin => (self.is_admin(), texts::only_admin()),
        };
        match is_enough {
            true => Ok(()),
            false if self.is_limited() => {
                let why = texts::limited_key();
                Err(Problem::forbidden(why))
            }
            false => Err(Problem::forbidden(why)),
        }
    }

    /// Returns the client of the calls that they make.
    pub(super) fn client(&self) -> ClientProfile {
        let identity = self.caller.as_ref().and_then(Caller::identity);
        ClientProfile::default()
            .with_origin(self.origin)
            .with_identity(identity.cloned())
    }

    /// Returns a permit to call `tool`, which need not be in the catalogue.
    pub(super) fn permit(&self, executor: &Executor, tool: Arc<dyn Tool>) -> Option<Permit> {
        executor.policy().check(&self.client(), tool).ok()
    }
}

impl From<AccessRole> for Role {
    fn from(role: AccessRole) -> Self {
        match role {
            AccessRole::Admin => Self::Admin,
            AccessRole::Author => Self::Author,
            _ => Self::Caller,
        }
    }
}

impl From<Role> for AccessRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::Author => Self::Author,
            Role::Caller => Self::Caller,
        }
    }
}
