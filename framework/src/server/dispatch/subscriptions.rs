//! Notifies clients of changes: `resources/subscribe` for sessions, `subscriptions/listen` for
//! clients without one.

use std::collections::BTreeSet;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::{capabilities, dispatcher::Dispatcher, era::Exchange};
use crate::{
    core::{Change, ClientProfile, Meta, ResourceWatch, ToolError},
    server::{
        client_state::Session,
        peer::Outbox,
        protocol::{Outcome, RequestId, RpcError, missing, notification},
    },
};

/// The longest filter of `subscriptions/listen`, in bytes.
const MAX_FILTER: usize = 64 * 1024;

const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The changes that a client subscribes to with `subscriptions/listen`.
#[derive(Debug, Default, Clone, PartialEq, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
struct SubscriptionFilter {
    #[serde(skip_serializing_if = "is_false")]
    tools_list_changed: bool,
    #[serde(skip_serializing_if = "is_false")]
    prompts_list_changed: bool,
    #[serde(skip_serializing_if = "is_false")]
    resources_list_changed: bool,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    resource_subscriptions: BTreeSet<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl SubscriptionFilter {
    /// Parses a filter from an object. By default, serde would also accept an array.
    fn read(json: &str) -> Result<Self, RpcError> {
        if json.len() > MAX_FILTER {
            let why = format!("`params.notifications` is longer than {MAX_FILTER} bytes");
            return Err(RpcError::invalid_params(why));
        }
        if !json.starts_with('{') {
            let why = "`params.notifications` must be an object";
            return Err(RpcError::invalid_params(why));
        }
        serde_json::from_str(json)
            .map_err(|error| RpcError::invalid_params(format!("`params.notifications`: {error}")))
    }

    fn matches(&self, change: &Change) -> bool {
        match change {
            Change::Tools => self.tools_list_changed,
            Change::Prompts => self.prompts_list_changed,
            Change::Resources => self.resources_list_changed,
            Change::Resource(uri) => self.resource_subscriptions.contains(uri),
        }
    }

    /// Returns every change that the filter matches, for a receiver that lagged behind.
    fn all_matching(&self) -> Vec<Change> {
        let lists = [Change::Tools, Change::Prompts, Change::Resources];
        let resources = self
            .resource_subscriptions
            .iter()
            .cloned()
            .map(Change::Resource);
        lists
            .into_iter()
            .chain(resources)
            .filter(|change| self.matches(change))
            .collect()
    }
}

impl Dispatcher {
    pub(super) fn subscribe(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let uri = exchange.request.params.uri()?;
        if let Some(session) = &exchange.channel.session {
            let client = exchange.era.client();
            session.subscribe(uri, || self.watch(client, uri))?;
        }
        Ok(Outcome::empty())
    }

    pub(super) fn unsubscribe(exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let uri = exchange.request.params.uri()?;
        if let Some(session) = &exchange.channel.session {
            session.unsubscribe(uri);
        }
        Ok(Outcome::empty())
    }

    /// Sends an acknowledgement and then all changes, until the client disconnects or the server
    /// drains.
    pub(super) async fn listen(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let wanted = exchange.request.params.notifications.as_ref();
        let json = wanted.ok_or_else(|| missing("notifications"))?;
        let mut filter = SubscriptionFilter::read(json)?;
        // The text of the request is kept too.
        let kept = self.budget().subscriptions.take(2 * json.len());
        let _kept = kept.ok_or_else(RpcError::too_many_subscriptions)?;
        let listener = self.listeners.add();
        let _watches = self.watch_all(exchange.era.client(), &filter);
        let view = self.view(exchange);
        filter.prompts_list_changed &= capabilities::has_prompts(view);
        filter.resources_list_changed &= capabilities::has_resources(view);
        let mut changes = self.services.catalog().changes();
        let id = &exchange.request.id;
        let tag = json!({ SUBSCRIPTION_ID: id });
        let outbox = &*exchange.channel.outbox;
        let acknowledged = json!({"notifications": filter, "_meta": tag});
        outbox
            .send(notification(
                "notifications/subscriptions/acknowledged",
                &acknowledged,
            ))
            .await;
        tokio::select! {
            () = self.draining.cancelled() => {}
            () = listener.replaced() => {}
            () = exchange.channel.closed() => {}
            () = exchange.channel.cancellation.cancelled() => {
                return Err(RpcError::of(&ToolError::Cancelled, exchange.era.revision()));
            }
            () = forward_changes(&mut changes, outbox, |change| filter.matches(change) && self.is_visible(exchange.era.client(), change), || filter.all_matching(), Some(id)) => {}
        }
        let mut meta = Meta::new();
        meta.insert(SUBSCRIPTION_ID.into(), json!(id));
        Ok(Outcome::empty().with_meta(meta))
    }

    /// Sends all changes to a session, until another stream takes over or the session ends.
    pub(crate) async fn send_changes(&self, session: &Session, outbox: &dyn Outbox) {
        let listener = self.listeners.add();
        tokio::select! {
            () = self.draining.cancelled() => {}
            () = listener.replaced() => {}
            () = session.closed() => {}
            () = self.send_session_changes(session, outbox) => {}
        }
    }

    /// Sends the changes until another stream of the session takes over.
    async fn send_session_changes(&self, session: &Session, outbox: &dyn Outbox) {
        let taken_over = session.take_over_changes();
        let sending = async {
            let mut changes = session.changes().await;
            let matches = |change: &Change| {
                let handshake = session.handshake();
                session.is_interested_in(change)
                    && handshake.is_some_and(|it| self.is_visible(&it.client, change))
            };
            forward_changes(
                &mut changes,
                outbox,
                matches,
                || session.all_changes(),
                None,
            )
            .await;
        };
        tokio::select! {
            () = taken_over.cancelled() => {}
            () = sending => {}
        }
    }

    /// Begins to follow the resources of a filter.
    fn watch_all(&self, client: &ClientProfile, filter: &SubscriptionFilter) -> Vec<ResourceWatch> {
        let uris = filter.resource_subscriptions.iter();
        uris.filter_map(|uri| self.watch(client, uri)).collect()
    }

    /// Begins to follow a resource, if `client` may read it.
    fn watch(&self, client: &ClientProfile, uri: &str) -> Option<ResourceWatch> {
        let snapshot = self.services.catalog().snapshot();
        let found = snapshot.find_resource(uri).ok()?;
        let may_read = self.executor.view(client, &snapshot).allows_item(&found);
        may_read.then(|| found.watch())?
    }

    /// Returns whether `client` may hear of `change`: not if it may not read the resource.
    fn is_visible(&self, client: &ClientProfile, change: &Change) -> bool {
        let Change::Resource(uri) = change else {
            return true;
        };
        let snapshot = self.services.catalog().snapshot();
        let found = snapshot.find_resource(uri);
        found.map_or(true, |found| {
            self.executor.view(client, &snapshot).allows_item(&found)
        })
    }
}

async fn forward_changes(
    changes: &mut Receiver<Change>,
    outbox: &dyn Outbox,
    matches: impl Fn(&Change) -> bool,
    all_matching: impl Fn() -> Vec<Change>,
    subscription: Option<&RequestId>,
) {
    loop {
        let news = match changes.recv().await {
            Ok(change) => vec![change],
            Err(RecvError::Lagged(_)) => all_matching(),
            Err(RecvError::Closed) => return,
        };
        for change in news.iter().filter(|change| matches(change)) {
            if !outbox.send(change_notification(change, subscription)).await {
                return;
            }
        }
    }
}

/// Serialises the notification of a change.
pub(crate) fn change_notification(change: &Change, subscription: Option<&RequestId>) -> Bytes {
    let mut params = Map::new();
    if let Change::Resource(uri) = change {
        params.insert("uri".into(), json!(uri));
    }
    if let Some(id) = subscription {
        params.insert("_meta".into(), json!({ SUBSCRIPTION_ID: id }));
    }
    let method = match change {
        Change::Tools => "notifications/tools/list_changed",
        Change::Prompts => "notifications/prompts/list_changed",
        Change::Resources => "notifications/resources/list_changed",
        Change::Resource(_) => "notifications/resources/updated",
    };
    notification(method, &Value::Object(params))
}
