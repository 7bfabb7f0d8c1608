//! [`read`]: reads the subschemas of a schema.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{
    graph::{Graph, Node, NodeId},
    limits::{
        MAX_COMPILED, MAX_COMPILING, MAX_PATTERN_BYTES, MAX_PATTERN_WEIGHT, MAX_PATTERNS,
        MAX_POINTERS, MAX_TARGETS,
    },
    references::{References, Resource, is_resource},
};
use crate::core::schema::{json_schema::Schema, pattern_cost::pattern_cost};

/// Reads the subschemas that `schema` can apply.
///
/// # Errors
/// Fails on a reference that does not lead to a part of `schema`.
pub(super) fn read(schema: &Schema) -> Result<Graph, String> {
    let root = Value::Object(schema.clone());
    let mut builder = Builder::new(&root);
    builder.node(&root, &root, "#")?;
    while let Some((id, schema, resource)) = builder.waiting.pop() {
        builder.read(id, schema, resource)?;
    }
    let Builder { mut nodes, .. } = builder;
    let used: Vec<_> = nodes
        .iter()
        .flat_map(|node| node.inner().chain(node.in_place.iter().copied()))
        .collect();
    for id in used {
        nodes[id].users += 1;
    }
    Ok(Graph { nodes })
}

/// The most characters of a pointer in an error.
const MAX_SHOWN: usize = 200;

/// The subschemas that were found so far.
struct Builder<'s> {
    nodes: Vec<Node>,
    /// The nodes by the address of their schema in memory.
    known: HashMap<*const Value, NodeId>,
    /// Those that are still to be read, each with its resource.
    waiting: Vec<(NodeId, &'s Value, Resource<'s>)>,
    references: References<'s>,
    patterns: HashSet<&'s str>,
    /// The bytes that are read to compile the patterns so far.
    compiling: u64,
    /// The parts of the patterns so far after they were compiled.
    compiled: u64,
    /// The bytes of the JSON pointers so far.
    pointers: usize,
    /// The schemas that references lead to so far, and the addresses that were looked at.
    targets: usize,
}

impl<'s> Builder<'s> {
    fn new(root: &'s Value) -> Self {
        let mut references = References::default();
        references.collect(root, root);
        Self {
            nodes: Vec::new(),
            known: HashMap::new(),
            waiting: Vec::new(),
            references,
            patterns: HashSet::new(),
            compiling: 0,
            compiled: 0,
            pointers: 0,
            targets: 0,
        }
    }

    /// Returns the node of a schema.
    ///
    /// # Errors
    /// Fails if the parts of the schema multiply.
    fn node(
        &mut self,
        schema: &'s Value,
        resource: Resource<'s>,
        place: &str,
    ) -> Result<NodeId, String> {
        let next = self.nodes.len();
        let id = *self.known.entry(schema).or_insert(next);
        if id == next {
            self.pointers += place.len();
            self.check_size(place)?;
            self.nodes.push(Node {
                place: place.to_owned(),
                own: 1,
                ..Node::default()
            });
            self.waiting.push((id, schema, resource));
        }
        Ok(id)
    }

    /// Reads the keywords of a schema.
    ///
    /// # Errors
    /// Fails on a reference that does not lead to a part of the schema.
    fn read(
        &mut self,
        id: NodeId,
        schema: &'s Value,
        resource: Resource<'s>,
    ) -> Result<(), String> {
        let Value::Object(keywords) = schema else {
            return Ok(());
        };
        let resource = if is_resource(keywords) {
            schema
        } else {
            resource
        };
        for (keyword, value) in keywords {
            let place = format!("{}/{}", self.nodes[id].place, escaped(keyword));
            self.pointers += place.len();
            self.check_size(&place)?;
            self.read_keyword(id, keyword, value, resource, &place)?;
        }
        Ok(())
    }

    fn read_keyword(
        &mut self,
        id: NodeId,
        keyword: &str,
        value: &'s Value,
        resource: Resource<'s>,
        place: &str,
    ) -> Result<(), String> {
        self.nodes[id].own = self.nodes[id].own.saturating_add(listed(keyword, value));
        match (keyword, value) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(to)) => {
                self.targets += self.references.effort(to);
                let targets = self.references.find(to, resource, keyword)?;
                self.targets += targets.len();
                self.check_size(place)?;
                let shown = if to.starts_with('#') { to } else { place };
                self.refer(id, targets, shown)?;
            }
            ("pattern", Value::String(pattern)) => self.add_pattern(id, pattern, place)?,
            ("properties", Value::Object(properties)) => {
                for (name, schema) in properties {
                    let place = format!("{place}/{}", escaped(name));
                    let inner = self.node(schema, resource, &place)?;
                    self.nodes[id].properties.insert(name.clone(), inner);
                }
            }
            ("patternProperties", Value::Object(schemas)) => {
                for pattern in schemas.keys() {
                    self.add_pattern(id, pattern, place)?;
                }
                let inner = self.each(value, resource, place)?;
                self.nodes[id].pattern_properties.extend(inner);
            }
            _ => {
                let inner = self.each(value, resource, place)?;
                self.nodes[id].add(keyword, inner);
            }
        }
        Ok(())
    }

    fn refer(
        &mut self,
        id: NodeId,
        targets: Vec<(&'s Value, Resource<'s>)>,
        shown: &str,
    ) -> Result<(), String> {
        for (target, resource) in targets {
            let target = self.node(target, resource, shown)?;
            self.nodes[id].in_place.push(target);
        }
        Ok(())
    }

    /// Refuses a schema that was read up to `place`, if its parts multiply.
    fn check_size(&self, place: &str) -> Result<(), String> {
        let why = if self.pointers > MAX_POINTERS {
            "its names are too long, or too deep within each other: the pointers to its parts take more than 16 MiB"
        } else if self.targets > MAX_TARGETS {
            "its references lead to more than 1,000,000 schemas"
        } else {
            return Ok(());
        };
        Err(format!(
            "`{}` costs too much to check: {why}",
            shortened(place)
        ))
    }

    /// Refuses a pattern that is too large, or too large together with those before it.
    fn add_pattern(&mut self, id: NodeId, pattern: &'s str, place: &str) -> Result<(), String> {
        let cost = pattern_cost(pattern);
        if self.patterns.insert(pattern) {
            self.compiling = self.compiling.saturating_add(cost.compiling);
            self.compiled = self.compiled.saturating_add(cost.size);
        }
        self.nodes[id].patterns.push(cost);
        let problem = if self.patterns.len() > MAX_PATTERNS {
            return Err(format!(
                "it has more than {MAX_PATTERNS} different patterns"
            ));
        } else if cost.weight > MAX_PATTERN_WEIGHT {
            &format!("repeats too much: counted out it has more than {MAX_PATTERN_WEIGHT} parts")
        } else if pattern.len() > MAX_PATTERN_BYTES {
            "costs too much to compile: it is longer than 32 KiB"
        } else if self.compiling > MAX_COMPILING {
            "costs too much to compile: all patterns up to it are too long, or have too many shorthands such as `\\d`"
        } else if self.compiled > MAX_COMPILED {
            "costs too much to compile: all patterns up to it have too many parts, with repetitions counted out"
        } else {
            return Ok(());
        };
        Err(format!("the pattern at `{}` {problem}", shortened(place)))
    }

    /// Returns the nodes of a schema, a list of them or one for each name, whichever `value` is.
    fn each(
        &mut self,
        value: &'s Value,
        resource: Resource<'s>,
        place: &str,
    ) -> Result<Vec<NodeId>, String> {
        let keyword = place.rsplit('/').next().unwrap_or_default();
        match (Shape::of(keyword), value) {
            (Shape::Schemas, Value::Array(schemas)) => {
                let schemas = schemas.iter().enumerate();
                let node =
                    |(index, schema)| self.node(schema, resource, &format!("{place}/{index}"));
                schemas.map(node).collect()
            }
            (Shape::Named, Value::Object(schemas)) => {
                let schemas = schemas.iter().filter(|(_, schema)| !schema.is_array());
                let node = |(name, schema): (&String, _)| {
                    self.node(schema, resource, &format!("{place}/{}", escaped(name)))
                };
                schemas.map(node).collect()
            }
            (Shape::Schemas, Value::Object(_)) => Ok(vec![self.node(value, resource, place)?]),
            _ => Ok(Vec::new()),
        }
    }
}

/// The value of a keyword that applies schemas.
enum Shape {
    /// A schema, or a list of them.
    Schemas,
    /// A schema for each name.
    Named,
    None,
}

impl Shape {
    fn of(keyword: &str) -> Self {
        match keyword {
            "allOf"
            | "anyOf"
            | "oneOf"
            | "not"
            | "if"
            | "then"
            | "else"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "propertyNames"
            | "prefixItems"
            | "items"
            | "additionalItems"
            | "contains"
            | "unevaluatedItems" => Self::Schemas,
            "patternProperties" | "dependentSchemas" | "dependencies" => Self::Named,
            _ => Self::None,
        }
    }
}

impl Node {
    /// Adds the schemas that stand after `keyword`.
    fn add(&mut self, keyword: &str, inner: Vec<NodeId>) {
        match keyword {
            "additionalProperties" => self.other_members.extend(inner),
            "unevaluatedProperties" => {
                self.asks_again = true;
                self.other_members.extend(inner);
            }
            "propertyNames" => self.names = inner.first().copied(),
            "prefixItems" => self.prefix_items.extend(inner),
            "items" | "additionalItems" | "contains" => self.items.extend(inner),
            "unevaluatedItems" => {
                self.asks_again = true;
                self.items.extend(inner);
            }
            _ => {
                self.in_place.extend(&inner);
                self.nested_in_place.extend(inner);
            }
        }
    }
}

fn shortened(place: &str) -> String {
    place.chars().take(MAX_SHOWN).collect()
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns how many things a keyword compares a value or its parts with, one by one.
fn listed(keyword: &str, value: &Value) -> u64 {
    match (keyword, value) {
        ("properties", Value::Object(members)) => members.len() as u64,
        ("enum" | "const" | "required" | "dependentRequired", _) => parts(value),
        _ => 0,
    }
}

/// Returns how many values are within a value.
fn parts(value: &Value) -> u64 {
    let each = |inner| 1 + parts(inner);
    match value {
        Value::Array(items) => items.iter().map(each).sum(),
        Value::Object(members) => members.values().map(each).sum(),
        _ => 0,
    }
}
