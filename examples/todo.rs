//! A todo list that shows state, resources, prompts, progress, a confirmed deletion, the client's
//! log and cancellation.
//!
//! `cargo run -p toolwright --example todo` serves it over stdio, `cargo run -p toolwright --example todo -- serve` over HTTP.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::sleep;
use toolwright::prelude::*;

/// How much a todo matters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    Normal,
    High,
}

/// Something to be done.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Todo {
    id: u64,
    title: String,
    priority: Priority,
    done: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<NaiveDate>,
}

/// All todos of this process.
#[derive(Debug, Default)]
struct Todos {
    by_id: Mutex<BTreeMap<u64, Todo>>,
    last_id: AtomicU64,
    dropped_waits: AtomicU64,
}

impl Todos {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Todo>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<Todo> {
        self.lock().values().cloned().collect()
    }

    fn add(&self, title: String, priority: Priority, due: Option<NaiveDate>) -> Todo {
        let todo = Todo {
            id: self.last_id.fetch_add(1, Ordering::Relaxed) + 1,
            title,
            priority,
            done: false,
            due,
        };
        self.lock().insert(todo.id, todo.clone());
        todo
    }
}

fn no_todo(id: u64) -> ToolError {
    ToolError::failed(format!("there is no todo {id}"))
}

/// Announces to the clients that subscribed to the list that it changed.
fn announce(ctx: &Context) {
    ctx.catalog().resource_updated("todo://all");
}

/// Add a todo to the list.
#[tool]
async fn add_todo(
    /// What is to be done.
    #[length(1..=200)]
    title: String,
    /// How much it matters.
    #[default(Priority::Normal)]
    priority: Priority,
    /// The day by which it should be done.
    due: Option<NaiveDate>,
    todos: State<Todos>,
    ctx: Context,
) -> Todo {
    let todo = todos.add(title, priority, due);
    announce(&ctx);
    todo
}

/// List the todos, the oldest first.
#[tool(read_only)]
async fn list_todos(
    /// Leave out those that are done.
    #[default(false)]
    only_open: bool,
    /// How many to list at most.
    #[default(50)]
    #[range(1..=100)]
    limit: u32,
    todos: State<Todos>,
) -> Vec<Todo> {
    let mut listed = todos.all();
    listed.retain(|todo| !(only_open && todo.done));
    listed.truncate(limit as usize);
    listed
}

/// Mark a todo as done.
#[tool(idempotent)]
async fn complete_todo(id: u64, todos: State<Todos>, ctx: Context) -> Result<Todo, ToolError> {
    let done = {
        let mut todos = todos.lock();
        let todo = todos.get_mut(&id).ok_or_else(|| no_todo(id))?;
        todo.done = true;
        todo.clone()
    };
    announce(&ctx);
    Ok(done)
}

/// Delete a todo, after a person has confirmed it.
#[tool(destructive, confirm = "Delete todo {id}?")]
async fn delete_todo(id: u64, todos: State<Todos>, ctx: Context) -> Result<String, ToolError> {
    todos.lock().remove(&id).ok_or_else(|| no_todo(id))?;
    announce(&ctx);
    Ok(format!("deleted todo {id}"))
}

/// Add many todos, and tell how far it is.
#[tool]
async fn import_todos(
    /// What is to be done, a todo each.
    titles: Vec<String>,
    todos: State<Todos>,
    ctx: Context,
) -> usize {
    let total = titles.len();
    for (index, title) in titles.into_iter().enumerate() {
        let todo = todos.add(title, Priority::Normal, None);
        announce(&ctx);
        ctx.progress_with((index + 1) as f64, total as f64, todo.title)
            .await;
        sleep(Duration::from_millis(20)).await;
    }
    total
}

/// Wait for a while. A client that does not want to can cancel the call.
#[tool(read_only, timeout = "10m")]
async fn wait(#[range(0.0..=600.0)] seconds: f64, todos: State<Todos>) -> &'static str {
    let mut waiting = Waiting { todos, over: false };
    sleep(Duration::from_secs_f64(seconds)).await;
    waiting.over = true;
    "waited"
}

/// Counts a wait that was cancelled: the future of a cancelled call is dropped, and its values with
/// it.
struct Waiting {
    todos: State<Todos>,
    over: bool,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.over {
            self.todos.dropped_waits.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// How many waits were cancelled.
#[tool(read_only)]
async fn cancellations(todos: State<Todos>) -> u64 {
    todos.dropped_waits.load(Ordering::Relaxed)
}

/// How a report is written.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Text,
    Json,
}

/// Report what is open and what is done.
#[tool(read_only)]
async fn report(
    #[default(Format::Text)] format: Format,
    todos: State<Todos>,
    ctx: Context,
) -> String {
    ctx.info("reporting").await;
    let all = todos.all();
    let done = all.iter().filter(|todo| todo.done).count();
    let open = all.len() - done;
    match format {
        Format::Text => format!("{open} open, {done} done"),
        Format::Json => format!(r#"{{"open":{open},"done":{done}}}"#),
    }
}

/// All todos.
#[resource("todo://all", mime = "application/json")]
async fn all_todos(todos: State<Todos>) -> Vec<Todo> {
    todos.all()
}

/// One todo.
#[resource("todo://items/{id}", mime = "application/json")]
async fn one_todo(id: u64, todos: State<Todos>) -> Result<Todo, ToolError> {
    let todo = todos.lock().get(&id).cloned();
    todo.ok_or_else(|| ToolError::not_found("resource", format!("todo://items/{id}")))
}

/// Plan how to reach a goal.
#[prompt]
fn plan(
    /// What to reach.
    goal: String,
    /// How many days there are.
    #[default(7)]
    days: u32,
) -> String {
    format!("Plan how to reach {goal} in {days} days.")
}

/// Review the todos of one priority.
#[prompt]
fn review(
    /// Which todos.
    priority: Priority,
    todos: State<Todos>,
) -> String {
    let mut text = String::from("Which of these todos should be done first, and why?");
    let chosen = todos.all();
    for todo in chosen.iter().filter(|todo| todo.priority == priority) {
        text.push_str("\n- ");
        text.push_str(&todo.title);
    }
    text
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    Server::discover("todo").state(Todos::default()).run().await
}
