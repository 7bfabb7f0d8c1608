//! [`Schema`]: a JSON schema.

use serde_json::{Map, Value};

/// A JSON schema. (A schema may also be `true` or `false`; these are written as `{}` and
/// `{"not": {}}`, since many clients accept only objects.)
pub type Schema = Map<String, Value>;
