//! `keys`.

use std::sync::Arc;

use axum::http::StatusCode;
use chrono::{DateTime, SecondsFormat, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::access::AccessRole;
use toolwright_access::{ApiKey, KeyText, NewKey, User};

use super::accounts::{check_revision, revision, with_accounts};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    page::{Page, PageQuery, page},
    problem::Problem,
    request::ApiRequest,
    rights::{Right, Role},
    texts,
};

/// A key, without its secret.
#[derive(Debug, Serialize, JsonSchema)]
struct KeyView {
    id: String,
    user: String,
    role: Role,
    /// Patterns of the tools that it may call; empty for all that its user may.
    tools: Vec<String>,
    /// The agent whose endpoint it opens, and nothing else; `null` for the whole server.
    agent: Option<String>,
    scopes: Vec<String>,
    expires_at: Option<String>,
    /// To within some minutes.
    last_used_at: Option<String>,
    created_at: String,
    label: String,
    revision: String,
}

/// A key as it is answered once, when it is made.
#[derive(Debug, Serialize, JsonSchema)]
struct CreatedKey {
    #[serde(flatten)]
    view: KeyView,
    /// The key itself. It cannot be read again.
    key: String,
}

/// A key to make.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct KeyBody {
    user: String,
    /// The role, if it is to be less than that of the user.
    role: Option<Role>,
    #[serde(default)]
    label: String,
    /// Patterns of the tools that it may call; empty for all that its user may.
    #[serde(default)]
    tools: Vec<String>,
    /// The agent whose endpoint it opens, and nothing else.
    agent: Option<String>,
    #[serde(default)]
    scopes: Vec<String>,
    /// When it stops working (RFC 3339).
    expires_at: Option<String>,
}

/// Returns the operations on keys.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let all = [
        Operation::get("/keys", "list_keys", "Lists keys.", |api, request| {
            Box::pin(list(api, request))
        })
        .query::<PageQuery>()
        .answers::<Page<KeyView>>(StatusCode::OK),
        Operation::post(
            "/keys",
            "create_key",
            "Makes a key. This is the only time that it is shown.",
            |api, request| Box::pin(create(api, request)),
        )
        .body::<KeyBody>()
        .answers::<CreatedKey>(StatusCode::CREATED),
        Operation::delete(
            "/keys/{id}",
            "delete_key",
            "Revokes a key.",
            |api, request| Box::pin(delete(api, request)),
        ),
        Operation::post(
            "/keys/{id}/rotate",
            "rotate_key",
            "Replaces a key by a new one with the same rights.",
            |api, request| Box::pin(rotate(api, request)),
        )
        .answers::<CreatedKey>(StatusCode::OK),
    ];
    all.map(|operation| operation.needs(Right::Admin)).to_vec()
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: PageQuery = request.query()?;
    let keys = with_accounts(&api, |accounts| accounts.keys()).await?;
    let users = with_accounts(&api, |accounts| accounts.users()).await?;
    let page = page(keys, &query, |key| &key.id, |key| view(&key, &users))?;
    answer::ok(&page)
}

async fn create(api: Arc<Api>, request: ApiRequest) -> Answer {
    let body: KeyBody = request.json()?;
    let expires_at = body.expires_at.as_deref().map(time).transpose()?;
    let mut new = NewKey::of(body.user);
    new.role = body.role.map(AccessRole::from);
    new.tools = (!body.tools.is_empty()).then_some(body.tools);
    new.agent = body.agent;
    new.scopes = body.scopes;
    new.label = body.label;
    new.expires_at = expires_at;
    let created = with_accounts(&api, move |accounts| accounts.create_key(new)).await?;
    answer::json(StatusCode::CREATED, &shown_once(&api, created).await?)
}

async fn rotate(api: Arc<Api>, request: ApiRequest) -> Answer {
    let id = current(&api, &request).await?;
    let created = with_accounts(&api, move |accounts| accounts.rotate_key(&id)).await?;
    answer::ok(&shown_once(&api, created).await?)
}

async fn delete(api: Arc<Api>, request: ApiRequest) -> Answer {
    let id = current(&api, &request).await?;
    with_accounts(&api, move |accounts| accounts.revoke_key(&id)).await?;
    answer::no_content()
}

async fn shown_once(api: &Api, (key, text): (ApiKey, KeyText)) -> Result<CreatedKey, Problem> {
    let users = with_accounts(api, |accounts| accounts.users()).await?;
    Ok(CreatedKey {
        view: view(&key, &users),
        key: text.expose(),
    })
}

/// Returns the id of the key that a request changes, if it was made for the present revision.
async fn current(api: &Api, request: &ApiRequest) -> Result<String, Problem> {
    let id = request.part("id");
    let keys = with_accounts(api, |accounts| accounts.keys()).await?;
    let key = keys.into_iter().find(|key| key.id == id);
    let key = key.ok_or_else(|| Problem::unknown(texts::no_key, id))?;
    check_revision(request, &revision_of(&key))?;
    Ok(key.id)
}

fn time(text: &str) -> Result<DateTime<Utc>, Problem> {
    let time = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
    let why = texts::expected_time();
    time.map_err(|_| Problem::unprocessable("/expires_at", why))
}

/// Returns the revision of a key, which does not change when the key is used.
fn revision_of(key: &ApiKey) -> String {
    revision(&(
        &key.id,
        &key.user,
        &key.role,
        &key.tools,
        &key.agent,
        &key.scopes,
        &key.label,
    ))
}

fn view(key: &ApiKey, users: &[User]) -> KeyView {
    let user = users.iter().find(|user| user.name == key.user);
    let of_user = user.map(|user| user.role).unwrap_or_default();
    let text = |time: &DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
    KeyView {
        id: key.id.clone(),
        user: key.user.clone(),
        role: key.role.unwrap_or(of_user).min(of_user).into(),
        tools: key.tools.clone().unwrap_or_default(),
        agent: key.agent.clone(),
        scopes: key.scopes.clone(),
        expires_at: key.expires_at.as_ref().map(text),
        last_used_at: key.last_used_at.as_ref().map(text),
        created_at: text(&key.created_at),
        label: key.label.clone(),
        revision: revision_of(key),
    }
}
