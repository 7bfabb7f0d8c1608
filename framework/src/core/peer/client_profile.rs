//! [`ClientProfile`]: what is known of a client.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::IgnoredAny};

use super::{
    caller::{Caller, Origin},
    identity::{Identity, Rights},
    short_text,
    virtual_server::VirtualServer,
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
    /// The part of the server that the client is connected to, if it is not all of it.
    pub virtual_server: Option<Arc<VirtualServer>>,
}

impl ClientProfile {
    /// Creates a local client with this software and these capabilities.
    ///
    /// ```
    /// use toolwright::call::{ClientCapabilities, ClientProfile, Origin};
    ///
    /// let client = ClientProfile::new(None, ClientCapabilities::default());
    /// assert_eq!(client.origin, Origin::Local);
    /// ```
    #[must_use]
    pub const fn new(info: Option<Arc<Implementation>>, capabilities: ClientCapabilities) -> Self {
        Self {
            info,
            capabilities,
            origin: Origin::Local,
            identity: None,
            virtual_server: None,
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

    /// Sets the part of the server that the client is connected to.
    #[must_use]
    pub fn with_virtual_server(mut self, server: Option<Arc<VirtualServer>>) -> Self {
        self.virtual_server = server;
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
}
