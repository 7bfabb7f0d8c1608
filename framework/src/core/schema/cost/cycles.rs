//! Refuses the schemas whose validator would never be freed.
//!
//! For `unevaluatedProperties` and `unevaluatedItems`, the library that validates collects what the other
//! keywords of a schema evaluate, those that it refers to among them. Such a collection owns the subschemas that
//! stand within what it has collected. If the first schema is one of them, the two own each other: some
//! kilobytes of schema would cost megabytes of memory each time that they are read.

use super::graph::{Graph, NodeId, inner_first};

impl Graph {
    /// Refuses `unevaluatedProperties` and `unevaluatedItems` beside a reference to a schema around them.
    pub(super) fn check_cycles(&self) -> Result<(), String> {
        if !self.nodes.iter().any(|node| node.asks_again) {
            return Ok(());
        }
        // Each subschema is there twice: its validator, and what was collected from it.
        let count = self.nodes.len();
        let owned = |id: NodeId| -> Vec<NodeId> {
            let node = &self.nodes[id % count];
            let nested = node.inner().chain(node.nested_in_place.iter().copied());
            if id < count {
                nested
                    .chain(node.asks_again.then_some(id + count))
                    .collect()
            } else {
                let collected = node.in_place.iter().map(|inner| inner + count);
                nested.chain(collected).collect()
            }
        };
        match inner_first(2 * count, owned) {
            Ok(_) => Ok(()),
            Err(id) => Err(format!(
                "`{}` has a part with `unevaluatedProperties` or `unevaluatedItems` that refers to it again: give \
                 that part a name in `$defs`, and refer to it in its place",
                self.nodes[id % count].place
            )),
        }
    }
}
