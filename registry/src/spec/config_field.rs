//! [`config`]: the configuration of a definition, in each of its forms.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    jsonc::{Fields, Node, Problems, parse},
    kinds::{Kind, KindConfig, Surroundings},
    texts,
};

/// Reads the configuration of a kind from `config`, or from what a database of custom tools calls
/// `definition`: the text of the author, or JSON with the fields of `config`.
pub(super) fn config(
    fields: &Fields<'_>,
    kind: &dyn Kind,
    around: Surroundings<'_>,
) -> Option<Arc<dyn KindConfig>> {
    let inner = match (fields.take(&["config"]), kind.text_field()) {
        (Some(config), _) => config.object()?,
        (None, Some(field)) if fields.has("definition") => {
            let definition = fields.take(&["definition"])?;
            if definition.is_object() {
                definition.object()?
            } else if let Some(json) = json_text(&definition, field) {
                return config_of_json(json, &definition, kind, around);
            } else {
                return kind.parse(fields, around);
            }
        }
        (None, _) if !kind.needs_config() => return kind.parse(fields, around),
        (None, _) => {
            fields.problem(texts::missing_config());
            return None;
        }
    };
    let config = kind.parse(&inner, around);
    inner.finish();
    config
}

/// Returns the text of a `definition` that is JSON with the field of its kind. An expression may look
/// like JSON too.
fn json_text<'a>(definition: &Node<'a>, field: &str) -> Option<&'a str> {
    let text = definition.is_text().then(|| definition.text()).flatten()?;
    let value: Value = serde_json::from_str(text).ok()?;
    value.get(field).map(|_| text)
}

/// Reads the configuration of a kind from the JSON `text` of a `definition`, where all of its problems
/// are reported.
fn config_of_json(
    text: &str,
    definition: &Node<'_>,
    kind: &dyn Kind,
    around: Surroundings<'_>,
) -> Option<Arc<dyn KindConfig>> {
    let problems = Problems::of(text);
    let config = parse(text, &problems).and_then(|tree| {
        let fields = Node::root(&tree, "", &problems).object()?;
        let config = kind.parse(&fields, around);
        fields.finish();
        config
    });
    match problems.into_result("definition", config) {
        Ok(config) => Some(config),
        Err(invalid) => {
            for problem in invalid.problems {
                let message = match problem.path.is_empty() {
                    true => problem.message,
                    false => texts::problem_at(problem.path, problem.message),
                };
                definition.problem(message);
            }
            None
        }
    }
}
