//! `questions`: what `request_human_input` waits for.

use std::{io, sync::Arc};

use axum::http::StatusCode;
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolwright_engines::inbox::{AnswerError, Question, QuestionKind};

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    page::{Page, PageQuery, page},
    problem::Problem,
    request::ApiRequest,
    rights::Requester,
    texts,
};

/// An open question.
#[derive(Debug, Serialize, JsonSchema)]
struct QuestionView {
    id: String,
    question: String,
    /// The choices. `null` if any text is an answer.
    options: Option<Vec<String>>,
    asked_at: String,
    tool: Option<String>,
    /// The software that asked.
    caller: Option<String>,
    expires_at: Option<String>,
}

/// The answer to a question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AnswerBody {
    /// Text, one of the choices, or a boolean for yes or no.
    answer: Value,
}

/// Returns the operations on questions.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/questions",
            "list_questions",
            "Lists the open questions: an admin sees all, others those of their own calls.",
            |api, request| Box::pin(list(api, request)),
        )
        .query::<PageQuery>()
        .answers::<Page<QuestionView>>(StatusCode::OK),
        Operation::post(
            "/questions/{id}",
            "answer_question",
            "Answers a question.",
            |api, request| Box::pin(answer(api, request)),
        )
        .body::<AnswerBody>(),
        Operation::delete(
            "/questions/{id}",
            "dismiss_question",
            "Refuses to answer a question.",
            |api, request| Box::pin(dismiss(api, request)),
        ),
    ]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: PageQuery = request.query()?;
    let mut questions = open(&api, &request.caller).await?;
    questions.sort_by(|one, other| one.id.cmp(&other.id));
    let page = page(questions, &query, |question| &question.id, view)?;
    answer::ok(&page)
}

async fn answer(api: Arc<Api>, request: ApiRequest) -> Answer {
    let AnswerBody { answer } = request.json()?;
    let text = match answer {
        Value::String(text) => text,
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        other => {
            let why = texts::expected_answer(other.to_string());
            return Err(Problem::unprocessable("/answer", why));
        }
    };
    let id = visible(&api, &request).await?;
    let inbox = Arc::clone(&api.inbox);
    let answered = tokio::task::spawn_blocking(move || inbox.answer(&id, &text)).await;
    finish(&request, answered.map(|answered| answered.map(drop)))
}

async fn dismiss(api: Arc<Api>, request: ApiRequest) -> Answer {
    let id = visible(&api, &request).await?;
    let inbox = Arc::clone(&api.inbox);
    let dismissed = tokio::task::spawn_blocking(move || inbox.dismiss(&id)).await;
    finish(&request, dismissed)
}

fn finish(
    request: &ApiRequest,
    done: Result<Result<(), AnswerError>, tokio::task::JoinError>,
) -> Answer {
    let gone = || Problem::unknown(texts::no_open_question, request.part("id"));
    match done {
        Ok(Ok(())) => answer::no_content(),
        Ok(Err(AnswerError::Invalid(why))) => Err(Problem::unprocessable("/answer", why)),
        Ok(Err(AnswerError::Unavailable(error))) => Err(unavailable(&error)),
        Ok(Err(_)) => Err(gone()),
        Err(error) => Err(Problem::stopped(&error)),
    }
}

/// Returns the open questions that the caller may answer.
async fn open(api: &Api, caller: &Requester) -> Result<Vec<Question>, Problem> {
    let inbox = Arc::clone(&api.inbox);
    let questions = tokio::task::spawn_blocking(move || inbox.open_questions()).await;
    let questions = questions.map_err(|error| Problem::stopped(&error))?;
    let mut questions = questions.map_err(|error| unavailable(&error))?;
    questions.retain(|question| caller.may_see(Some(question.caller())));
    Ok(questions)
}

/// Returns the id of the question that a request names, if the caller may answer it.
async fn visible(api: &Api, request: &ApiRequest) -> Result<String, Problem> {
    let id = request.part("id").to_lowercase();
    let questions = open(api, &request.caller).await?;
    match questions.iter().any(|question| question.id == id) {
        true => Ok(id),
        false => Err(Problem::unknown(texts::no_open_question, &id)),
    }
}

fn unavailable(error: &io::Error) -> Problem {
    tracing::error!("the questions cannot be read: {error}");
    Problem::unavailable(texts::questions_unreadable())
}

fn view(question: Question) -> QuestionView {
    let options = match question.kind {
        QuestionKind::Text => None,
        QuestionKind::Confirm => Some(vec!["yes".to_owned(), "no".to_owned()]),
        QuestionKind::Choice => Some(question.choices),
    };
    QuestionView {
        id: question.id,
        question: question.question,
        options,
        asked_at: question
            .asked_at
            .to_rfc3339_opts(SecondsFormat::Millis, true),
        tool: Some("request_human_input".to_owned()),
        caller: question.asked_by,
        expires_at: Some(
            question
                .expires_at
                .to_rfc3339_opts(SecondsFormat::Millis, true),
        ),
    }
}
