//! [`SentTools`]: tools in a text of this machine, which a server elsewhere checks.

use jsonc_parser::{ast::Value as Tree, common::Ranged as _};
use serde_json::{Map, Value};

use crate::{
    jsonc::{Invalid, Node, Problems, parse},
    stack::on_large_stack,
};

/// The tools of a text, which a server elsewhere checks: a file, an array of tools, or one tool.
#[derive(Debug)]
pub struct SentTools<'a> {
    file: &'a str,
    text: &'a str,
    pub definitions: Vec<Map<String, Value>>,
}

impl<'a> SentTools<'a> {
    /// Reads the text of the file `file`.
    ///
    /// # Errors
    /// If the text is not JSON, or none of these.
    pub fn read(file: &'a str, text: &'a str) -> Result<Self, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let definitions = parse(text, &problems)
                .and_then(|tree| definitions(&Node::root(&tree, "", &problems)));
            let definitions = problems.into_result(file, definitions)?;
            Ok(Self {
                file,
                text,
                definitions,
            })
        })
    }

    /// Returns what the server found, each with its place in the text: the number of the definition, the JSON
    /// pointer of a value in it, and the message.
    pub fn located(&self, findings: &[(usize, String, String)]) -> Invalid {
        let located = on_large_stack(self.file, || {
            let problems = Problems::of(self.text);
            if let Some(tree) = parse(self.text, &problems) {
                for (index, pointer, message) in findings {
                    let (path, place) = definition(&tree, *index);
                    let (path, offset) = locate(place, path, pointer);
                    problems.add(offset, path, message.as_str());
                }
            }
            problems.into_result(self.file, None::<Invalid>)
        });
        match located {
            Ok(invalid) | Err(invalid) => invalid,
        }
    }
}

fn definitions(root: &Node<'_>) -> Option<Vec<Map<String, Value>>> {
    let elements = |node: &Node<'_>| {
        let elements = node.elements()?;
        elements.iter().map(|one| one.node().map()).collect()
    };
    if !root.is_object() {
        return elements(root);
    }
    match root.object()?.take(&["tools"]) {
        Some(tools) => elements(&tools),
        None => Some(vec![root.map()?]),
    }
}

/// Returns the path and the value of a definition.
fn definition<'t, 'a>(root: &'t Tree<'a>, index: usize) -> (String, &'t Tree<'a>) {
    let (name, array) = match root {
        Tree::Object(_) => ("tools", member(root, "tools")),
        _ => ("", Some(root)),
    };
    match array.and_then(|array| member(array, &index.to_string())) {
        Some(found) => (format!("{name}[{index}]"), found),
        None => (String::new(), root),
    }
}

fn member<'t, 'a>(tree: &'t Tree<'a>, name: &str) -> Option<&'t Tree<'a>> {
    match tree {
        Tree::Object(object) => {
            let mut members = object.properties.iter();
            let found = members.find(|member| member.name.as_str() == name);
            found.map(|member| &member.value)
        }
        Tree::Array(array) => array.elements.get(name.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Returns the path of a value below `tree`, whose path is `path`, and where it stands. A value that is missing
/// stands where the one around it begins.
fn locate(tree: &Tree<'_>, mut path: String, pointer: &str) -> (String, usize) {
    let mut found = Some(tree);
    let mut offset = tree.range().start;
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        let is_index = match found {
            Some(around) => matches!(around, Tree::Array(_)),
            None => part.bytes().all(|byte| byte.is_ascii_digit()),
        };
        match is_index {
            true => path.push_str(&format!("[{part}]")),
            false if path.is_empty() => path.push_str(&part),
            false => path.push_str(&format!(".{part}")),
        }
        found = found.and_then(|around| member(around, &part));
        offset = found.map_or(offset, |value| value.range().start);
    }
    (path, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"tools": [
  {"name": "a"}, // The other one:
  {"name": "b", "config": {"a/b": [1, {"c": 2}]}}
]}"#;

    fn located(text: &str, index: usize, pointer: &str) -> String {
        let sent = SentTools::read("f", text).unwrap();
        let finding = (index, pointer.to_owned(), "wrong".to_owned());
        sent.located(&[finding]).to_string()
    }

    #[test]
    fn a_finding_stands_where_its_value_does() {
        for (index, pointer, expected) in [
            (0, "", "f:2:3: tools[0]: wrong"),
            (1, "/name", "f:3:12: tools[1].name: wrong"),
            (
                1,
                "/config/a~1b/1/c",
                "f:3:45: tools[1].config.a/b[1].c: wrong",
            ),
            // What is missing stands where the object around it begins.
            (1, "/config/query", "f:3:27: tools[1].config.query: wrong"),
            (1, "/parameters/0", "f:3:3: tools[1].parameters[0]: wrong"),
        ] {
            assert_eq!(located(FILE, index, pointer), expected);
        }
        let array = r#"[{"name": "a"}]"#;
        assert_eq!(located(array, 0, "/name"), "f:1:11: [0].name: wrong");
        let one = r#" {"name": "a"}"#;
        assert_eq!(located(one, 0, ""), "f:1:2: wrong");
        assert_eq!(located(one, 7, "/name"), "f:1:11: name: wrong");
    }
}
