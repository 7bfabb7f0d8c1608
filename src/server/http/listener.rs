//! [`HttpListener`]: accepts connections, and shuts them down gracefully.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, server::graceful::GracefulShutdown};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
};

use super::{
    activity_stream::ActivityStream,
    connection_service::connection_service,
    endpoint::Endpoint,
    idle_timeout::{ConnectionActivity, ConnectionReaper},
    legacy_sse, monitoring,
    options::HttpOptions,
};
use crate::{
    core::Origin,
    server::{dispatch::Dispatcher, error::Error, lifecycle::Readiness},
};

/// The longest interval between two searches for idle sessions and expired tasks.
const MAX_SWEEP_INTERVAL: Duration = Duration::from_secs(30);

/// The shortest interval between two checks for idle connections.
const MIN_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// A bound listener that does not accept connections yet.
#[derive(Debug)]
pub(crate) struct HttpListener {
    listener: TcpListener,
    endpoint: Arc<Endpoint>,
}

impl HttpListener {
    /// Binds the address of `options`.
    ///
    /// # Errors
    /// When the address cannot be resolved or bound, or when it is not loopback and `insecure` is
    /// not set.
    pub(crate) async fn bind(
        dispatcher: Arc<Dispatcher>,
        readiness: Readiness,
        options: HttpOptions,
    ) -> Result<Self, Error> {
        let address = resolve(&options).await?;
        if !address.ip().is_loopback() && !options.insecure {
            return Err(Error::Exposed { address });
        }
        let listener = TcpListener::bind(address)
            .await
            .map_err(|source| Error::Bind { address, source })?;
        Ok(Self {
            listener,
            endpoint: Arc::new(Endpoint::new(dispatcher, readiness, options)),
        })
    }

    pub(crate) fn address(&self) -> Result<SocketAddr, Error> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves until `stop` is ready, and then lets running calls finish.
    pub(crate) async fn serve(self, stop: impl Future<Output = ()>) -> Result<(), Error> {
        let Self { listener, endpoint } = self;
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        tokio::select! {
            () = accept_all(&listener, &endpoint, &graceful, &mut connections) => {}
            () = stop => {}
            () = sweep_periodically(&endpoint) => {}
        }
        drop(listener);
        endpoint.dispatcher.drain();
        if tokio::time::timeout(endpoint.options.drain, graceful.shutdown())
            .await
            .is_err()
        {
            tracing::warn!("some calls did not finish in time and were stopped");
        }
        connections.shutdown().await;
        endpoint.sessions.end_all();
        endpoint.dispatcher.stop_tasks();
        Ok(())
    }
}

async fn resolve(options: &HttpOptions) -> Result<SocketAddr, Error> {
    let host = options.host.trim_matches(['[', ']']);
    let unknown = |source| Error::Host {
        host: host.to_owned(),
        source,
    };
    let mut found = tokio::net::lookup_host((host, options.port))
        .await
        .map_err(unknown)?;
    found
        .next()
        .ok_or_else(|| unknown(io::Error::other("it has no address")))
}

fn router(endpoint: &Arc<Endpoint>) -> Router {
    let router = monitoring::add_routes(Router::new());
    let router = if endpoint.options.legacy_sse {
        legacy_sse::add_routes(router)
    } else {
        router
    };
    router.with_state(Arc::clone(endpoint))
}

/// Accepts connections up to the limit, and closes idle ones. Never returns.
async fn accept_all(
    listener: &TcpListener,
    endpoint: &Arc<Endpoint>,
    graceful: &GracefulShutdown,
    connections: &mut JoinSet<()>,
) {
    let router = router(endpoint);
    let permits = Arc::new(Semaphore::new(endpoint.options.max_connections));
    let server = http1::Builder::new();
    let mut reaper = ConnectionReaper::default();
    let mut check = tokio::time::interval(endpoint.options.head_timeout.max(MIN_CHECK_INTERVAL));
    loop {
        while connections.try_join_next().is_some() {}
        let (stream, origin, permit) = tokio::select! {
            accepted = accept(listener, &permits) => match accepted {
                Some(accepted) => accepted,
                None => continue,
            },
            _ = check.tick() => {
                reaper.close_idle();
                continue;
            }
        };
        let activity = Arc::<ConnectionActivity>::default();
        let service = connection_service(
            Arc::clone(endpoint),
            router.clone(),
            Arc::clone(&activity),
            origin,
        );
        let stream = ActivityStream::new(stream, Arc::clone(&activity));
        let connection = server.serve_connection(TokioIo::new(stream), service);
        let task = connections.spawn(serve_one(graceful.watch(connection), permit));
        reaper.add(activity, task);
    }
}

/// Serves a connection to its end, and then releases its permit.
async fn serve_one(
    connection: impl Future<Output = hyper::Result<()>>,
    permit: OwnedSemaphorePermit,
) {
    if let Err(error) = connection.await {
        tracing::debug!("connection: {error}");
    }
    drop(permit);
}

/// Accepts a connection as soon as there is a permit. `TCP_NODELAY` is set, so that a small
/// response is sent at once.
async fn accept(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> Option<(TcpStream, Origin, OwnedSemaphorePermit)> {
    let permit = Arc::clone(permits).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, address)) => {
            let _ = stream.set_nodelay(true);
            let origin = Origin::Address(address.ip().to_canonical());
            Some((stream, origin, permit))
        }
        Err(error) => {
            // Most likely the process is out of file descriptors. Connections that end free some.
            tracing::warn!("cannot accept a connection: {error}");
            tokio::time::sleep(Duration::from_millis(100)).await;
            None
        }
    }
}

async fn sweep_periodically(endpoint: &Endpoint) {
    let every = MAX_SWEEP_INTERVAL.min(
        endpoint
            .options
            .session_idle
            .max(Duration::from_millis(100)),
    );
    loop {
        tokio::time::sleep(every).await;
        endpoint.sessions.remove_idle();
        endpoint.dispatcher.remove_expired_tasks();
    }
}
