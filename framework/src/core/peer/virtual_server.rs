//! [`VirtualServer`]: a part of a server, with an address of its own.

use std::{
    collections::HashSet,
    fmt,
    hash::{Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// A part of a server that clients see as a server of its own: some of the tools, other instructions,
/// and a prompt.
///
/// It gives no rights. Whoever connects sees those of its tools that they may call anyway, and nothing
/// else of the server.
///
/// ```
/// use toolwright::{call::ClientProfile, transport::VirtualServer};
///
/// let sums = VirtualServer::new("sums", ["add", "subtract"])
///     .instructions("Use whole numbers.")
///     .prompt("Asks for a sum.", "Add the numbers.");
/// assert_eq!(sums.name(), "sums");
/// let client = ClientProfile::default().with_virtual_server(Some(sums.clone().into()));
/// assert_eq!(client.virtual_server.as_deref(), Some(&sums));
/// assert!(sums.has_tool("add"));
/// assert!(!sums.has_tool("delete_all"));
/// ```
#[derive(Clone)]
pub struct VirtualServer {
    name: Arc<str>,
    tools: HashSet<String>,
    instructions: Option<String>,
    prompt: Option<VirtualPrompt>,
    /// Another number for each one that is created, so that comparing two needs no look at their tools.
    number: u64,
}

/// The prompt of a virtual server.
#[derive(Debug, Clone)]
pub(crate) struct VirtualPrompt {
    pub(crate) description: String,
    pub(crate) text: Arc<str>,
}

impl VirtualServer {
    /// Creates one with these tools, by their names.
    pub fn new(
        name: impl Into<Arc<str>>,
        tools: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        static CREATED: AtomicU64 = AtomicU64::new(0);
        Self {
            name: name.into(),
            tools: tools.into_iter().map(Into::into).collect(),
            instructions: None,
            prompt: None,
            number: CREATED.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Sets the instructions, which stand in place of those of the server.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets the prompt, which has the name of the virtual server and is a message of the user.
    #[must_use]
    pub fn prompt(mut self, description: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        self.prompt = Some(VirtualPrompt {
            description: description.into(),
            text: text.into(),
        });
        self
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the tool of this name is one of its own.
    #[must_use]
    pub fn has_tool(&self, name: &str) -> bool {
        self.tools.contains(name)
    }

    /// Returns a number that no other one has, also not the same part after a change.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    pub(crate) const fn shared_name(&self) -> &Arc<str> {
        &self.name
    }

    pub(crate) fn own_instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    pub(crate) const fn own_prompt(&self) -> Option<&VirtualPrompt> {
        self.prompt.as_ref()
    }
}

impl fmt::Debug for VirtualServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VirtualServer")
            .field("name", &self.name)
            .field("tools", &self.tools.len())
            .finish_non_exhaustive()
    }
}

impl PartialEq for VirtualServer {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for VirtualServer {}

impl Hash for VirtualServer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}
