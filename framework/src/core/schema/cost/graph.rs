//! [`Graph`]: the subschemas of a schema, and which of them each one applies.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{MAX_LEVELS, MAX_PATTERN_WEIGHT, MAX_PATTERNS, MAX_WIDTH};
use crate::core::schema::{
    json_schema::Schema,
    pattern_cost::{PatternCost, pattern_cost},
};

/// The place of a subschema in [`Graph::nodes`].
pub(super) type NodeId = usize;

/// A subschema.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The JSON pointer of its place in the schema.
    pub(super) place: String,
    /// The steps of its own keywords.
    pub(super) own: u64,
    pub(super) patterns: Vec<PatternCost>,
    /// The subschemas for the same value, such as those of `anyOf` and `$ref`.
    pub(super) in_place: Vec<NodeId>,
    pub(super) properties: HashMap<String, NodeId>,
    /// Those of members whose names match a pattern.
    pub(super) pattern_properties: Vec<NodeId>,
    /// Those of other members.
    pub(super) other_members: Vec<NodeId>,
    pub(super) names: Option<NodeId>,
    pub(super) prefix_items: Vec<NodeId>,
    pub(super) items: Vec<NodeId>,
    /// Whether `unevaluated…` asks the subschemas for the same value again.
    pub(super) asks_again: bool,
    /// By how many subschemas this one is applied.
    pub(super) users: u32,
}

impl Node {
    /// Returns the subschemas for the parts of a value.
    fn inner(&self) -> impl Iterator<Item = NodeId> {
        let placed = self.properties.values().chain(&self.prefix_items);
        self.others().chain(placed.copied())
    }

    /// Returns those that are not for one name or one place alone.
    fn others(&self) -> impl Iterator<Item = NodeId> {
        let lists = [&self.pattern_properties, &self.other_members, &self.items];
        lists.into_iter().flatten().chain(&self.names).copied()
    }

    /// The most steps for each byte of a value, without those of other subschemas.
    fn own_per_byte(&self) -> u64 {
        let patterns = self.patterns.iter().map(|pattern| pattern.per_byte());
        self.own.saturating_add(patterns.sum())
    }
}

/// The subschemas of a schema. The first is the schema itself.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    distinct_patterns: usize,
}

impl Graph {
    /// Reads the subschemas that `schema` can apply.
    ///
    /// # Errors
    /// Fails on a reference that does not lead to a part of `schema`.
    pub(super) fn of(schema: &Schema) -> Result<Self, String> {
        let root = Value::Object(schema.clone());
        let mut builder = Builder::new(&root);
        builder.node(&root, &root, "#");
        while let Some((id, schema, resource)) = builder.waiting.pop() {
            builder.read(id, schema, resource)?;
        }
        let Builder {
            mut nodes,
            patterns,
            ..
        } = builder;
        let used: Vec<_> = nodes
            .iter()
            .flat_map(|node| node.inner().chain(node.in_place.iter().copied()))
            .collect();
        for id in used {
            nodes[id].users += 1;
        }
        Ok(Self {
            nodes,
            distinct_patterns: patterns.len(),
        })
    }

    pub(super) fn check_patterns(&self) -> Result<(), String> {
        if self.distinct_patterns > MAX_PATTERNS {
            return Err(format!(
                "it has more than {MAX_PATTERNS} different patterns"
            ));
        }
        let is_large = |node: &&Node| {
            let mut patterns = node.patterns.iter();
            patterns.any(|pattern| pattern.weight > MAX_PATTERN_WEIGHT)
        };
        match self.nodes.iter().find(is_large) {
            Some(node) => Err(format!(
                "the pattern at `{}` repeats too much: counted out it has more than {MAX_PATTERN_WEIGHT} parts",
                node.place
            )),
            None => Ok(()),
        }
    }

    /// Refuses a schema that applies too many subschemas to one value.
    pub(super) fn check_widths(&self) -> Result<(), String> {
        let in_place = |id: NodeId| self.nodes[id].in_place.clone();
        let mut widths = vec![0_u64; self.nodes.len()];
        let mut levels = vec![0_u32; self.nodes.len()];
        let order = self.inner_first(in_place).map_err(|id| {
            let place = &self.nodes[id].place;
            format!("`{place}` applies itself to the same value again, without an end")
        })?;
        for id in order {
            let node = &self.nodes[id];
            let inner = node.in_place.iter().map(|inner| widths[*inner]);
            widths[id] = inner.fold(1, u64::saturating_add);
            let deepest = node.in_place.iter().map(|inner| levels[*inner]).max();
            levels[id] = 1 + deepest.unwrap_or(0);
            if widths[id] > MAX_WIDTH || levels[id] > MAX_LEVELS {
                return Err(format!(
                    "`{}` costs too much to check: with its references and alternatives it applies more than \
                     {MAX_WIDTH} schemas to one value, or {MAX_LEVELS} within each other",
                    node.place
                ));
            }
        }
        Ok(())
    }

    /// Returns the most steps for each byte of a value, or `None` if they depend on its depth.
    ///
    /// # Errors
    /// Fails if the subschemas stand too deep within each other.
    pub(super) fn per_byte(&self) -> Result<Option<u64>, String> {
        let all = |id: NodeId| {
            let node = &self.nodes[id];
            node.inner().chain(node.in_place.iter().copied()).collect()
        };
        let Ok(order) = self.inner_first(all) else {
            return Ok(None);
        };
        // The steps for one value, for one part of it, and the levels.
        let mut found = vec![(0_u64, 0_u64, 0_u32); self.nodes.len()];
        for id in order {
            let node = &self.nodes[id];
            let (mut here, mut part, mut levels) = (node.own_per_byte(), 0_u64, 0);
            for inner in &node.in_place {
                here = here.saturating_add(found[*inner].0);
                part = part.saturating_add(found[*inner].1);
                levels = levels.max(found[*inner].2);
            }
            let of_part = |inner: NodeId| found[inner].0.max(found[inner].1);
            // A part has one name or one place, and all other subschemas may apply to it.
            let named = node.properties.values().map(|inner| of_part(*inner)).max();
            let placed = node.prefix_items.iter().map(|inner| of_part(*inner)).max();
            let others = node.others().map(of_part);
            part = others
                .chain(named)
                .chain(placed)
                .fold(part, u64::saturating_add);
            levels = node
                .inner()
                .map(|inner| found[inner].2)
                .fold(levels, u32::max);
            if levels >= MAX_LEVELS {
                let place = &node.place;
                return Err(format!(
                    "`{place}` has more than {MAX_LEVELS} schemas within each other"
                ));
            }
            found[id] = (here, part, levels + 1);
        }
        let is_fixed = !self
            .nodes
            .iter()
            .any(|node| node.asks_again || node.backtracks());
        let (here, part, _) = found[0];
        Ok(is_fixed.then_some(here.max(part)))
    }

    /// Orders the subschemas so that each follows those that it applies.
    ///
    /// # Errors
    /// Returns a subschema that applies itself.
    fn inner_first(&self, inner: impl Fn(NodeId) -> Vec<NodeId>) -> Result<Vec<NodeId>, NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let (mut begun, mut done) = (vec![false; self.nodes.len()], vec![false; self.nodes.len()]);
        for first in 0..self.nodes.len() {
            if done[first] {
                continue;
            }
            begun[first] = true;
            let mut open = vec![(first, inner(first))];
            while let Some((id, rest)) = open.last_mut() {
                match rest.pop() {
                    Some(next) if done[next] => {}
                    Some(next) if begun[next] => return Err(next),
                    Some(next) => {
                        begun[next] = true;
                        open.push((next, inner(next)));
                    }
                    None => {
                        done[*id] = true;
                        order.push(*id);
                        open.pop();
                    }
                }
            }
        }
        Ok(order)
    }
}

impl Node {
    fn backtracks(&self) -> bool {
        self.patterns.iter().any(|pattern| pattern.backtracks)
    }
}

/// A schema that can be referred to by address: the whole, or one with an `$id`.
type Resource<'s> = &'s Value;

struct Builder<'s> {
    nodes: Vec<Node>,
    /// The nodes by the address of their schema in memory.
    known: HashMap<*const Value, NodeId>,
    waiting: Vec<(NodeId, &'s Value, Resource<'s>)>,
    names: Names<'s>,
    patterns: HashSet<&'s str>,
}

impl<'s> Builder<'s> {
    fn new(root: &'s Value) -> Self {
        let mut names = Names::default();
        names.collect(root, root);
        Self {
            nodes: Vec::new(),
            known: HashMap::new(),
            waiting: Vec::new(),
            names,
            patterns: HashSet::new(),
        }
    }

    fn node(&mut self, schema: &'s Value, resource: Resource<'s>, place: &str) -> NodeId {
        let next = self.nodes.len();
        let id = *self.known.entry(schema).or_insert(next);
        if id == next {
            self.nodes.push(Node {
                place: place.to_owned(),
                own: 1,
                ..Node::default()
            });
            self.waiting.push((id, schema, resource));
        }
        id
    }

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
        let listed = match (keyword, value) {
            ("enum" | "required", Value::Array(list)) => list.len(),
            ("properties" | "dependentRequired", Value::Object(members)) => members.len(),
            _ => 0,
        };
        self.nodes[id].own = self.nodes[id].own.saturating_add(listed as u64);
        match (keyword, value) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(to)) => {
                for (target, resource) in self.names.find(to, resource, keyword)? {
                    let shown = if to.starts_with('#') { to } else { place };
                    let target = self.node(target, resource, shown);
                    self.nodes[id].in_place.push(target);
                }
            }
            ("pattern", Value::String(pattern)) => self.add_pattern(id, pattern),
            ("properties", Value::Object(properties)) => {
                for (name, schema) in properties {
                    let inner = self.node(schema, resource, &format!("{place}/{}", escaped(name)));
                    self.nodes[id].properties.insert(name.clone(), inner);
                }
            }
            ("patternProperties", Value::Object(schemas)) => {
                schemas
                    .keys()
                    .for_each(|pattern| self.add_pattern(id, pattern));
                let inner = self.each(value, resource, place);
                self.nodes[id].pattern_properties.extend(inner);
            }
            _ => {
                let inner = self.each(value, resource, place);
                self.nodes[id].add(keyword, inner);
            }
        }
        Ok(())
    }

    fn add_pattern(&mut self, id: NodeId, pattern: &'s str) {
        self.patterns.insert(pattern);
        self.nodes[id].patterns.push(pattern_cost(pattern));
    }

    /// Returns the nodes of a schema, a list of them or one for each name, whichever `value` is.
    fn each(&mut self, value: &'s Value, resource: Resource<'s>, place: &str) -> Vec<NodeId> {
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
            (Shape::Schemas, Value::Object(_)) => vec![self.node(value, resource, place)],
            _ => Vec::new(),
        }
    }
}

/// What stands after a keyword that applies schemas.
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
            _ => self.in_place.extend(inner),
        }
    }
}

/// The names by which the parts of a schema can be referred to.
#[derive(Default)]
struct Names<'s> {
    ids: HashMap<&'s str, Resource<'s>>,
    /// By the address of the resource in memory, and the name.
    anchors: HashMap<(*const Value, &'s str), &'s Value>,
    dynamic_anchors: HashMap<&'s str, Vec<(&'s Value, Resource<'s>)>>,
}

impl<'s> Names<'s> {
    fn collect(&mut self, value: &'s Value, resource: Resource<'s>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.collect(item, resource)),
            Value::Object(members) => {
                let resource = if is_resource(members) {
                    value
                } else {
                    resource
                };
                let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
                if let Some(id) = text("$id") {
                    self.ids.insert(id.trim_end_matches('#'), resource);
                }
                if let Some(anchor) = text("$anchor") {
                    self.anchors.insert((resource, anchor), value);
                }
                if let Some(anchor) = text("$dynamicAnchor") {
                    self.anchors.insert((resource, anchor), value);
                    self.dynamic_anchors
                        .entry(anchor)
                        .or_default()
                        .push((value, resource));
                }
                members
                    .values()
                    .for_each(|member| self.collect(member, resource));
            }
            _ => {}
        }
    }

    /// Returns what a reference may lead to.
    fn find(
        &self,
        reference: &str,
        resource: Resource<'s>,
        keyword: &str,
    ) -> Result<Vec<(&'s Value, Resource<'s>)>, String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let dynamic = self
            .dynamic_anchors
            .get(fragment)
            .filter(|_| keyword == "$dynamicRef");
        if let Some(targets) = dynamic {
            return Ok(targets.clone());
        }
        let resource = if address.is_empty() {
            Some(resource)
        } else {
            self.resource(address)
        };
        let target = resource.and_then(|resource| {
            let target = if fragment.is_empty() {
                Some(resource)
            } else if fragment.starts_with('/') {
                resource.pointer(&percent_decoded(fragment))
            } else {
                self.anchors
                    .get(&(std::ptr::from_ref(resource), fragment))
                    .copied()
            };
            Some((target?, resource))
        });
        match target {
            Some(target) => Ok(vec![target]),
            None => Err(format!(
                "it refers to `{reference}`, which is no part of it"
            )),
        }
    }

    fn resource(&self, address: &str) -> Option<Resource<'s>> {
        let whole = || {
            let mut ids = self.ids.iter();
            let (_, resource) = ids.find(|(id, _)| {
                let file = id.strip_suffix(address);
                file.is_some_and(|before| before.ends_with('/'))
            })?;
            Some(*resource)
        };
        self.ids.get(address).copied().or_else(whole)
    }
}

/// Whether references in a schema begin at it.
fn is_resource(keywords: &Map<String, Value>) -> bool {
    let id = keywords.get("$id").and_then(Value::as_str);
    id.is_some_and(|id| !id.starts_with('#'))
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn percent_decoded(fragment: &str) -> String {
    percent_encoding::percent_decode_str(fragment)
        .decode_utf8_lossy()
        .into_owned()
}
