//! [`Load`]: calls on some connections, one after the other on each.

use std::time::{Duration, Instant};

use crate::rig::{Era, HttpServer, Request, Result, Workload, percentile};

/// A load on one server.
pub(crate) struct Load {
    url: String,
    request: Request,
    connections: usize,
}

/// One turn.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) calls_per_second: f64,
    /// In milliseconds.
    pub(crate) p50: f64,
}

impl Load {
    pub(crate) fn of(server: &HttpServer, connections: usize) -> Self {
        Self {
            url: server.url(),
            request: Request::call(Era::Modern, Workload::Small),
            connections,
        }
    }

    /// Calls for as long as `time`. Every answer is checked.
    pub(crate) fn run(&self, time: Duration) -> Result<Sample> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let _ = rustls_graviola::default_provider().install_default();
        let start = Instant::now();
        let calls = runtime.block_on(async {
            let connections = (0..self.connections).map(|_| self.connection(start + time));
            futures_util::future::try_join_all(connections).await
        })?;
        let elapsed = start.elapsed();
        let mut times: Vec<f64> = calls.into_iter().flatten().collect();
        times.sort_by(f64::total_cmp);
        Ok(Sample {
            calls_per_second: times.len() as f64 / elapsed.as_secs_f64(),
            p50: percentile(&times, 50.0).ok_or("no call was answered")?,
        })
    }

    /// Returns how long each call of one connection took, in milliseconds.
    async fn connection(&self, end: Instant) -> Result<Vec<f64>> {
        let client = reqwest::Client::builder()
            .no_proxy()
            .tcp_nodelay(true)
            .build()?;
        let (body, mark) = (self.request.body(), Workload::Small.mark());
        let mut times = Vec::new();
        while Instant::now() < end {
            let mut post = client.post(&self.url).body(body.clone());
            for (name, value) in self.request.headers() {
                post = post.header(name, value);
            }
            let start = Instant::now();
            let answer = post.send().await?.text().await?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            if !answer.contains(mark) {
                return Err(format!("{}: {answer}", self.url).into());
            }
        }
        Ok(times)
    }
}
