//! [`HttpKind`]: the kind `http`.

use std::{collections::BTreeMap, sync::Arc};

use reqwest::Method;
use schemars::JsonSchema;
use serde_json::Value;
use toolwright::{schema::Schema, tool::Hints};

use super::{
    body_type::BODY_TYPES,
    config::{HttpConfig, METHODS},
    run::HttpRun,
};
use crate::{
    jsonc::Fields,
    kinds::{
        config_schema::config_schema_of,
        interface::Interface,
        kind::{Engines, Kind, KindConfig, Surroundings},
        run::Run,
    },
};

/// The kind `http`.
#[derive(Debug)]
pub(in crate::kinds) struct HttpKind;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct HttpFields {
    /// The address of the server, such as `https://api.example.com`.
    base_url: String,
    /// The method of the request. The default is `GET`.
    #[schemars(extend("enum" = METHODS))]
    method: Option<String>,
    /// The path, with `{name}` as the place of an argument.
    path: Option<String>,
    /// The pairs of the query, as templates.
    query: Option<BTreeMap<String, String>>,
    /// The headers, as templates.
    headers: Option<BTreeMap<String, String>>,
    /// The body. Text in it that is nothing but `{name}` is the argument itself.
    body: Option<Value>,
    /// The form in which the body is sent: `json`, which is the default, `form` or `multipart`. In a
    /// multipart body, `{"base64": "{name}", "filename": "a.txt"}` is a file.
    #[schemars(extend("enum" = BODY_TYPES))]
    body_type: Option<String>,
    /// How long a request may take.
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// A JSON pointer to the part of the answer that is the result.
    response: Option<String>,
}

impl Kind for HttpKind {
    fn name(&self) -> &'static str {
        "http"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<HttpFields>()
    }

    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        Some(Arc::new(HttpConfig::read(config, around)?))
    }

    fn takes_auth(&self) -> bool {
        true
    }
}

impl KindConfig for HttpConfig {
    fn interface(&self) -> Interface {
        let is_safe = matches!(self.method, Method::GET | Method::HEAD);
        Interface {
            hints: Hints::default()
                .read_only(is_safe)
                .idempotent(self.is_idempotent())
                .open_world(true),
            is_parallel: Some(true),
            ..Interface::default()
        }
    }

    fn build(&self, engines: &Engines) -> Box<dyn Run> {
        Box::new(HttpRun::new(self.clone(), engines))
    }
}
