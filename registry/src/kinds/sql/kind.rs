//! [`SqlKind`]: the kind `sql`.

use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::{Map, Value};
use toolwright::{BoxFuture, schema::Schema};
use toolwright_base::CodedText;

use super::{config::SqlConfig, run::SqlRun};
use crate::{
    jsonc::Fields,
    kinds::{
        config_schema::config_schema_of,
        interface::{Described, Interface},
        kind::{Engines, Kind, KindConfig, Surroundings},
        run::Run,
    },
    parameters::Parameters,
};

/// The kind `sql`.
#[derive(Debug)]
pub(in crate::kinds) struct SqlKind;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct SqlFields {
    /// The statement. `:name` is the place of a parameter.
    query: String,
    /// One of [databases.NAME] in toolwright.toml.
    database: Option<String>,
    /// The form of the result: an array of objects (the default), one object, one value, or lines.
    #[schemars(extend("enum" = ["rows", "row", "value", "text"]))]
    result: Option<String>,
}

impl Kind for SqlKind {
    fn name(&self) -> &'static str {
        "sql"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<SqlFields>()
    }

    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        let config = SqlConfig::read(config, around.parameters, around.engines)?;
        Some(Arc::new(config))
    }

    fn text_field(&self) -> Option<&'static str> {
        Some("query")
    }
}

impl KindConfig for SqlConfig {
    fn interface(&self) -> Interface {
        Interface {
            parameters: (!self.is_declared).then(|| self.untyped()),
            ..Interface::of_reading()
        }
    }

    fn build(&self, _: &Engines) -> Box<dyn Run> {
        Box::new(SqlRun::new(self.clone()))
    }

    fn derive<'a>(
        &'a self,
        json: &'a mut Map<String, Value>,
        parameters: &'a Parameters,
    ) -> BoxFuture<'a, Result<(), CodedText>> {
        Box::pin(self.fill_in(json, parameters))
    }

    fn described(&self) -> BoxFuture<'_, Result<Option<Described>, CodedText>> {
        Box::pin(async { self.describe().await.map(Some) })
    }
}
