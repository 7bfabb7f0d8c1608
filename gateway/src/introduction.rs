//! [`Introduction`]: the name, version and instructions of a server.

use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, value::RawValue};

/// The key of `_meta` that has the name of a server of 2026-07-28.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The name, version and instructions of a server, from the result of `initialize` or `server/discover`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Introduction {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Its name for people.
    pub title: Option<String>,
    /// How its tools are used, for a model.
    #[serde(skip)]
    pub instructions: Option<String>,
}

impl Introduction {
    /// Reads the result of `initialize` or `server/discover`. What has another type is left out.
    pub(crate) fn of(result: &RawValue) -> Self {
        let result: Value = serde_json::from_str(result.get()).unwrap_or_default();
        let info = match &result["serverInfo"] {
            Value::Null => &result["_meta"][SERVER_INFO],
            info => info,
        };
        let introduction = Self::deserialize(info).unwrap_or_default();
        Self {
            instructions: result["instructions"].as_str().map(ToOwned::to_owned),
            ..introduction
        }
    }
}

/// Whether a server says that it has log messages.
pub(crate) fn has_logs(server: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct ServerJson {
        capabilities: CapabilitiesJson,
    }
    #[derive(Deserialize)]
    struct CapabilitiesJson {
        logging: Option<IgnoredAny>,
    }
    let read = serde_json::from_str::<ServerJson>(server.get());
    read.is_ok_and(|server| server.capabilities.logging.is_some())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(result: &Value) -> Introduction {
        Introduction::of(&serde_json::value::to_raw_value(result).unwrap())
    }

    #[test]
    fn servers_of_both_eras_introduce_themselves() {
        let info = json!({"name": "time", "version": "1.2"});
        let old = of(&json!({"serverInfo": info, "instructions": "Ask for the time."}));
        assert_eq!(old.name.as_deref(), Some("time"));
        assert_eq!(old.instructions.as_deref(), Some("Ask for the time."));
        let new = of(&json!({"_meta": {SERVER_INFO: info}}));
        assert_eq!(new.version.as_deref(), Some("1.2"));
    }

    #[test]
    fn what_has_another_type_is_left_out() {
        let wrong = json!({"serverInfo": {"name": 1}, "instructions": ["a"]});
        assert_eq!(of(&wrong), Introduction::default());
        assert_eq!(of(&json!([1])), Introduction::default());
    }
}
