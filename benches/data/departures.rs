//! How soon the query and the connection of a client that disconnects are free.

use std::time::{Duration, Instant};

use reqwest::RequestBuilder;
use serde_json::json;
use tokio::task::block_in_place;
use tokio_postgres::Client as Bare;

use crate::{
    program::listening,
    rig::{Era, Figure, Request, Result, Wanted, scratch},
};

const ROUNDS: usize = 30;
const ENDLESS: &str = "SELECT count(*) FROM generate_series(1, 100000000000) n";
const RUNNING: &str = "SELECT 1 FROM pg_stat_activity WHERE state <> 'idle' AND query LIKE '%100000000000%' AND pid <> pg_backend_pid()";
const PAUSE: Duration = Duration::from_millis(1);
const TIMEOUT: Duration = Duration::from_secs(10);

/// A client runs an endless query on the server's only connection, and disconnects. The next client
/// waits for that connection.
pub(crate) async fn measure(bare: &Bare, settings: &[(&str, &str)]) -> Result<Vec<Figure>> {
    let mut settings = settings.to_vec();
    settings.push(("TOOLWRIGHT_SQL_CONNECTIONS", "1"));
    let folder = scratch()?.join("departures");
    let (server, _) = block_in_place(|| listening(&folder, &settings))?;
    let url = server.url();
    let (mut gone, mut freed) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let asking = tokio::spawn(ask(&url, ENDLESS)?.send());
        until(bare, true).await?;
        asking.abort();
        let left = Instant::now();
        let next = tokio::spawn(ask(&url, "SELECT 1 AS n")?.send());
        until(bare, false).await?;
        gone.push(left.elapsed().as_secs_f64() * 1e3);
        let answer = next.await??.text().await?;
        freed.push(left.elapsed().as_secs_f64() * 1e3);
        if !answer.contains("SQL executed.") {
            return Err(answer.into());
        }
    }
    Ok(vec![
        Figure::of(
            "a client goes away: until its query is gone from `pg_stat_activity`",
            gone,
            " ms",
            Wanted::AtMost(100.0),
        ),
        Figure::of(
            "until another client has an answer over its connection, the only one",
            freed,
            " ms",
            Wanted::AtMost(100.0),
        ),
    ])
}

/// Creates a query on a connection of its own, which is closed when the request is dropped.
fn ask(url: &str, sql: &str) -> Result<RequestBuilder> {
    let arguments = json!({"generated_sql": sql});
    let call = Request::tool(Era::Modern, "query_bga_database", &arguments);
    let client = reqwest::Client::builder().no_proxy().build()?;
    let headers = call.headers().into_iter();
    let post = client.post(url).body(call.body());
    Ok(headers.fold(post, |post, (name, value)| post.header(name, value)))
}

/// Waits until the endless query runs, or until it has ended.
async fn until(bare: &Bare, runs: bool) -> Result<()> {
    let started = Instant::now();
    while bare.query(RUNNING, &[]).await?.is_empty() == runs {
        if started.elapsed() > TIMEOUT {
            return Err(format!("waited for a query to run: {runs}").into());
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}
