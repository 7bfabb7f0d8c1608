//! Reads `rate_limit` and `annotations` of a tool.

use std::num::NonZeroU32;

use toolwright::tool::{Hints, RateLimit};

use crate::jsonc::{Fields, Node};

/// Reads `{"requests_per_minute": 60, "requests_per_hour": 1000, "concurrent_requests": 5}`.
pub(super) fn rate_limit(node: &Node<'_>) -> Option<RateLimit> {
    let fields = node.object()?;
    let limit = |name: &'static str| {
        let node = fields.take(&[name])?;
        let number = node.whole(&(1..=u64::from(u32::MAX)))?;
        u32::try_from(number).ok().and_then(NonZeroU32::new)
    };
    let limit = RateLimit {
        per_minute: limit("requests_per_minute"),
        per_hour: limit("requests_per_hour"),
        concurrent: limit("concurrent_requests"),
    };
    fields.finish();
    Some(limit)
}

/// Reads `annotations`, by the names of the protocol or ours: `readOnlyHint` or `read_only`.
pub(super) fn hints(node: &Node<'_>) -> Option<Hints> {
    let fields = node.object()?;
    let hint =
        |names: &[&'static str]| Fields::take(&fields, names).and_then(|node| node.boolean());
    let mut hints = Hints::default();
    hints.read_only = hint(&["read_only", "readOnlyHint"]);
    hints.destructive = hint(&["destructive", "destructiveHint"]);
    hints.idempotent = hint(&["idempotent", "idempotentHint"]);
    hints.open_world = hint(&["open_world", "openWorldHint"]);
    fields.finish();
    Some(hints)
}
