//! Finds parts of a schema: by reference, and by the path of a value.

use serde_json::Value;

use super::json_schema::Schema;

/// Returns the part of `root` that a reference such as `#/$defs/Book` names.
pub(super) fn resolve<'s>(root: &'s Schema, reference: &Value) -> Option<&'s Value> {
    let mut steps = reference.as_str()?.strip_prefix("#/")?.split('/');
    let unescaped = |step: &str| step.replace("~1", "/").replace("~0", "~");
    let first = root.get(&unescaped(steps.next()?))?;
    steps.try_fold(first, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        value => value.get(unescaped(step)),
    })
}

/// Returns the schema of the value at `path`, such as `items[2].price`, in one that fits `schema`.
/// Of several options only one may have the part.
pub(in crate::core) fn schema_at<'s>(
    schema: &'s Value,
    root: &'s Schema,
    path: &str,
) -> Option<&'s Value> {
    let followed = |schema: &'s Value| match schema.get("$ref") {
        Some(reference) => resolve(root, reference),
        None => Some(schema),
    };
    let mut steps = path.split(['.', '[', ']']).filter(|step| !step.is_empty());
    let part = |schema: &'s Value, step: &str| {
        let member = schema.get("properties").and_then(|all| all.get(step));
        followed(member.or_else(|| schema.get("items"))?)
    };
    steps.try_fold(followed(schema)?, |schema, step| {
        let options = ["anyOf", "oneOf"]
            .into_iter()
            .filter_map(|keyword| schema.get(keyword));
        let options = options.filter_map(Value::as_array).flatten();
        let mut of_options = options.filter_map(|option| part(followed(option)?, step));
        part(schema, step).or_else(|| {
            let only = of_options.next()?;
            of_options.next().is_none().then_some(only)
        })
    })
}
