//! [`Graph`]: the subschemas of a schema, and which of them each one applies.

use std::collections::HashMap;

use super::limits::{MAX_LEVELS, MAX_WIDTH};
use crate::core::schema::pattern_cost::PatternCost;

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
    /// Those of them that stand within this one, and are not referred to.
    pub(super) nested_in_place: Vec<NodeId>,
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
    pub(super) fn inner(&self) -> impl Iterator<Item = NodeId> {
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

/// The most steps of a subschema, with those that it applies.
#[derive(Debug, Clone, Copy, Default)]
struct NodeSteps {
    /// For a value itself.
    here: u64,
    /// For each byte of its parts.
    part: u64,
    levels: u32,
}

impl NodeSteps {
    fn most(self) -> u64 {
        self.here.max(self.part)
    }
}

/// The subschemas of a schema. The first is the schema itself.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
}

impl Graph {
    /// Refuses a schema that applies too many subschemas to one value.
    pub(super) fn check_widths(&self) -> Result<(), String> {
        let in_place = |id: NodeId| self.nodes[id].in_place.clone();
        let mut widths = vec![0_u64; self.nodes.len()];
        let mut levels = vec![0_u32; self.nodes.len()];
        let order = inner_first(self.nodes.len(), in_place).map_err(|id| {
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
        let Ok(order) = inner_first(self.nodes.len(), all) else {
            return Ok(None);
        };
        let mut found = vec![NodeSteps::default(); self.nodes.len()];
        for id in order {
            found[id] = self.nodes[id].steps(&found);
            if found[id].levels > MAX_LEVELS {
                let place = &self.nodes[id].place;
                return Err(format!(
                    "`{place}` has more than {MAX_LEVELS} schemas within each other"
                ));
            }
        }
        let is_fixed = !self
            .nodes
            .iter()
            .any(|node| node.asks_again || node.backtracks());
        Ok(is_fixed.then(|| found[0].most()))
    }
}

impl Node {
    /// Returns the steps, of which those of the subschemas that it applies are `found`.
    fn steps(&self, found: &[NodeSteps]) -> NodeSteps {
        let (mut here, mut part) = (self.own_per_byte(), 0_u64);
        for inner in &self.in_place {
            here = here.saturating_add(found[*inner].here);
            part = part.saturating_add(found[*inner].part);
        }
        // A part has one name or one place, and all other subschemas may apply to it.
        let most = |inner: &NodeId| found[*inner].most();
        let named = self.properties.values().map(most).max();
        let placed = self.prefix_items.iter().map(most).max();
        let others = self.others().map(|inner| found[inner].most());
        part = others
            .chain(named)
            .chain(placed)
            .fold(part, u64::saturating_add);
        let all = self.inner().chain(self.in_place.iter().copied());
        let levels = 1 + all.map(|inner| found[inner].levels).max().unwrap_or(0);
        NodeSteps { here, part, levels }
    }

    fn backtracks(&self) -> bool {
        self.patterns.iter().any(|pattern| pattern.backtracks)
    }
}

/// Orders `count` subschemas so that each follows those that it applies.
///
/// # Errors
/// Returns a subschema that applies itself.
pub(super) fn inner_first(
    count: usize,
    inner: impl Fn(NodeId) -> Vec<NodeId>,
) -> Result<Vec<NodeId>, NodeId> {
    let mut order = Vec::with_capacity(count);
    let (mut begun, mut done) = (vec![false; count], vec![false; count]);
    for first in 0..count {
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
