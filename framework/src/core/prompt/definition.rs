//! [`PromptDef`]: the definition of a prompt.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;

use crate::core::{
    belonging::Belonging,
    content::{Meta, with_tags},
    variables::Variable,
};

/// The definition of a prompt: its name, description and arguments.
///
/// It serialises to the protocol's `Prompt`.
#[derive(Debug, Clone)]
pub struct PromptDef {
    name: String,
    title: Option<String>,
    description: String,
    tags: BTreeSet<String>,
    meta: Meta,
    members: Meta,
    arguments: Vec<Variable>,
    belonging: Belonging,
    crate_version: Option<&'static str>,
}

impl PromptDef {
    /// Creates the definition of a prompt without arguments. People read the description.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            tags: BTreeSet::new(),
            meta: Meta::new(),
            members: Meta::new(),
            arguments: Vec::new(),
            belonging: Belonging::Itself,
            crate_version: None,
        }
    }

    /// Sets the version of the crate that has written it, which is the version of a server that sets
    /// none.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_crate(mut self, version: Option<&'static str>) -> Self {
        self.crate_version = version;
        self
    }

    /// Returns the version of the crate that has written it, if it is known.
    pub(crate) const fn crate_version(&self) -> Option<&'static str> {
        self.crate_version
    }

    /// Sets a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds a tag.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.insert(tag.into());
        self
    }

    /// Sets a key of the prompt's `_meta`.
    ///
    /// ```
    /// use toolwright::prompt::PromptDef;
    ///
    /// let greet = PromptDef::new("greet", "Greet somebody.").meta("author", "Ada");
    /// ```
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// Sets a further member of the protocol's `Prompt`, such as `icons`.
    #[cfg(feature = "client")]
    #[must_use]
    pub(crate) fn member(mut self, name: &str, value: Value) -> Self {
        self.members.insert(name.to_owned(), value);
        self
    }

    /// Adds an argument.
    #[must_use]
    pub fn argument(mut self, argument: Variable) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Sets the tool that the prompt serves.
    ///
    /// A caller that may not call the tool does not see the prompt. Using it counts as a call of the
    /// tool.
    /// A prompt without a tool is treated like a tool of its own name.
    #[must_use]
    pub fn belongs_to(self, tool: impl Into<String>) -> Self {
        self.with_belonging(Belonging::Tool(tool.into()))
    }

    /// Sets the owner of the prompt.
    #[doc(hidden)]
    #[must_use]
    pub fn with_belonging(mut self, belonging: Belonging) -> Self {
        self.belonging = belonging;
        self
    }

    /// Adds an argument, if there is one.
    #[doc(hidden)]
    #[must_use]
    pub fn argument_if(mut self, argument: Option<Variable>) -> Self {
        self.arguments.extend(argument);
        self
    }

    /// Returns the definition under another name, as [`Server::mount`](crate::Server::mount) uses
    /// it.
    #[doc(hidden)]
    #[must_use]
    pub fn renamed(&self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self.clone()
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The description that people read.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the owner of the prompt.
    #[must_use]
    pub const fn belonging(&self) -> &Belonging {
        &self.belonging
    }

    /// The arguments.
    #[must_use]
    pub fn arguments(&self) -> &[Variable] {
        &self.arguments
    }
}

impl Serialize for PromptDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", &self.description)?;
        if !self.arguments.is_empty() {
            map.serialize_entry("arguments", &self.arguments)?;
        }
        for (name, value) in &self.members {
            map.serialize_entry(name, value)?;
        }
        let meta = with_tags(&self.meta, &self.tags);
        if !meta.is_empty() {
            map.serialize_entry("_meta", &meta)?;
        }
        map.end()
    }
}
