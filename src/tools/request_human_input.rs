//! `request_human_input`: asks a person.
//!
//! The question goes through the client if the client can ask. Otherwise it waits in the [`Inbox`]
//! until somebody answers it.

use std::{future::Future, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::{interval, timeout};
use toolwright::{Context, State, ToolError, call::AskError, schema::Schema, tool};
use toolwright_base::cut_text;
use toolwright_engines::inbox::{Inbox, InboxError, NewQuestion, QuestionKind};

/// How often a client that asked for progress is notified that the question is still open.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The largest number of choices, and the longest of them in characters.
const MAX_CHOICES: usize = 50;
const MAX_CHOICE: usize = 200;

/// The longest name of a client that is stored, in bytes.
const MAX_NAME: usize = 200;

/// The kind of answer.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum AnswerKind {
    /// Any text
    Text,
    /// One of `choices`
    Choice,
    /// `yes` or `no`
    Confirm,
}

/// The answer of a person.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HumanInput {
    /// The answer: the text, the choice as it was given, or `yes` or `no`.
    answer: String,
    /// Whether the client asked the person, or the person found the question in the server's inbox.
    source: Source,
}

/// The way in which an answer came.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Source {
    /// The client asked the person.
    Client,
    /// The person found the question in the inbox.
    Inbox,
}

/// Asks a person and waits for the answer.
///
/// Use it for what only a person can decide or know, and ask one thing at a time. The answer is free
/// text, one of several choices, or yes or no. It may take minutes. If nobody answers in time, the call
/// fails; do not take that for a yes.
#[tool(
    title = "Ask a person",
    open_world,
    parallel,
    task = "on_demand",
    tags("person"),
    examples(
        "Ask the user which option they want.",
        "Get approval from a person before going on.",
        "Ask a human if we may go ahead.",
        "Could you check with the person in charge before you delete anything?",
        "Only my boss can decide that, so wait for her yes or no.",
        "Let the user choose between 'blue', 'green' and 'red' and wait for the answer.",
        "get a human's OK first",
        "The accountant must confirm the payment personally before the agent goes on.",
        "삭제하기 전에 담당자에게 예/아니요로 확인받아줘",
        "빨강, 파랑 중에 뭘로 할지 사용자에게 골라달라고 해줘",
        "사람에게 물어봐줘",
        "담당자의 승인을 받아줘",
    )
)]
pub(super) async fn request_human_input(
    ctx: Context,
    inbox: State<Inbox>,
    /// The question, with everything that the person needs to know to answer it.
    #[length(1..=4000)]
    question: String,
    /// The kind of answer. By default `choice` if there are `choices`, and `text` otherwise.
    kind: Option<AnswerKind>,
    /// The answers to choose from.
    choices: Option<Vec<String>>,
    /// How long to wait for the answer, in seconds.
    #[default(600)]
    #[range(1..=86400)]
    timeout_seconds: u32,
) -> Result<HumanInput, ToolError> {
    let choices = choices.unwrap_or_default();
    let new = NewQuestion {
        question,
        kind: checked(kind, &choices)?,
        choices,
        asked_by: asked_by(&ctx),
        caller: ctx.client().caller(),
    };
    let patience = Duration::from_secs(timeout_seconds.into());
    let (answer, source) = if ctx.client().capabilities.elicitation_form {
        (through_client(&ctx, &new, patience).await?, Source::Client)
    } else {
        (
            through_inbox(&ctx, &inbox, new, patience).await?,
            Source::Inbox,
        )
    };
    Ok(HumanInput { answer, source })
}

/// Returns the name of the client.
fn asked_by(ctx: &Context) -> Option<String> {
    let info = ctx.client().info.as_ref()?;
    Some(cut_text(&info.name, MAX_NAME).into_owned())
}

/// Returns the kind of answer, if the choices fit it.
fn checked(kind: Option<AnswerKind>, choices: &[String]) -> Result<QuestionKind, ToolError> {
    let kind = kind.unwrap_or(if choices.is_empty() {
        AnswerKind::Text
    } else {
        AnswerKind::Choice
    });
    let (is_fit, problem) = match kind {
        AnswerKind::Choice => (
            (2..=MAX_CHOICES).contains(&choices.len()) && are_distinct(choices),
            format!("the kind `choice` needs 2 to {MAX_CHOICES} different `choices`"),
        ),
        AnswerKind::Text => (
            choices.is_empty(),
            "the kind `text` has no `choices`".into(),
        ),
        AnswerKind::Confirm => (
            choices.is_empty(),
            "the kind `confirm` has no `choices`: the answer is `yes` or `no`".into(),
        ),
    };
    if choices
        .iter()
        .any(|choice| choice.chars().count() > MAX_CHOICE)
    {
        let problem = format!("a choice has at most {MAX_CHOICE} characters");
        return Err(ToolError::failed(problem));
    }
    if is_fit {
        Ok(kind.into())
    } else {
        Err(ToolError::failed(problem))
    }
}

fn are_distinct(choices: &[String]) -> bool {
    let trimmed: std::collections::BTreeSet<&str> =
        choices.iter().map(|choice| choice.trim()).collect();
    trimmed.len() == choices.len() && !trimmed.contains("")
}

/// The form that the client fills in: one field, for the answer.
#[derive(Debug, Deserialize, JsonSchema)]
struct Field {
    answer: String,
}

async fn through_client(
    ctx: &Context,
    new: &NewQuestion,
    patience: Duration,
) -> Result<String, ToolError> {
    let question = new.question.as_str();
    let asked = async {
        if new.kind == QuestionKind::Confirm {
            let is_yes = ctx.confirm(question).await?;
            return Ok(if is_yes { "yes" } else { "no" }.to_owned());
        }
        let field = ctx.ask::<Field>(question).schema(form(new)).await?;
        let answer = new.kind.parse_answer(&field.answer, &new.choices);
        answer.map_err(AskError::Invalid)
    };
    match timeout(patience, asked).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(ToolError::failed(InboxError::Expired(patience).to_string())),
    }
}

/// Returns the schema of the form that the client shows.
fn form(new: &NewQuestion) -> Schema {
    let mut field = json!({"type": "string", "title": "Answer"});
    if new.kind == QuestionKind::Choice {
        field["enum"] = json!(new.choices);
    }
    let mut form = Schema::new();
    form.insert("type".into(), json!("object"));
    form.insert("properties".into(), json!({ "answer": field }));
    form.insert("required".into(), json!(["answer"]));
    form
}

async fn through_inbox(
    ctx: &Context,
    inbox: &Inbox,
    new: NewQuestion,
    patience: Duration,
) -> Result<String, ToolError> {
    ctx.background().await;
    let answer = ctx.pause_deadline(with_heartbeat(ctx, inbox.ask(new, patience)));
    answer.await.map_err(|error| match error {
        InboxError::Expired(_) | InboxError::FullForCaller(_) | InboxError::Dismissed => {
            ToolError::failed(error.to_string())
        }
        other => ToolError::unavailable(other.to_string()),
    })
}

/// Waits for `work`, and reports progress to the client meanwhile.
async fn with_heartbeat<T>(ctx: &Context, work: impl Future<Output = T>) -> T {
    let beat = async {
        let mut beats = interval(HEARTBEAT);
        for count in 0_u32.. {
            beats.tick().await;
            ctx.progress_with(f64::from(count), None, "waiting for a person")
                .await;
        }
        std::future::pending().await
    };
    tokio::select! {
        done = work => done,
        never = beat => never,
    }
}

impl From<AnswerKind> for QuestionKind {
    fn from(kind: AnswerKind) -> Self {
        match kind {
            AnswerKind::Text => Self::Text,
            AnswerKind::Choice => Self::Choice,
            AnswerKind::Confirm => Self::Confirm,
        }
    }
}
