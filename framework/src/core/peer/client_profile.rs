//! [`ClientProfile`]: what is known of a client; [`ClientSession`]: what is kept for it between calls.

use std::{
    any::{Any, TypeId},
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{Arc, Mutex},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::IgnoredAny};
use toolwright_base::{lock, token};

use super::{
    caller::{Caller, Origin},
    identity::{Identity, Rights},
    short_text,
};

/// The client of a call: its software and capabilities as it declared them, and its origin.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ClientProfile {
    /// The software of the client, if declared.
    pub info: Option<Arc<Implementation>>,
    /// The capabilities of the client.
    pub capabilities: ClientCapabilities,
    /// The origin of the call.
    pub origin: Origin,
    /// The identity that the request proved, or `None` if the server does not ask for one.
    pub identity: Option<Arc<Identity>>,
}

impl ClientProfile {
    /// Creates a local client with this software and these capabilities.
    #[must_use]
    pub const fn new(info: Option<Arc<Implementation>>, capabilities: ClientCapabilities) -> Self {
        Self {
            info,
            capabilities,
            origin: Origin::Local,
            identity: None,
        }
    }

    /// Returns who calls.
    #[must_use]
    pub fn caller(&self) -> Caller {
        match &self.identity {
            Some(identity) => Arc::clone(identity).into(),
            None => Caller::of(self.origin),
        }
    }

    /// Returns what the caller may call, or `None` if nothing limits it.
    #[must_use]
    pub fn rights(&self) -> Option<&Rights> {
        self.shared_rights().map(|rights| &**rights)
    }

    /// Returns the rights, which clones of them share.
    pub(crate) fn shared_rights(&self) -> Option<&Arc<Rights>> {
        match &self.identity {
            Some(identity) => Some(identity.rights()),
            None if self.origin.is_elsewhere() => Some(Rights::of_anybody()),
            None => None,
        }
    }

    /// Sets the origin.
    #[must_use]
    pub const fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Sets the identity that the request proved.
    #[must_use]
    pub fn with_identity(mut self, identity: Option<Arc<Identity>>) -> Self {
        self.identity = identity;
        self
    }
}

/// A piece of software, by name and version. What a client sends is cut to 256 bytes each.
///
/// ```
/// use toolwright::call::Implementation;
///
/// let software = Implementation::new("desk", "1.4.0");
/// assert_eq!(software.name, "desk");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Implementation {
    /// The name.
    #[serde(deserialize_with = "short_text::required")]
    pub name: String,
    /// The version.
    #[serde(deserialize_with = "short_text::required")]
    pub version: String,
    /// A name for people.
    #[serde(
        default,
        deserialize_with = "short_text::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub title: Option<String>,
    /// The address of its web site.
    #[serde(
        default,
        deserialize_with = "short_text::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub website_url: Option<String>,
}

impl Implementation {
    /// Creates software by name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            title: None,
            website_url: None,
        }
    }
}

/// The capabilities that a client declared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// It shows forms to a person.
    pub elicitation_form: bool,
    /// It sends a person to a web page.
    pub elicitation_url: bool,
    /// It lets servers sample its model.
    pub sampling: bool,
    /// It lists its roots.
    pub roots: bool,
    /// It knows the tasks extension.
    pub tasks: bool,
}

impl ClientCapabilities {
    /// All capabilities.
    pub const ALL: Self = Self {
        elicitation_form: true,
        elicitation_url: true,
        sampling: true,
        roots: true,
        tasks: true,
    };
}

/// As a client declares them. Tasks are not among them: the extension has to be negotiated with each
/// server.
impl Serialize for ClientCapabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nothing = BTreeMap::<&str, ()>::new;
        let modes = [
            ("form", self.elicitation_form),
            ("url", self.elicitation_url),
        ];
        let modes = modes.into_iter().filter(|(_, is_known)| *is_known);
        let modes: BTreeMap<_, _> = modes.map(|(mode, _)| (mode, nothing())).collect();
        let others = [("roots", self.roots), ("sampling", self.sampling)];
        let others = others.into_iter().filter(|(_, is_known)| *is_known);
        let mut declared: BTreeMap<_, _> =
            others.map(|(name, _)| (name, BTreeMap::new())).collect();
        if !modes.is_empty() {
            declared.insert("elicitation", modes);
        }
        declared.serialize(serializer)
    }
}

/// The name of the tasks extension.
pub(crate) const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";

#[derive(Deserialize)]
struct Declared {
    elicitation: Option<Elicitation>,
    sampling: Option<IgnoredAny>,
    roots: Option<IgnoredAny>,
    #[serde(default)]
    extensions: BTreeMap<String, IgnoredAny>,
}

#[derive(Deserialize)]
struct Elicitation {
    form: Option<IgnoredAny>,
    url: Option<IgnoredAny>,
}

impl<'de> Deserialize<'de> for ClientCapabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let declared = Declared::deserialize(deserializer)?;
        let elicitation = declared.elicitation.as_ref();
        Ok(Self {
            // A bare `{}` means forms, as it did before there were two modes.
            elicitation_form: elicitation
                .is_some_and(|modes| modes.form.is_some() || modes.url.is_none()),
            elicitation_url: elicitation.is_some_and(|modes| modes.url.is_some()),
            sampling: declared.sampling.is_some(),
            roots: declared.roots.is_some(),
            tasks: declared.extensions.contains_key(TASKS_EXTENSION),
        })
    }
}

/// The session of a client, as the functions that it calls see it: an id, and values of theirs.
///
/// [`Context::session`](crate::Context::session) returns it. A value is found by its type, so a type
/// of your own keeps clear of those of others. All values are dropped when the session ends.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use toolwright::prelude::*;
///
/// #[derive(Default)]
/// struct Visits(AtomicU32);
///
/// /// Count the calls of this session.
/// #[tool]
/// async fn visit(ctx: Context) -> Result<u32, ToolError> {
///     let Some(session) = ctx.session() else {
///         return Err(ToolError::failed("this client has no session"));
///     };
///     let visits = session.get_or_default::<Visits>();
///     Ok(visits.0.fetch_add(1, Ordering::Relaxed) + 1)
/// }
/// ```
pub struct ClientSession {
    id: String,
    values: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl ClientSession {
    pub(crate) fn new() -> Self {
        Self {
            id: token::random(),
            values: Mutex::default(),
        }
    }

    /// Returns the id of the session. It is not the one that the client sends, which is a secret.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the value of type `T`.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let value = lock(&self.values).get(&TypeId::of::<T>()).cloned();
        value.and_then(|value| value.downcast().ok())
    }

    /// Returns the value of type `T`, which is its default if there was none.
    #[must_use]
    pub fn get_or_default<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut values = lock(&self.values);
        let value = values.entry(TypeId::of::<T>());
        let value = Arc::clone(value.or_insert_with(|| Arc::new(T::default())));
        value.downcast().unwrap_or_default()
    }

    /// Stores a value, in place of the earlier one of its type.
    pub fn insert<T: Send + Sync + 'static>(&self, value: T) {
        // The earlier one is dropped when the lock is free again.
        let _earlier = lock(&self.values).insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// Removes the value of type `T` and returns it.
    pub fn remove<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let value = lock(&self.values).remove(&TypeId::of::<T>());
        value.and_then(|value| value.downcast().ok())
    }
}

impl fmt::Debug for ClientSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientSession")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    #[test]
    fn an_empty_elicitation_capability_means_forms() {
        let read = |value| from_value::<ClientCapabilities>(value).unwrap();
        assert_eq!(read(json!({})), ClientCapabilities::default());
        assert!(read(json!({"elicitation": {}})).elicitation_form);
        let url_only = read(json!({"elicitation": {"url": {}}, "sampling": {}}));
        assert!(!url_only.elicitation_form && url_only.elicitation_url && url_only.sampling);
        assert!(read(json!({"extensions": {"io.modelcontextprotocol/tasks": {}}})).tasks);
    }

    #[test]
    fn capabilities_are_declared_as_they_are_read() {
        let declared = json!({"elicitation": {"url": {}}, "sampling": {}});
        let read = from_value::<ClientCapabilities>(declared.clone()).unwrap();
        assert_eq!(json!(read), declared);
        assert_eq!(json!(ClientCapabilities::default()), json!({}));
    }

    #[test]
    fn a_value_is_found_by_its_type() {
        let session = ClientSession::new();
        assert_eq!(session.get::<u32>(), None);
        assert_eq!(*session.get_or_default::<u32>(), 0);
        session.insert(7_u32);
        session.insert("text");
        assert_eq!(session.get::<u32>().as_deref(), Some(&7));
        assert_eq!(*session.get_or_default::<u32>(), 7);
        assert_eq!(session.remove::<u32>().as_deref(), Some(&7));
        assert_eq!(session.get::<u32>(), None);
        assert_eq!(session.get::<&str>().as_deref(), Some(&"text"));
        assert_ne!(session.id(), ClientSession::new().id());
    }
}
