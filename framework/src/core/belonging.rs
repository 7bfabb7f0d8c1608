//! [`Belonging`]: the owner of a resource or a prompt.

/// The owner of a resource or a prompt. It decides who may use the item, which limits count the use,
/// and under which name the use is logged.
///
/// ```
/// use toolwright::{ResourceDef, resource::Belonging};
///
/// let tables = ResourceDef::new("db://tables", "tables", "The tables.").belongs_to("query");
/// assert_eq!(tables.belonging(), &Belonging::Tool("query".into()));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Belonging {
    /// To itself: the policy decides by its own name, as if it were a tool.
    #[default]
    Itself,
    /// To this tool: whoever may call the tool may use it, and using it counts as a call.
    Tool(String),
    /// To the calls that created it, such as a page of a result. It checks its caller itself.
    Calls,
}

impl Belonging {
    /// Returns the belonging after the tools were renamed, as [`Server::mount`](crate::Server::mount)
    /// does.
    #[doc(hidden)]
    #[must_use]
    pub fn renamed(&self, rename: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Tool(tool) => Self::Tool(rename(tool)),
            other => other.clone(),
        }
    }

    /// Returns the name that decides about an item called `name`, and that it is logged under.
    pub(crate) fn name<'a>(&'a self, name: &'a str) -> &'a str {
        match self {
            Self::Tool(tool) => tool,
            Self::Itself | Self::Calls => name,
        }
    }
}
