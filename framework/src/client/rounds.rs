//! The requests of [`Client`]: sending one, and answering the questions of the server.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json, value::RawValue};

use super::{
    client::{Client, Link},
    response::{RpcResponse, from_value, input_required, parse},
};
use crate::server::{Error, InMemory, Result, Revision};

/// The most pages of a list.
const MAX_PAGES: usize = 1_000;

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
            let members = params.as_object_mut();
            let members =
                members.ok_or_else(|| Error::Client("parameters are an object".into()))?;
            let answers = self.questions.answer(asked.input_requests);
            members.insert("inputResponses".into(), answers);
            match asked.request_state {
                Value::Null => drop(members.remove("requestState")),
                state => drop(members.insert("requestState".into(), state)),
            }
        }
        Err(Error::Client(format!(
            "`{method}` asked more than {MAX_ROUNDS} times"
        )))
    }

    async fn round(&self, method: &str, params: &Value) -> Result<Box<RawValue>> {
        match &self.link {
            Link::InMemory(server) => self.round_in_memory(server, method, params).await,
            #[cfg(feature = "client")]
            Link::Remote(_) if self.identity.is_some() => Err(Error::Client(
                "a server elsewhere decides by itself who its clients are".into(),
            )),
            #[cfg(feature = "client")]
            Link::Remote(remote) => remote.request(method, params, self.log_level).await,
        }
    }

    async fn round_in_memory(
        &self,
        server: &InMemory,
        method: &str,
        params: &Value,
    ) -> Result<Box<RawValue>> {
        let id = self.next_id();
        let mut params = params.clone();
        params["_meta"] = self.meta(id);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let body = server
            .send(message.to_string().into(), self.identity.clone())
            .await?;
        let response: RpcResponse = parse(&body)?;
        match response.error {
            Some(error) => Err(error.into_error()),
            None => Ok(response.result.unwrap_or_default()),
        }
    }

    fn meta(&self, id: i64) -> Value {
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

    /// Collects the entries of all pages of a list, unless it has no end.
    pub(super) async fn list_all(&self, method: &str, member: &str) -> Result<Vec<Value>> {
        let (mut entries, mut cursors) = (Vec::new(), BTreeSet::new());
        let mut params = json!({});
        loop {
            let page: Map<String, Value> = self.request(method, params).await?;
            let list = page.get(member).and_then(Value::as_array);
            entries.extend(list.into_iter().flatten().cloned());
            match page.get("nextCursor") {
                None | Some(Value::Null) => return Ok(entries),
                Some(cursor) => params = json!({ "cursor": cursor }),
            }
            if !cursors.insert(params.to_string()) || cursors.len() > MAX_PAGES {
                return Err(Error::Client(format!("`{method}` does not end")));
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
        let mut result: Map<String, Value> = self.request(method, params).await?;
        from_value(result.remove(member).unwrap_or_default())
    }
}
