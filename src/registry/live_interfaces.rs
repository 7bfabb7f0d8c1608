//! Interfaces that follow a script: [`refresh`], [`are_outdated`].

use std::collections::BTreeSet;

use futures_util::future::join_all;

use crate::registry::{spec::ToolSpec, store::Record};

/// Brings the interfaces of active tools up to date that follow a script. Returns the names of those
/// that are others now.
pub(super) async fn refresh(records: &[Record]) -> BTreeSet<String> {
    let refreshed = live(records).map(|spec| async {
        let is_other = spec.config().refresh().await;
        is_other.then(|| spec.name().to_owned())
    });
    join_all(refreshed).await.into_iter().flatten().collect()
}

/// Returns whether one of them must be [refreshed](refresh).
pub(super) async fn are_outdated(records: Vec<Record>) -> bool {
    if live(&records).next().is_none() {
        return false;
    }
    let look = move || live(&records).any(|spec| spec.config().is_outdated());
    // Looks at files.
    tokio::task::spawn_blocking(look).await.unwrap_or(false)
}

fn live(records: &[Record]) -> impl Iterator<Item = &ToolSpec> {
    let specs = records.iter().map(|record| &*record.spec);
    specs.filter(|spec| spec.is_active() && spec.config().is_live())
}
