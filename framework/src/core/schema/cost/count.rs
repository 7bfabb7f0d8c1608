//! [`steps`]: counts the steps that validating a value takes.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    graph::{Graph, Node, NodeId},
    limits::{MAX_LEVELS, TooCostly},
};

/// The most counts that are kept. Without one, a value is counted again.
const MAX_KEPT: usize = 1_000_000;

/// Counts the steps for `value`, whose schema is the first of `graph`.
///
/// The cost of a subschema for a value is counted once, so this is fast although validation may not
/// be.
///
/// # Errors
/// [`TooCostly`] if there are more than `most`.
pub(super) fn steps(graph: &Graph, value: &Value, most: u64) -> Result<u64, TooCostly> {
    let mut counter = Counter {
        graph,
        most,
        visits: 0,
        going_back: 0,
        kept: HashMap::new(),
    };
    counter.steps(0, value, MAX_LEVELS)
}

struct Counter<'a> {
    graph: &'a Graph,
    most: u64,
    visits: u64,
    /// The steps back of patterns, as far as they were counted.
    going_back: u64,
    /// By the subschema and the address of the value in memory.
    kept: HashMap<(NodeId, *const Value), u64>,
}

impl<'a> Counter<'a> {
    fn steps(&mut self, id: NodeId, value: &Value, levels: u32) -> Result<u64, TooCostly> {
        let node = &self.graph.nodes[id];
        let is_shared = node.users > 1;
        let key = (id, std::ptr::from_ref(value));
        if is_shared && let Some(steps) = self.kept.get(&key) {
            return Ok(*steps);
        }
        self.visits += 1;
        let Some(levels) = levels.checked_sub(1).filter(|_| self.visits <= self.most) else {
            return Err(self.too_costly());
        };
        let (mut sum, parts) = match value {
            Value::String(text) => (self.patterns(node, text), 0),
            Value::Array(items) => (self.items(node, items, levels)?, items.len()),
            Value::Object(members) => (self.members(node, members, levels)?, members.len()),
            _ => (0, 0),
        };
        sum = sum.saturating_add(node.own);
        let times = if node.asks_again { 2 + parts as u64 } else { 1 };
        for inner in &node.in_place {
            let steps = self.steps(*inner, value, levels)?;
            sum = sum.saturating_add(steps.saturating_mul(times));
        }
        if sum > self.most {
            return Err(self.too_costly());
        }
        if is_shared && self.kept.len() < MAX_KEPT {
            self.kept.insert(key, sum);
        }
        Ok(sum)
    }

    /// Returns the steps of the patterns of a subschema for a text.
    fn patterns(&mut self, node: &Node, text: &str) -> u64 {
        let mut sum: u64 = 0;
        for pattern in &node.patterns {
            sum = sum.saturating_add(pattern.steps(text.len()));
            let back = pattern.steps_back(text.len());
            self.going_back = self.going_back.saturating_add(back);
        }
        sum
    }

    const fn too_costly(&self) -> TooCostly {
        TooCostly {
            goes_back: self.going_back > self.most / 2,
        }
    }

    fn items(&mut self, node: &'a Node, items: &[Value], levels: u32) -> Result<u64, TooCostly> {
        let mut sum: u64 = items.len() as u64;
        for (index, item) in items.iter().enumerate() {
            for inner in node.prefix_items.get(index).into_iter().chain(&node.items) {
                sum = sum.saturating_add(self.steps(*inner, item, levels)?);
            }
        }
        Ok(sum)
    }

    fn members(
        &mut self,
        node: &'a Node,
        members: &Map<String, Value>,
        levels: u32,
    ) -> Result<u64, TooCostly> {
        let mut sum: u64 = 0;
        for (name, member) in members {
            sum = sum.saturating_add(1 + self.patterns(node, name));
            let property = node.properties.get(name);
            let others = node.other_members.iter().filter(|_| property.is_none());
            for inner in property
                .into_iter()
                .chain(&node.pattern_properties)
                .chain(others)
            {
                sum = sum.saturating_add(self.steps(*inner, member, levels)?);
            }
            if let Some(names) = node.names {
                sum = sum.saturating_add(self.name(names, name, levels)?);
            }
        }
        Ok(sum)
    }

    fn name(&mut self, names: NodeId, name: &str, levels: u32) -> Result<u64, TooCostly> {
        let name = Value::String(name.to_owned());
        // Counts are kept by the place in memory, and the next name may have the same one.
        let kept = std::mem::take(&mut self.kept);
        let steps = self.steps(names, &name, levels);
        self.kept = kept;
        steps
    }
}
