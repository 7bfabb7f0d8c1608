//! How long a change takes until a client is told.

use std::{
    fs::{self, File},
    path::Path,
    time::{Duration, Instant},
};

use toolwright::Client;

use crate::{
    program::quiet_server,
    rig::{Figure, Result, Wanted},
    specs::{COUNT, folder, write},
};

const MAX: Duration = Duration::from_secs(20);

pub(crate) async fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let path = folder(COUNT)?;
    let registry = path.to_string_lossy().into_owned();
    let server = quiet_server(&[("TOOLWRIGHT_REGISTRY_DIR", &registry)])?;
    let client = server.client().await?;
    let (mut times, mut flushes) = (Vec::new(), Vec::new());
    for edition in 1..=rounds {
        drop(client.take_notifications());
        write(&path, COUNT, edition)?;
        let start = Instant::now();
        told(&client).await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        flushes.push(flush(&path)?);
        // The change is kept as a version before the next one.
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    client.close().await?;
    Ok(vec![
        Figure::of(
            "one of 10,000 tools changed in the file: until a client has `list_changed`",
            times,
            " ms",
            Wanted::AtMost(50.0),
        ),
        Figure::of("an fsync of such a file", flushes, " ms", None),
    ])
}

/// Waits until the client was told that the list changed.
async fn told(client: &Client) -> Result<()> {
    let end = Instant::now() + MAX;
    while Instant::now() < end {
        let told = client.take_notifications();
        if told
            .iter()
            .any(|one| one["method"] == "notifications/tools/list_changed")
        {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    Err("no `list_changed` arrived".into())
}

/// Measures how long a copy of the file takes to reach the disk, in milliseconds.
fn flush(folder: &Path) -> Result<f64> {
    let copy = folder.join("copy.json");
    fs::copy(folder.join("tools.json"), &copy)?;
    let start = Instant::now();
    File::open(&copy)?.sync_all()?;
    let time = start.elapsed().as_secs_f64() * 1e3;
    fs::remove_file(copy)?;
    Ok(time)
}
