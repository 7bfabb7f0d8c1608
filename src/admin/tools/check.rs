//! `POST tools/check`: what is wrong with a definition, and what agents would see of it.

use std::{iter, sync::Arc};

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolwright_registry::{Described, DescribedValue, Invalid, StoreError, ToolSpec};

use super::{draft, request_preview::RequestPreview, tool_view::tokens};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::{Finding, Problem, findings_of},
    request::ApiRequest,
    rights::{Requester, Right},
};

/// The members of a definition that say what the tool does.
const LOGIC: [&str; 5] = ["type", "config", "parameters", "input_schema", "auth"];

/// A definition to check.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckBody {
    /// The definition of the tool.
    spec: Map<String, Value>,
}

/// The problems of a definition, and the tool that agents would see.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct CheckResult {
    /// Whether it can be stored.
    ok: bool,
    problems: Vec<Finding>,
    derived: Derived,
    /// What MCP clients would get.
    definition: Option<Value>,
    /// The size of the definition for agents, estimated.
    tokens: usize,
    /// The request of an `http` tool.
    request_preview: Option<RequestPreview>,
}

/// The facts that the engine of the tool tells about it.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Derived {
    parameters: Vec<DerivedParameter>,
    columns: Vec<DerivedColumn>,
    output_schema: Option<Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DerivedParameter {
    name: String,
    /// The type in JSON schemas.
    r#type: String,
    /// The type in the database.
    database_type: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DerivedColumn {
    name: String,
    /// The type in the database.
    r#type: String,
    /// Always true: a database does not say which results are never null.
    nullable: bool,
}

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let check = Operation::post(
        "/tools/check",
        "check_definition",
        "Checks a definition without storing it. A definition with problems answers 200 too.",
        |api, request| Box::pin(check(api, request)),
    );
    vec![
        check
            .needs(Right::Author)
            .body::<CheckBody>()
            .answers::<CheckResult>(StatusCode::OK)
            .calling(),
    ]
}

async fn check(api: Arc<Api>, request: ApiRequest) -> Answer {
    let CheckBody { spec: json } = request.large_json().await?;
    let request_preview = RequestPreview::of(&json);
    let caller = &request.caller;
    let result = match read(&api, &json).await {
        Ok(spec) => {
            // Before its engine is asked: that runs a script.
            draft::check_kind(&api, caller, &spec)?;
            of_spec(&api, &spec).await
        }
        Err(StoreError::Invalid(invalid)) => of_unfinished(&api, caller, json, invalid).await,
        Err(error) => return Err(Problem::from(error)),
    };
    answer::ok(&CheckResult {
        request_preview,
        ..result
    })
}

async fn read(api: &Api, json: &Map<String, Value>) -> Result<ToolSpec, StoreError> {
    let text = serde_json::to_string(json).unwrap_or_default();
    api.registry.read(text).await
}

/// Returns the problems of a definition, and what its engine says about the rest of it: somebody who
/// writes a query first is told about it before the tool has a name.
async fn of_unfinished(
    api: &Api,
    caller: &Requester,
    mut json: Map<String, Value>,
    invalid: Invalid,
) -> CheckResult {
    // A problem anywhere else would keep those of the logic from being found.
    json.retain(|member, _| LOGIC.contains(&member.as_str()));
    json.insert("name".to_owned(), "unnamed".into());
    json.insert("description".to_owned(), "Not described yet.".into());
    let (derived, found) = match read(api, &json).await {
        Ok(spec) if draft::check_kind(api, caller, &spec).is_ok() => {
            let (_, derived, invalid) = ask_engine(api, &spec).await;
            (derived, invalid)
        }
        Ok(_) => (Derived::default(), None),
        Err(StoreError::Invalid(invalid)) => {
            let derived = of_undeclared(api, caller, json).await;
            (derived, Some(invalid))
        }
        Err(_) => (Derived::default(), None),
    };
    CheckResult {
        problems: findings_of(iter::once(&invalid).chain(&found)),
        derived,
        ..CheckResult::default()
    }
}

/// Returns what the engine says about a definition without its parameters, so that those that are
/// missing can be filled in.
async fn of_undeclared(api: &Api, caller: &Requester, mut json: Map<String, Value>) -> Derived {
    json.remove("parameters");
    match read(api, &json).await {
        Ok(spec) if draft::check_kind(api, caller, &spec).is_ok() => {
            of_spec(api, &spec).await.derived
        }
        _ => Derived::default(),
    }
}

async fn of_spec(api: &Api, spec: &ToolSpec) -> CheckResult {
    let (spec, derived, invalid) = ask_engine(api, spec).await;
    let (definition, _) = spec.definition();
    CheckResult {
        ok: invalid.is_none(),
        problems: findings_of(&invalid),
        derived,
        tokens: tokens(&definition),
        definition: serde_json::to_value(definition).ok(),
        request_preview: None,
    }
}

/// Returns the definition with what its engine adds, the facts that it tells, and its problems.
async fn ask_engine(api: &Api, spec: &ToolSpec) -> (ToolSpec, Derived, Option<Invalid>) {
    match spec.derived(api.registry.engines()).await {
        Ok(spec) => {
            let described = spec.described().await.ok().flatten();
            let derived = Derived::of(described, &spec);
            (spec, derived, None)
        }
        Err(invalid) => (spec.clone(), Derived::default(), Some(invalid)),
    }
}

impl Derived {
    fn of(described: Option<Described>, spec: &ToolSpec) -> Self {
        let Some(Described {
            parameters,
            columns,
        }) = described
        else {
            return Self::default();
        };
        let parameter = |value: DescribedValue| DerivedParameter {
            name: value.name,
            r#type: value.json_type,
            database_type: value.database_type,
        };
        let column = |value: DescribedValue| DerivedColumn {
            name: value.name,
            r#type: value.database_type,
            nullable: true,
        };
        Self {
            parameters: parameters.into_iter().map(parameter).collect(),
            columns: columns.into_iter().map(column).collect(),
            output_schema: spec.json().get("output_schema").cloned(),
        }
    }
}
