//! [`Annotations`]: hints about a block of content.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Hints about a block of content.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// The roles that the block is meant for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// The importance, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
}

/// The speaker of a message, or the reader of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, or an agent that acts for them.
    User,
    /// The model.
    Assistant,
}

/// The `_meta` object of a message.
pub type Meta = Map<String, Value>;
