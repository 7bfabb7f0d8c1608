//! [`HttpListener`]: accepts connections, and shuts them down gracefully.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::TokioIo,
    server::graceful::{GracefulConnection, GracefulShutdown},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, oneshot},
    task::JoinSet,
    time::MissedTickBehavior,
};
use toolwright_base::OwnListener;

use super::{
    connection_table::{ConnectionPlace, ConnectionTable},
    endpoint::{Endpoint, sweep_periodically},
    idle_timeout::{ActivityStream, ConnectionActivity},
    options::HttpOptions,
    router,
    router::{Route, connection_service, router},
};
use crate::{
    core::Origin,
    server::{dispatch::Dispatcher, error::Error, lifecycle::Readiness},
};

/// The shortest interval between two checks for idle connections.
const MIN_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// The largest head of a request, in bytes. It is the size of a connection's buffer too, so that a
/// body of 64 KiB and its head arrive in one piece, which is not copied.
const MAX_HEAD: usize = 80 * 1024;

/// A bound listener that does not accept connections yet.
#[derive(Debug)]
pub(crate) struct HttpListener {
    listener: TcpListener,
    endpoint: Arc<Endpoint>,
    routes: Vec<Route>,
    /// Tells those who send requests for others not to send them here.
    own: OwnListener,
}

impl HttpListener {
    /// Binds the address of `options`, for a server with these pages.
    ///
    /// # Errors
    /// When the address cannot be resolved or bound, or when it is not loopback, requests need no
    /// credentials and `insecure` is not set.
    pub(crate) async fn bind(
        dispatcher: Arc<Dispatcher>,
        readiness: Readiness,
        routes: Vec<Route>,
        options: HttpOptions,
    ) -> Result<Self, Error> {
        let address = resolve(&options).await?;
        let is_exposed = !address.ip().is_loopback() && !options.insecure;
        if is_exposed && !dispatcher.settings().authentication.protects().await {
            return Err(Error::Exposed { address });
        }
        let listener = TcpListener::bind(address)
            .await
            .map_err(|source| Error::Bind { address, source })?;
        let own = OwnListener::new(listener.local_addr()?);
        dispatcher.limit_listeners(options.max_connections / 2);
        let endpoint = Endpoint::new(dispatcher, readiness, options);
        let endpoint = if is_exposed {
            endpoint.exposed()
        } else {
            endpoint
        };
        Ok(Self {
            listener,
            endpoint: Arc::new(endpoint),
            routes,
            own,
        })
    }

    pub(crate) fn address(&self) -> Result<SocketAddr, Error> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves until `stop` is ready, and then lets running calls finish.
    pub(crate) async fn serve(self, stop: impl Future<Output = ()>) -> Result<(), Error> {
        let Self {
            listener,
            endpoint,
            routes,
            own: _own,
        } = self;
        let acceptor = Acceptor::new(&endpoint, routes);
        let (running, stopped) = oneshot::channel();
        // A task of the runtime, so that it takes turns with the connections that it accepts.
        let accepting = tokio::spawn(accept_until(listener, acceptor, stopped));
        tokio::select! {
            () = stop => {}
            () = sweep_periodically(&endpoint) => {}
        }
        drop(running);
        let (graceful, mut connections) = accepting.await.map_err(io::Error::other)?;
        endpoint.drain(graceful.shutdown()).await;
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

/// Accepts connections until the sender of `stopped` is dropped. Returns those that are open.
async fn accept_until(
    listener: TcpListener,
    acceptor: Acceptor,
    stopped: oneshot::Receiver<()>,
) -> (GracefulShutdown, JoinSet<()>) {
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    tokio::select! {
        () = accept_all(&listener, &acceptor, &graceful, &mut connections) => {}
        _ = stopped => {}
    }
    (graceful, connections)
}

/// Accepts connections up to the limit, and closes idle ones. Never returns.
async fn accept_all(
    listener: &TcpListener,
    acceptor: &Acceptor,
    graceful: &GracefulShutdown,
    connections: &mut JoinSet<()>,
) {
    let options = &acceptor.endpoint.options;
    let mut table = ConnectionTable::new(options.max_connections);
    let mut check = tokio::time::interval(options.head_timeout.max(MIN_CHECK_INTERVAL));
    // After a delay of the whole process, clients have had no time to send anything.
    check.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            // A connection that has ended is forgotten at once, and its memory is free.
            Some(ended) = connections.join_next_with_id() => {
                table.remove(ended.map_or_else(|error| error.id(), |(id, ())| id));
            }
            accepted = accept(listener) => {
                if let Some((stream, address)) = accepted
                    && table.make_room(address)
                {
                    let activity = Arc::<ConnectionActivity>::default();
                    let connection = acceptor.serve(stream, address, &activity);
                    let task = connections.spawn(serve_one(graceful.watch(connection)));
                    table.add(address, activity, task);
                }
                // Many clients that connect at once wait behind the requests of those that are there.
                tokio::task::yield_now().await;
            }
            _ = check.tick() => table.close_idle(),
        }
    }
}

/// Turns streams into connections that are served.
struct Acceptor {
    endpoint: Arc<Endpoint>,
    router: Router,
    places: Arc<Semaphore>,
    server: http1::Builder,
}

impl Acceptor {
    fn new(endpoint: &Arc<Endpoint>, routes: Vec<Route>) -> Self {
        let mut server = http1::Builder::new();
        server.max_buf_size(MAX_HEAD);
        Self {
            endpoint: Arc::clone(endpoint),
            router: router(endpoint, routes, router::front_page()),
            places: Arc::new(Semaphore::new(endpoint.options.max_connections)),
            server,
        }
    }

    /// Returns the work of a connection.
    fn serve(
        &self,
        stream: TcpStream,
        address: IpAddr,
        activity: &Arc<ConnectionActivity>,
    ) -> impl GracefulConnection<Error = hyper::Error> + use<> {
        let service = connection_service(
            Arc::clone(&self.endpoint),
            self.router.clone(),
            Arc::clone(activity),
            Arc::new(ConnectionPlace::take(&self.places)),
            Origin::Address(address),
        );
        let stream = ActivityStream::new(stream, Arc::clone(activity));
        self.server.serve_connection(TokioIo::new(stream), service)
    }
}

/// Serves a connection to its end.
async fn serve_one(connection: impl Future<Output = hyper::Result<()>>) {
    if let Err(error) = connection.await {
        tracing::debug!("connection: {error}");
    }
}

/// Accepts a connection. `TCP_NODELAY` is set, so that a small response is sent at once.
async fn accept(listener: &TcpListener) -> Option<(TcpStream, IpAddr)> {
    match listener.accept().await {
        Ok((stream, address)) => {
            let _ = stream.set_nodelay(true);
            Some((stream, address.ip().to_canonical()))
        }
        Err(error) => {
            // Most likely the process is out of file descriptors. Connections that end free some.
            tracing::warn!("cannot accept a connection: {error}");
            tokio::time::sleep(Duration::from_millis(100)).await;
            None
        }
    }
}
