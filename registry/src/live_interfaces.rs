//! Interfaces that follow a script: [`refresh`], [`outdated`].

use std::collections::BTreeSet;

use futures_util::future::join_all;

use crate::store::Record;

/// Brings the interfaces of active tools up to date that follow a script. Returns the names of those
/// that are others now.
pub(super) async fn refresh(records: &[Record]) -> BTreeSet<String> {
    let live = records.iter().filter(|record| is_live(record));
    let refreshed = live.map(|record| async {
        let is_other = record.spec.config().refresh().await;
        is_other.then(|| record.spec.name().to_owned())
    });
    join_all(refreshed).await.into_iter().flatten().collect()
}

/// Returns the records of active tools that must be [refreshed](refresh) and are not yet.
pub(super) async fn outdated(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(is_live);
    if records.is_empty() {
        return records;
    }
    let look = move || {
        records.retain(|record| record.spec.config().is_outdated());
        records
    };
    // Looks at files.
    tokio::task::spawn_blocking(look).await.unwrap_or_default()
}

fn is_live(record: &Record) -> bool {
    record.spec.is_active() && record.spec.config().is_live()
}
