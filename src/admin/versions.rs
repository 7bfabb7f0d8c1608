//! [`Versions`]: what there was of a tool or an agent.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright_registry::{ChangeKind, Version, mask};

use super::{problem::Problem, rights::Requester, texts};

/// All versions of a definition.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Versions {
    /// The newest first.
    items: Vec<VersionView>,
}

/// A version of a definition.
#[derive(Debug, Serialize, JsonSchema)]
struct VersionView {
    version: u64,
    at: String,
    by: String,
    /// `added`, `updated`, `removed`, `restored`, `rolled_back` or `found`.
    change: &'static str,
    /// The definition since then, with credentials masked. `null` if it was removed.
    spec: Option<Map<String, Value>>,
}

impl Versions {
    /// Returns those of `all` that the caller may see.
    pub(super) fn of(mut all: Vec<Version>, caller: &Requester) -> Self {
        all.retain(|version| is_seen(version, caller));
        let items = all.into_iter().rev().map(VersionView::of);
        Self {
            items: items.collect(),
        }
    }
}

/// Returns the number and the definition of the version `number`, which the caller may bring back.
///
/// # Errors
/// If there is none, or the caller may not see it.
pub(super) fn find<'v>(
    all: &'v [Version],
    number: &str,
    caller: &Requester,
) -> Result<(u64, &'v Map<String, Value>), Problem> {
    let wanted = all.iter().find_map(|version| {
        let is_wanted = version.revision.to_string() == number;
        let is_seen = is_wanted && is_seen(version, caller);
        is_seen.then_some((version.revision, version.spec.as_ref()?))
    });
    wanted.ok_or_else(|| Problem::unknown(texts::no_version, number))
}

/// Returns whether the caller may see and bring back a version. A name can have had other owners,
/// whose credentials and prompts their versions have.
fn is_seen(version: &Version, caller: &Requester) -> bool {
    let owner = version.spec.as_ref().map(|spec| spec.get("owner"));
    caller.is_admin()
        || match owner {
            Some(owner) => owner.and_then(Value::as_str) == Some(caller.name()),
            None => version.by == caller.name(),
        }
}

impl VersionView {
    fn of(version: Version) -> Self {
        let mut spec = version.spec;
        spec.iter_mut().for_each(mask);
        Self {
            version: version.revision,
            at: version.at,
            by: version.by,
            change: match version.change {
                ChangeKind::Add => "added",
                ChangeKind::Update => "updated",
                ChangeKind::Remove => "removed",
                ChangeKind::Restore => "restored",
                ChangeKind::Rollback => "rolled_back",
                ChangeKind::Found => "found",
            },
            spec,
        }
    }
}
