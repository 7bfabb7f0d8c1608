//! Waiting: long enough for a busy machine, never for ever.

use std::{future::Future, time::Duration};

/// How long anything may take. Only a failing test waits this long.
pub(crate) const LONG: Duration = Duration::from_secs(30);

/// Returns the output of `work`. A test that would hang fails instead.
pub(crate) async fn soon<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(LONG, work)
        .await
        .expect("this should not take long")
}

/// Waits until `condition`, which is asked again and again, holds.
pub(crate) async fn until_async(mut condition: impl AsyncFnMut() -> bool) {
    soon(async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// Waits until `condition` holds.
pub(crate) async fn until(mut condition: impl FnMut() -> bool) {
    soon(async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}
