//! [`Definition`]: what a store keeps, whatever it defines.

use std::fmt::Debug;

use serde_json::{Map, Value};
use toolwright_base::CodedText;

use crate::jsonc::{Invalid, Node};

/// The JSON of a definition and its hash, if they were made before.
pub(crate) type Known = Option<(Map<String, Value>, [u8; 32])>;

/// A named object of JSON that was read and checked as a whole, as a store keeps it.
///
/// Tools and agents are such definitions. Files, versions, restoring and the notice of changes are the
/// same for both.
pub trait Definition: Debug + Send + Sync + Sized + 'static {
    /// The context that is needed to read one.
    type Context: Clone + Debug + Send + Sync + 'static;

    /// One of them, in messages.
    const NOUN: &'static str;
    /// The field of a file that has all of them.
    const ARRAY: &'static str;
    /// The file of those that exist.
    const FILE: &'static str;
    /// The file of all versions.
    const HISTORY: &'static str;
    /// The text that stands for a file that does not exist, if it need not.
    const WITHOUT_FILE: Option<&'static str>;

    /// Says that a file has another one of this name, at `place` of its list.
    fn duplicate(name: &str, place: usize) -> CodedText;

    /// Reads one of which the JSON and its hash may be known already. Returns `None` if something is
    /// missing; whether everything is right, the collected problems say.
    fn read_as(
        node: &Node<'_>,
        known: Option<(Map<String, Value>, [u8; 32])>,
        context: &Self::Context,
    ) -> Option<Self>;

    /// Returns the name.
    fn name(&self) -> &str;

    /// Returns the definition as it is stored.
    fn json(&self) -> &Map<String, Value>;

    /// Returns the hash of the definition as it is stored.
    fn hash(&self) -> [u8; 32];

    /// Returns whether it has a credential that is not sealed.
    fn has_plain_credential(&self) -> bool {
        false
    }

    /// Returns it with its credentials sealed. A mask stands for the credential of `before`.
    ///
    /// # Errors
    /// If a credential cannot be sealed.
    fn sealed(&self, before: Option<&Self>, context: &Self::Context) -> Result<Self, Invalid>;
}
