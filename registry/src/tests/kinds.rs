//! What holds for every kind: its schema has the fields that it reads, and its name is its own.

use std::{path::Path, sync::Arc};

use serde_json::{Value, json};

use super::{engines, mistakes::wrong};
use crate::{
    jsonc::Fields,
    kinds::{Kind, KindConfig, KindError, Kinds, Surroundings, schema_differences},
    spec::json_schema,
};
use toolwright::schema::{Schema, check_schema};

/// A `config` without mistakes for each kind, so that the whole of it is read.
const SAMPLES: [(&str, &str); 7] = [
    ("builtin", r#"{"tool": "calculator"}"#),
    ("expression", r#"{"expression": "1"}"#),
    ("http", r#"{"base_url": "https://example.com"}"#),
    ("mcp", r#"{"server_name": "a", "tool_name": "b"}"#),
    ("python", r#"{"script": "x.py", "function": "f"}"#),
    ("shell", r#"{"command": ["ls"]}"#),
    ("sql", r#"{"query": "SELECT 1"}"#),
];

#[test]
fn the_schema_of_each_kind_has_the_fields_that_it_reads() {
    let engines = engines(Path::new("/nowhere"));
    assert!(engines.kinds.names().eq(SAMPLES.map(|(kind, _)| kind)));
    for (kind, config) in engines.kinds.iter().zip(SAMPLES.map(|(_, config)| config)) {
        let found = schema_differences(&**kind, config, &engines).unwrap();
        assert_eq!(found, Vec::<String>::new(), "{}", kind.name());
    }
}

#[test]
fn the_schema_of_a_changed_argument_has_the_fields_that_are_read() {
    let found = wrong(
        r#""type": "builtin", "config": {"tool": "calculator", "arguments": {"variables": {"%": 1}}}"#,
    );
    let path = "config.arguments.variables.%: unknown field: expected one of ";
    let message = found[0].strip_prefix(path).unwrap();
    let mut read: Vec<_> = message
        .split(", ")
        .map(|one| one.trim_matches('`'))
        .collect();
    read.sort_unstable();
    let kinds = Kinds::default();
    let schema = Value::Object(kinds.get("builtin").unwrap().config_schema());
    let properties = schema.pointer("/properties/arguments/additionalProperties/properties");
    let mut described: Vec<_> = properties.unwrap().as_object().unwrap().keys().collect();
    described.sort_unstable();
    assert_eq!(read, described);
}

#[test]
fn the_schema_of_each_kind_is_a_plain_object() {
    for kind in Kinds::default().iter() {
        let schema = kind.config_schema();
        check_schema(&schema).unwrap();
        let name = kind.name();
        assert_eq!(schema["type"], "object", "{name}");
        assert_eq!(schema["additionalProperties"], false, "{name}");
        assert!(
            !Value::Object(schema).to_string().contains("null"),
            "{name}"
        );
    }
}

#[test]
fn the_schema_of_the_file_has_the_schema_of_each_kind() {
    let sql = json_schema(&Kinds::default());
    let sql = &sql["properties"]["tools"]["items"]["allOf"][6];
    assert_eq!(sql["if"], json!({"properties": {"type": {"const": "sql"}}}));
    assert_eq!(
        sql["then"]["properties"]["config"],
        json!({
            "type": "object",
            "properties": {
                "query": {
                    "description": "The statement. `:name` is the place of a parameter.",
                    "type": "string",
                },
                "database": {
                    "description": "One of [databases.NAME] in toolwright.toml.",
                    "type": "string",
                },
                "result": {
                    "description": "The form of the result: an array of objects (the default), one object, one value, or lines.",
                    "type": "string", "enum": ["rows", "row", "value", "text"],
                },
            },
            "required": ["query"],
            "additionalProperties": false,
        })
    );
}

#[derive(Debug)]
struct Named(&'static str, &'static [&'static str]);

impl Kind for Named {
    fn name(&self) -> &'static str {
        self.0
    }

    fn config_schema(&self) -> Schema {
        Schema::new()
    }

    fn parse(&self, _: &Fields<'_>, _: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        None
    }

    fn spellings(&self) -> &'static [&'static str] {
        self.1
    }
}

#[test]
fn a_kind_whose_name_is_taken_is_refused() {
    let add = |name, spellings| Kinds::default().with(Arc::new(Named(name, spellings)));
    for (name, spellings, expected) in [
        ("sql", &[][..], KindError::Taken("sql")),
        ("other", &["PYTHON"], KindError::Taken("PYTHON")),
        ("other", &["SQL"], KindError::Taken("SQL")),
        ("Other", &[], KindError::Name("Other")),
        ("", &[], KindError::Name("")),
        ("a b", &[], KindError::Name("a b")),
    ] {
        assert_eq!(add(name, spellings).unwrap_err(), expected);
    }
    let kinds = add("graphql", &["gql"]).unwrap();
    let names: Vec<_> = kinds.names().collect();
    let expected = [
        "builtin",
        "expression",
        "graphql",
        "http",
        "mcp",
        "python",
        "shell",
        "sql",
    ];
    assert_eq!(names, expected);
    let again = kinds.with(Arc::new(Named("graphql", &[])));
    assert_eq!(
        again.unwrap_err().to_string(),
        "there is a kind of tool `graphql` already"
    );
}
