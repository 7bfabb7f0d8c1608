//! [`Identity`]: who makes a request, with a role and rights.

use std::{
    collections::BTreeSet,
    fmt,
    str::FromStr,
    sync::{Arc, LazyLock},
};

use serde::{Deserialize, Serialize};

use crate::core::name_pattern::NamePattern;

/// A caller who proved who they are.
///
/// An authenticator creates it from the credentials of a request. It is plain data: the policy
/// decides by its [rights](Rights) which tools are listed and may be called, limits count by its
/// [id](Self::id), and the execution log records it.
///
/// ```
/// use toolwright::{
///     access::{AccessRole, Identity},
///     govern::NamePattern,
/// };
///
/// let ada = Identity::new("ada")
///     .with_role(AccessRole::Author)
///     .with_tools([NamePattern::new("get_*")]);
/// assert_eq!(ada.user(), "ada");
/// assert!(ada.rights().may_use("get_weather"));
/// assert!(!ada.rights().may_use("delete_all"));
/// assert_eq!(ada.bound_to("helper").bound_server(), Some("helper"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    key: Option<Arc<str>>,
    /// The virtual server that it opens alone.
    bound_to: Option<Arc<str>>,
    rights: Arc<Rights>,
}

/// The rights of a caller to call tools. Callers with equal rights see the same lists.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rights {
    user: Arc<str>,
    role: AccessRole,
    scopes: BTreeSet<String>,
    tools: Option<Arc<[NamePattern]>>,
    /// Whether no scopes are asked for, because the server asks nobody who they are.
    needs_no_scopes: bool,
}

impl Identity {
    /// Creates the identity of a user with the role [`AccessRole::Caller`], without scopes, who may
    /// call every public tool.
    pub fn new(user: impl Into<Arc<str>>) -> Self {
        Self {
            key: None,
            bound_to: None,
            rights: Arc::new(Rights {
                user: user.into(),
                role: AccessRole::Caller,
                scopes: BTreeSet::new(),
                tools: None,
                needs_no_scopes: false,
            }),
        }
    }

    /// Sets the role.
    #[must_use]
    pub fn with_role(mut self, role: AccessRole) -> Self {
        Arc::make_mut(&mut self.rights).role = role;
        self
    }

    /// Sets the id of the key that the caller showed.
    #[must_use]
    pub fn with_key(mut self, id: impl Into<Arc<str>>) -> Self {
        self.key = Some(id.into());
        self
    }

    /// Binds the caller to a [virtual server](crate::transport::VirtualServer): nothing else of the server
    /// is open to it.
    #[must_use]
    pub fn bound_to(mut self, server: impl Into<Arc<str>>) -> Self {
        self.bound_to = Some(server.into());
        self
    }

    /// Sets the scopes.
    #[must_use]
    pub fn with_scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Arc::make_mut(&mut self.rights).scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Limits the caller to the tools whose names match one of the patterns.
    #[must_use]
    pub fn with_tools(mut self, tools: impl IntoIterator<Item = NamePattern>) -> Self {
        Arc::make_mut(&mut self.rights).tools = Some(tools.into_iter().collect());
        self
    }

    /// Returns the name of the user, or the subject of the token.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.rights.user
    }

    /// Returns the role.
    #[must_use]
    pub fn role(&self) -> AccessRole {
        self.rights.role
    }

    /// Returns the id of the key that the caller showed, or `None` if it showed a token.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the virtual server that the caller is bound to, if it is.
    #[must_use]
    pub fn bound_server(&self) -> Option<&str> {
        self.bound_to.as_deref()
    }

    /// Returns the id of the key, or the name of the user if there is no key.
    #[must_use]
    pub fn id(&self) -> &str {
        self.key().unwrap_or_else(|| self.user())
    }

    /// Returns what the caller may call.
    #[must_use]
    pub const fn rights(&self) -> &Arc<Rights> {
        &self.rights
    }
}

/// A caller of this name, as [`Identity::new`] creates it.
impl From<&str> for Identity {
    fn from(user: &str) -> Self {
        Self::new(user)
    }
}

impl Rights {
    /// Returns the rights of somebody on another machine whom the server does not ask who they are:
    /// to call every tool that belongs to nobody.
    pub(crate) fn of_anybody() -> &'static Arc<Self> {
        static ANYBODY: LazyLock<Arc<Rights>> = LazyLock::new(|| {
            Arc::new(Rights {
                // No user has this name, so that no tool belongs to them.
                user: "".into(),
                role: AccessRole::Caller,
                scopes: BTreeSet::new(),
                tools: None,
                needs_no_scopes: true,
            })
        });
        &ANYBODY
    }

    /// Returns the name of the user.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.user
    }

    /// Returns the scopes, in alphabetical order.
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.scopes.iter().map(String::as_str)
    }

    /// Returns `true` if the caller may use the tools of some names alone.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.tools.is_some()
    }

    /// Returns `true` if the caller is not limited to other names.
    #[must_use]
    pub fn may_use(&self, name: &str) -> bool {
        let patterns = self.tools.as_deref();
        patterns.is_none_or(|patterns| patterns.iter().any(|pattern| pattern.matches(name)))
    }

    /// Returns `true` if the caller may call the tool `name`, which needs `scopes` and which only
    /// `owner` may call if it is set. An admin needs no scopes, and may call the tools of everybody.
    #[must_use]
    pub fn may_call<'a>(
        &self,
        name: &str,
        scopes: impl IntoIterator<Item = &'a String>,
        owner: Option<&str>,
    ) -> bool {
        let is_admin = self.role == AccessRole::Admin;
        self.may_use(name)
            && (is_admin || owner.is_none_or(|owner| *owner == *self.user))
            && (is_admin
                || self.needs_no_scopes
                || scopes.into_iter().all(|scope| self.scopes.contains(scope)))
    }
}

/// The role of a caller, which says what it may do beside calling tools.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AccessRole {
    /// Calls tools.
    #[default]
    Caller,
    /// Also creates tools, and changes those that it owns.
    Author,
    /// Changes everything.
    Admin,
}

/// A text is not the name of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected `admin`, `author` or `caller`")]
pub struct UnknownRole;

impl fmt::Display for AccessRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Caller => "caller",
            Self::Author => "author",
            Self::Admin => "admin",
        })
    }
}

impl FromStr for AccessRole {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        match text {
            "caller" => Ok(Self::Caller),
            "author" => Ok(Self::Author),
            "admin" => Ok(Self::Admin),
            _ => Err(UnknownRole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_wipe(caller: &Identity) -> bool {
        let scopes = ["disk".to_owned(), "write".to_owned()];
        caller.rights().may_call("wipe", &scopes, None)
    }

    #[test]
    fn every_scope_of_a_tool_is_needed() {
        let caller = |scopes: &[&str]| Identity::new("ada").with_scopes(scopes.iter().copied());
        assert!(!may_wipe(&caller(&[])));
        assert!(!may_wipe(&caller(&["disk"])));
        assert!(may_wipe(&caller(&["disk", "read", "write"])));
    }

    #[test]
    fn an_admin_needs_no_scopes_but_keeps_to_the_patterns_of_its_key() {
        let admin = Identity::new("root").with_role(AccessRole::Admin);
        assert!(may_wipe(&admin));
        assert!(!may_wipe(&admin.with_tools([NamePattern::new("get_*")])));
    }

    #[test]
    fn a_private_tool_is_for_its_owner_and_for_admins() {
        let may_call = |user: Identity| user.rights().may_call("mine", [], Some("ada"));
        assert!(may_call(Identity::new("ada")));
        assert!(!may_call(
            Identity::new("bob").with_role(AccessRole::Author)
        ));
        assert!(may_call(Identity::new("eve").with_role(AccessRole::Admin)));
    }

    #[test]
    fn roles_are_read_as_they_are_written() {
        for role in [AccessRole::Caller, AccessRole::Author, AccessRole::Admin] {
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        assert_eq!("Admin".parse::<AccessRole>(), Err(UnknownRole));
    }
}
