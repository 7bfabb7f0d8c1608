//! `users`.

use std::sync::Arc;

use axum::http::StatusCode;
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::access::AccessRole;
use toolwright_access::User;

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

/// A user.
#[derive(Debug, Serialize, JsonSchema)]
struct UserView {
    name: String,
    role: Role,
    /// Whether its keys work.
    is_active: bool,
    created_at: String,
    /// How many keys it has.
    keys: usize,
    /// How many tools it owns.
    tools: usize,
    revision: String,
}

/// A user to add.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewUser {
    /// 1 to 64 letters, digits, `_`, `-`, `.` or `@`.
    name: String,
    role: Role,
}

/// The changes of a user.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UserPatch {
    role: Option<Role>,
    is_active: Option<bool>,
}

/// Returns the operations on users.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let all = [
        Operation::get("/users", "list_users", "Lists users.", |api, request| {
            Box::pin(list(api, request))
        })
        .query::<PageQuery>()
        .answers::<Page<UserView>>(StatusCode::OK),
        Operation::post("/users", "create_user", "Adds a user.", |api, request| {
            Box::pin(create(api, request))
        })
        .body::<NewUser>()
        .answers::<UserView>(StatusCode::CREATED),
        Operation::patch(
            "/users/{name}",
            "patch_user",
            "Changes the role of a user, or switches its keys off.",
            |api, request| Box::pin(patch(api, request)),
        )
        .body::<UserPatch>()
        .answers::<UserView>(StatusCode::OK),
        Operation::delete(
            "/users/{name}",
            "delete_user",
            "Removes a user and its keys. Its tools are switched off, and an admin can give them to another.",
            |api, request| Box::pin(delete(api, request)),
        ),
    ];
    all.map(|operation| operation.needs(Right::Admin)).to_vec()
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: PageQuery = request.query()?;
    let users = with_accounts(&api, |accounts| accounts.users()).await?;
    let counts = Counts::read(&api).await?;
    let page = page(users, &query, |user| &user.name, |user| counts.view(&user))?;
    answer::ok(&page)
}

async fn create(api: Arc<Api>, request: ApiRequest) -> Answer {
    let NewUser { name, role } = request.json()?;
    let role: AccessRole = role.into();
    let user = with_accounts(&api, move |accounts| accounts.add_user(&name, role)).await?;
    let view = Counts::read(&api).await?.view(&user);
    answer::json(StatusCode::CREATED, &view)
}

async fn patch(api: Arc<Api>, request: ApiRequest) -> Answer {
    let UserPatch { role, is_active } = request.json()?;
    let name = current(&api, &request).await?;
    let role = role.map(AccessRole::from);
    let change =
        move |accounts: &toolwright_access::Accounts| accounts.change_user(&name, role, is_active);
    let user = with_accounts(&api, change).await?;
    answer::ok(&Counts::read(&api).await?.view(&user))
}

async fn delete(api: Arc<Api>, request: ApiRequest) -> Answer {
    let name = current(&api, &request).await?;
    // First, so that no tool or agent of a user who is gone goes on.
    let by = request.caller.name();
    api.registry.switch_off_tools_of(&name, by).await?;
    api.agents
        .registry()
        .switch_off_agents_of(&name, by)
        .await?;
    with_accounts(&api, move |accounts| accounts.remove_user(&name)).await?;
    answer::no_content()
}

/// Returns the name of the user that a request changes, if it was made for the present revision.
async fn current(api: &Api, request: &ApiRequest) -> Result<String, Problem> {
    let name = request.part("name");
    let users = with_accounts(api, |accounts| accounts.users()).await?;
    let user = users.into_iter().find(|user| user.name == name);
    let user = user.ok_or_else(|| Problem::unknown(texts::no_user, name))?;
    check_revision(request, &revision(&user))?;
    Ok(user.name)
}

/// The numbers of keys and tools of each user.
struct Counts {
    keys: Vec<String>,
    tools: Vec<String>,
}

impl Counts {
    async fn read(api: &Api) -> Result<Self, Problem> {
        let keys = with_accounts(api, |accounts| accounts.keys()).await?;
        let records = api.registry.records().into_iter();
        let owners = records.filter_map(|record| record.spec.owner().map(ToOwned::to_owned));
        Ok(Self {
            keys: keys.into_iter().map(|key| key.user).collect(),
            tools: owners.collect(),
        })
    }

    fn view(&self, user: &User) -> UserView {
        let count = |names: &[String]| names.iter().filter(|name| **name == user.name).count();
        UserView {
            name: user.name.clone(),
            role: user.role.into(),
            is_active: user.is_active,
            created_at: user.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
            keys: count(&self.keys),
            tools: count(&self.tools),
            revision: revision(user),
        }
    }
}
