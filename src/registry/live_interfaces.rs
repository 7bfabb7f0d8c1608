//! Interfaces that follow a script: [`refresh`].

use std::collections::BTreeSet;

use futures_util::future::join_all;

use crate::registry::store::Record;

/// Brings the interfaces of active tools up to date that follow a script. Returns the names of those
/// that are others now.
pub(super) async fn refresh(records: &[Record]) -> BTreeSet<String> {
    let live = records
        .iter()
        .map(|record| &record.spec)
        .filter(|spec| spec.is_active() && spec.config().is_live());
    let refreshed = live.map(|spec| async {
        let is_other = spec.config().refresh().await;
        is_other.then(|| spec.name().to_owned())
    });
    join_all(refreshed).await.into_iter().flatten().collect()
}
