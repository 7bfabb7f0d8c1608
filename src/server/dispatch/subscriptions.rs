//! Telling clients what changed: `resources/subscribe` for sessions, `subscriptions/listen` for the rest.

use std::collections::BTreeSet;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::{capabilities, dispatcher::Dispatcher, exchange::Exchange};
use crate::{
    core::{Change, Meta, ToolError},
    server::{
        client_state::Session,
        peer::Outbox,
        protocol::{Outcome, RequestId, RpcError, missing, notification},
    },
};

const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// What a client wants to hear of.
#[derive(Debug, Default, Clone, PartialEq, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
struct Filter {
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

impl Filter {
    /// The filter of an object. Left to itself, serde would take a list for one.
    fn read(json: &str) -> Result<Self, RpcError> {
        if !json.starts_with('{') {
            let why = "`params.notifications` must be an object";
            return Err(RpcError::invalid_params(why));
        }
        serde_json::from_str(json)
            .map_err(|error| RpcError::invalid_params(format!("`params.notifications`: {error}")))
    }

    fn lets_through(&self, change: &Change) -> bool {
        match change {
            Change::Tools => self.tools_list_changed,
            Change::Prompts => self.prompts_list_changed,
            Change::Resources => self.resources_list_changed,
            Change::Resource(uri) => self.resource_subscriptions.contains(uri),
        }
    }

    /// What a listener that fell behind is told: that everything it watches changed.
    fn everything(&self) -> Vec<Change> {
        let lists = [Change::Tools, Change::Prompts, Change::Resources];
        let resources = self
            .resource_subscriptions
            .iter()
            .cloned()
            .map(Change::Resource);
        lists
            .into_iter()
            .chain(resources)
            .filter(|change| self.lets_through(change))
            .collect()
    }
}

impl Dispatcher {
    pub(super) fn subscribe(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let uri = exchange.request.params.uri()?;
        if let Some(session) = &exchange.channel.session {
            session.watch(uri);
        }
        Ok(Outcome::empty())
    }

    pub(super) fn unsubscribe(exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let uri = exchange.request.params.uri()?;
        if let Some(session) = &exchange.channel.session {
            session.unwatch(uri);
        }
        Ok(Outcome::empty())
    }

    /// Tells a client what changes, from the acknowledgement until it goes away or the server drains.
    pub(super) async fn listen(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let json = exchange
            .request
            .params
            .notifications
            .as_ref()
            .ok_or_else(|| missing("notifications"))?;
        let mut filter = Filter::read(json)?;
        filter.prompts_list_changed &= capabilities::has_prompts(&exchange.snapshot);
        filter.resources_list_changed &= capabilities::has_resources(&exchange.snapshot);
        let mut changes = self.services.catalog.changes();
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
            () = exchange.channel.closed() => {}
            () = exchange.channel.cancellation.cancelled() => {
                return Err(RpcError::of(&ToolError::Cancelled, exchange.era.revision()));
            }
            () = tell(&mut changes, outbox, |change| filter.lets_through(change), || filter.everything(), Some(id)) => {}
        }
        let mut meta = Meta::new();
        meta.insert(SUBSCRIPTION_ID.into(), json!(id));
        Ok(Outcome::empty().with_meta(meta))
    }

    /// Tells a session what changes, for as long as its stream is open.
    pub(crate) async fn tell_changes(&self, session: &Session, outbox: &dyn Outbox) {
        tokio::select! {
            () = self.draining.cancelled() => {}
            () = session.closed() => {}
            () = tell_session(session, outbox) => {}
        }
    }
}

/// The stream that came last tells a session what changes; one that was there before is silent from then on.
async fn tell_session(session: &Session, outbox: &dyn Outbox) {
    let turn = session.take_turn();
    let telling = async {
        let mut changes = session.changes().await;
        let lets_through = |change: &Change| session.wants(change);
        tell(
            &mut changes,
            outbox,
            lets_through,
            || session.everything(),
            None,
        )
        .await;
    };
    tokio::select! {
        () = turn.cancelled() => std::future::pending().await,
        () = telling => {}
    }
}

async fn tell(
    changes: &mut Receiver<Change>,
    outbox: &dyn Outbox,
    lets_through: impl Fn(&Change) -> bool,
    everything: impl Fn() -> Vec<Change>,
    subscription: Option<&RequestId>,
) {
    loop {
        let news = match changes.recv().await {
            Ok(change) => vec![change],
            Err(RecvError::Lagged(_)) => everything(),
            Err(RecvError::Closed) => return,
        };
        for change in news.iter().filter(|change| lets_through(change)) {
            if !outbox.send(written(change, subscription)).await {
                return;
            }
        }
    }
}

fn written(change: &Change, subscription: Option<&RequestId>) -> Bytes {
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
