//! Accepting connections, and letting go of them in order.

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
    activity_stream::WatchedStream,
    connection_service::front,
    endpoint::Endpoint,
    idle_timeout::{Attention, Connections},
    legacy_sse, monitoring,
    options::HttpOptions,
};
use crate::{
    core::Origin,
    server::{dispatch::Dispatcher, error::Error, lifecycle::Readiness},
};

/// How often idle sessions and old tasks are looked for.
const SWEEP: Duration = Duration::from_secs(30);

/// The least time after which connections are looked at.
const LEAST_TIMEOUT: Duration = Duration::from_millis(10);

/// A server that listens, and does not accept yet.
#[derive(Debug)]
pub(crate) struct Listening {
    listener: TcpListener,
    endpoint: Arc<Endpoint>,
}

impl Listening {
    /// Binds the address. One that others can reach is refused where nobody has to prove who they are.
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

    /// Serves until `stop`, then lets running calls finish.
    pub(crate) async fn serve(self, stop: impl Future<Output = ()>) -> Result<(), Error> {
        let Self { listener, endpoint } = self;
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        tokio::select! {
            () = accept_all(&listener, &endpoint, &graceful, &mut connections) => {}
            () = stop => {}
            () = sweep(&endpoint) => {}
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

/// Takes connections in, as many at once as there is room for.
async fn accept_all(
    listener: &TcpListener,
    endpoint: &Arc<Endpoint>,
    graceful: &GracefulShutdown,
    connections: &mut JoinSet<()>,
) {
    let router = router(endpoint);
    let room = Arc::new(Semaphore::new(endpoint.options.max_connections));
    let server = http1::Builder::new();
    let mut open = Connections::default();
    let mut look = tokio::time::interval(endpoint.options.head_timeout.max(LEAST_TIMEOUT));
    loop {
        while connections.try_join_next().is_some() {}
        let (stream, origin, place) = tokio::select! {
            accepted = accept(listener, &room) => match accepted {
                Some(accepted) => accepted,
                None => continue,
            },
            _ = look.tick() => {
                open.close_idle();
                continue;
            }
        };
        let attention = Arc::<Attention>::default();
        let service = front(
            Arc::clone(endpoint),
            router.clone(),
            Arc::clone(&attention),
            origin,
        );
        let stream = WatchedStream::new(stream, Arc::clone(&attention));
        let connection = server.serve_connection(TokioIo::new(stream), service);
        let task = connections.spawn(serve_one(graceful.watch(connection), place));
        open.add(attention, task);
    }
}

/// Serves a connection to its end, and gives its place back.
async fn serve_one(
    connection: impl Future<Output = hyper::Result<()>>,
    place: OwnedSemaphorePermit,
) {
    if let Err(error) = connection.await {
        tracing::debug!("connection: {error}");
    }
    drop(place);
}

/// One connection, when there is room for it. An answer goes out as soon as it is written, not when the packet is full.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> Option<(TcpStream, Origin, OwnedSemaphorePermit)> {
    let place = Arc::clone(room).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, address)) => {
            let _ = stream.set_nodelay(true);
            let origin = Origin::Address(address.ip().to_canonical());
            Some((stream, origin, place))
        }
        Err(error) => {
            // Out of file descriptors, most likely: connections that end give some back.
            tracing::warn!("cannot accept a connection: {error}");
            tokio::time::sleep(Duration::from_millis(100)).await;
            None
        }
    }
}

async fn sweep(endpoint: &Endpoint) {
    let every = SWEEP.min(
        endpoint
            .options
            .session_idle
            .max(Duration::from_millis(100)),
    );
    loop {
        tokio::time::sleep(every).await;
        endpoint.sessions.sweep();
        endpoint.dispatcher.sweep();
    }
}
