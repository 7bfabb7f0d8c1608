//! The requests of [`Client`]: sending one, and answering the questions of the server.

use std::sync::{Arc, atomic::Ordering};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json, value::RawValue};

use super::{
    client::Client,
    response::{NotificationRecorder, RpcResponse, from_value, input_required, parse},
};
use crate::{
    core::Origin,
    server::{
        dispatch::{Arrival, Channel},
        error::{Error, Result},
        protocol::{Message, Request, RequestId, Revision, RpcError},
    },
};

/// The largest number of rounds of questions for one request.
const MAX_ROUNDS: usize = 16;

impl Client {
    /// Sends a request and returns its result.
    ///
    /// If the server asks something, the question is answered and the request is sent again, until
    /// it is complete.
    ///
    /// # Errors
    /// When the server refuses the request, when the result is not a `T`, or when the server asks
    /// too often.
    pub async fn request<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T> {
        let mut params = params;
        for _ in 0..MAX_ROUNDS {
            let result = self.round(method, &params).await?;
            let Some(asked) = input_required(&result)? else {
                return parse(result.get().as_bytes());
            };
            params["inputResponses"] = self.questions.answer(asked.input_requests);
            params["requestState"] = asked.request_state;
        }
        Err(Error::Client(format!(
            "`{method}` asked more than {MAX_ROUNDS} times"
        )))
    }

    async fn round(&self, method: &str, params: &Value) -> Result<Box<RawValue>> {
        let id = RequestId::Number(self.last_id.fetch_add(1, Ordering::Relaxed) + 1);
        let mut params = params.clone();
        params["_meta"] = self.meta(&id);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let request = read_request(&message)?;
        let outbox = Arc::new(NotificationRecorder(Arc::clone(&self.notifications)));
        let channel = Channel::without_session(outbox, Arrival::now(Origin::Local));
        let reply = self
            .running
            .dispatcher()
            .handle(&request, &channel, None)
            .await;
        let response: RpcResponse = parse(&reply.body)?;
        match response.error {
            Some(error) => Err(refused(error)),
            None => Ok(response.result.unwrap_or_default()),
        }
    }

    fn meta(&self, id: &RequestId) -> Value {
        let mut meta = json!({
            "progressToken": id,
            "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.as_str(),
            "io.modelcontextprotocol/clientInfo": {"name": "toolwright", "version": env!("CARGO_PKG_VERSION")},
            "io.modelcontextprotocol/clientCapabilities": self.questions.capabilities(),
        });
        if let Some(level) = self.log_level {
            meta["io.modelcontextprotocol/logLevel"] = json!(level);
        }
        meta
    }

    /// Collects the entries of all pages of a list.
    pub(super) async fn list_all(&self, method: &str, member: &str) -> Result<Vec<Value>> {
        let mut entries = Vec::new();
        let mut params = json!({});
        loop {
            let page: Map<String, Value> = self.request(method, params).await?;
            let list = page.get(member).and_then(Value::as_array);
            entries.extend(list.into_iter().flatten().cloned());
            match page.get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return Ok(entries),
            }
        }
    }

    /// Sends a request and returns one member of its result.
    pub(super) async fn member<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Value,
        member: &str,
    ) -> Result<T> {
        let mut result: Value = self.request(method, params).await?;
        from_value(result[member].take())
    }
}

/// Parses a request like a transport does.
fn read_request(message: &Value) -> Result<Request> {
    match Message::parse(&message.to_string().into()) {
        Ok(Message::Request(request)) => Ok(*request),
        Ok(_) => unreachable!("it has a method and an id"),
        Err(invalid) => Err(refused(*invalid.error)),
    }
}

fn refused(error: RpcError) -> Error {
    Error::Refused {
        code: error.code,
        message: error.message,
    }
}
