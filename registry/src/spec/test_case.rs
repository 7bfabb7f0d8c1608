//! [`TestCase`]: a call of a tool that is stored with its definition, and what it returned.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    jsonc::Node,
    text_limits::{MAX_TESTS, MAX_TITLE},
    texts,
};

/// A call of a tool, and the result that it is expected to have.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct TestCase {
    /// What it shows, for people.
    pub name: Option<String>,
    /// The arguments, by name.
    #[serde(default)]
    pub arguments: Map<String, Value>,
    /// The expected result.
    pub result: Value,
}

impl TestCase {
    /// Returns whether a result is the expected one. A value that is no object is `{"result": …}` on
    /// the wire, which is the same.
    pub fn accepts(&self, result: &Value) -> bool {
        unwrapped(&self.result) == unwrapped(result)
    }
}

fn unwrapped(value: &Value) -> &Value {
    match value {
        Value::Object(members) if members.len() == 1 => members.get("result").unwrap_or(value),
        _ => value,
    }
}

/// Reads the test cases of a tool.
pub(super) fn read_tests(node: &Node<'_>) -> Option<Vec<TestCase>> {
    let elements = node.elements()?;
    if elements.len() > MAX_TESTS {
        let count = elements.len();
        node.problem(texts::too_many_tests(MAX_TESTS, count));
        return None;
    }
    let tests = elements.iter().map(|element| read_test(&element.node()));
    // Every element is read, so that all problems are found.
    tests.collect::<Vec<_>>().into_iter().collect()
}

fn read_test(node: &Node<'_>) -> Option<TestCase> {
    let fields = node.object()?;
    let name = fields.take(&["name"]);
    let name = name.and_then(|node| node.words_up_to(MAX_TITLE).map(ToOwned::to_owned));
    let arguments = match fields.take(&["arguments"]) {
        Some(node) => node.map(),
        None => Some(Map::new()),
    };
    let result = fields.required(&["result"]).and_then(|node| node.json());
    fields.finish();
    Some(TestCase {
        name,
        arguments: arguments?,
        result: result?,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_is_the_same_with_and_without_its_wrapping() {
        let case = |result| TestCase {
            name: None,
            arguments: Map::new(),
            result,
        };
        assert!(case(json!([1, 2])).accepts(&json!({"result": [1, 2]})));
        assert!(case(json!({"result": 7})).accepts(&json!(7)));
        assert!(!case(json!({"result": 7})).accepts(&json!(8)));
        assert!(!case(json!({"result": 7, "more": 1})).accepts(&json!(7)));
    }
}
