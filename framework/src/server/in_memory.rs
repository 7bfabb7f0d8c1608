//! [`InMemory`]: a server that runs in this process, as its client reaches it.
//!
//! It is the transport below the [`Client`](crate::Client) of
//! [`Server::client`](crate::Server::client). Requests go through the same
//! [dispatcher](super::dispatch) as those of [HTTP](super::http) and [stdio](super::stdio), so a
//! test sees the same policy, limits and results as a remote client. Only the bytes do not leave
//! the process.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Instant,
};

use bytes::Bytes;
use serde_json::Value;
use tokio::sync::broadcast::{Receiver, error::TryRecvError};
use tokio_util::sync::CancellationToken;
use toolwright_base::lock;

use super::{
    dispatch::{Arrival, Channel, change_notification},
    error::{Error, Result},
    lifecycle::RunningServer,
    peer::{Outbox, RequestPeer},
    protocol::{Message, Request, RequestId},
};
use crate::{
    core::{
        BoxFuture, Change, ClientCapabilities, ClientProfile, ClientSession, Context, Identity,
        Implementation, LogLevel, Origin, ResourceWatch,
    },
    executor::Executor,
};

/// A server that runs in this process.
pub(crate) struct InMemory {
    running: RunningServer,
    notifications: Arc<NotificationRecorder>,
    values: Arc<ClientSession>,
    changes: Mutex<ChangeListener>,
}

impl InMemory {
    pub(in crate::server) fn new(running: RunningServer) -> Self {
        let changes = running.dispatcher().services().catalog().changes();
        Self {
            values: running.dispatcher().new_values(),
            running,
            notifications: Arc::default(),
            changes: Mutex::new(ChangeListener {
                changes,
                subscriptions: BTreeMap::new(),
            }),
        }
    }

    /// Sends a request of a user, or of the operator, and returns the body of the response.
    ///
    /// # Errors
    /// If the message is not a request.
    pub(crate) async fn send(&self, message: Bytes, user: Option<Identity>) -> Result<Bytes> {
        let request = read_request(&message)?;
        let outbox = Arc::clone(&self.notifications) as Arc<dyn Outbox>;
        let mut arrival = Arrival::now(Origin::Local);
        arrival.identity = user.map(Arc::new);
        let channel =
            Channel::without_session(outbox, arrival).with_values(Arc::clone(&self.values));
        let dispatcher = self.running.dispatcher();
        let reply = dispatcher.handle(&request, &channel, None).await;
        Ok(reply.body)
    }

    /// Returns the executor, and the context of a call with the rights of the operator.
    pub(crate) fn operator_call(
        &self,
        log_level: Option<LogLevel>,
        id: i64,
    ) -> (Executor, Context) {
        let dispatcher = self.running.dispatcher();
        let software = Implementation::new("toolwright", env!("CARGO_PKG_VERSION"));
        let profile = ClientProfile::new(Some(Arc::new(software)), ClientCapabilities::default());
        let outbox = Arc::clone(&self.notifications) as Arc<dyn Outbox>;
        let token = RequestId::Number(id);
        let peer = RequestPeer::new(profile, outbox, log_level, Some(token));
        let services = Arc::clone(dispatcher.services());
        let (token, now) = (CancellationToken::new(), Instant::now());
        let context = Context::new(Arc::new(peer), services, token, now);
        (dispatcher.executor().clone(), context)
    }

    /// Asks for the changes of the resource at `uri`.
    pub(crate) fn subscribe(&self, uri: String) {
        let snapshot = self.running.dispatcher().services().catalog().snapshot();
        let watch = snapshot.find_resource(&uri).ok().and_then(|it| it.watch());
        lock(&self.changes).subscriptions.insert(uri, watch);
    }

    /// Removes and returns the notifications so far: those of calls, and then the changes.
    pub(crate) fn take_notifications(&self) -> Vec<Value> {
        let mut notifications = std::mem::take(&mut *lock(&self.notifications.0));
        notifications.extend(lock(&self.changes).take());
        notifications
    }

    /// Stops the server, and runs its stop hooks.
    ///
    /// # Errors
    /// If a hook fails.
    pub(crate) async fn stop(self) -> Result<()> {
        self.running.stop().await
    }
}

/// Parses a request like a transport does.
fn read_request(message: &Bytes) -> Result<Request> {
    match Message::parse(message) {
        Ok(Message::Request(request)) => Ok(*request),
        Ok(_) => Err(Error::Client("the message is not a request".into())),
        Err(invalid) => Err(invalid.error.into_error()),
    }
}

/// Records the notifications that a server sends while a request runs.
#[derive(Default)]
struct NotificationRecorder(Mutex<Vec<Value>>);

impl Outbox for NotificationRecorder {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        if let Ok(message) = serde_json::from_slice(&message) {
            lock(&self.0).push(message);
        }
        Box::pin(std::future::ready(true))
    }
}

/// Turns the changes of a catalogue into the notifications that a client with a session gets.
#[derive(Debug)]
struct ChangeListener {
    changes: Receiver<Change>,
    subscriptions: BTreeMap<String, Option<ResourceWatch>>,
}

impl ChangeListener {
    /// Returns the notifications since the last call.
    fn take(&mut self) -> Vec<Value> {
        let mut notifications = Vec::new();
        loop {
            match self.changes.try_recv() {
                Ok(Change::Resource(uri)) if !self.subscriptions.contains_key(&uri) => {}
                Ok(change) => notifications.push(notification(&change)),
                Err(TryRecvError::Lagged(_)) => {
                    let lists = [Change::Tools, Change::Prompts, Change::Resources];
                    notifications.extend(lists.iter().map(notification));
                }
                Err(TryRecvError::Empty | TryRecvError::Closed) => return notifications,
            }
        }
    }
}

fn notification(change: &Change) -> Value {
    serde_json::from_slice(&change_notification(change, None)).unwrap_or_default()
}
