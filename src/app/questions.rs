//! `toolwright questions` and `toolwright answer`: list and answer the questions in the inbox.

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use toolwright::cli::{Failure, output};
use toolwright_engines::inbox::{AnswerError, Inbox, Question, QuestionKind};

/// List the open questions to a person
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct QuestionsArguments {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// Answer a question
#[derive(Debug, clap::Args)]
pub(super) struct AnswerArguments {
    /// The question, as `questions` lists it
    id: String,
    /// The answer: any text, one of the choices, or `yes` or `no`
    #[arg(required = true, allow_hyphen_values = true)]
    answer: Vec<String>,
}

/// Prints the open questions.
pub(super) fn list(inbox: &Inbox, arguments: QuestionsArguments) -> Result<(), Failure> {
    let questions = inbox.open_questions()?;
    if arguments.json {
        let questions: Vec<Value> = questions.iter().map(object).collect();
        return Ok(output::print_json(&questions)?);
    }
    if questions.is_empty() {
        output::notice("there are no open questions");
        return Ok(());
    }
    let now = SystemTime::now();
    let lines: Vec<String> = questions.iter().map(|one| line(one, now)).collect();
    Ok(output::print(&lines.join("\n"))?)
}

/// Answers a question.
pub(super) fn answer(inbox: &Inbox, arguments: &AnswerArguments) -> Result<(), Failure> {
    let text = arguments.answer.join(" ");
    match inbox.answer(&arguments.id, &text) {
        Ok(answer) => Ok(output::print(&format!("answered: {answer}"))?),
        Err(error @ AnswerError::Unknown(_)) => Err(Failure::because(format!(
            "{error}; `questions` lists the open ones"
        ))),
        Err(error) => Err(Failure::because(error.to_string())),
    }
}

/// Formats a question for programs. Its state is left out, since every listed question is open.
fn object(question: &Question) -> Value {
    json!({
        "id": question.id,
        "question": question.question,
        "kind": question.kind,
        "choices": question.choices,
        "asked_by": question.asked_by,
        "asked_at": question.asked_at,
        "expires_at": question.expires_at,
    })
}

fn line(question: &Question, now: SystemTime) -> String {
    let wanted = match question.kind {
        QuestionKind::Text => "text".to_owned(),
        QuestionKind::Confirm => "yes or no".to_owned(),
        QuestionKind::Choice => question.choices.join(" | "),
    };
    let left = left(question.time_left(now));
    let text = question.question.replace('\n', "\n        ");
    format!("{}  {text}\n        {wanted}, {left} left", question.id)
}

fn left(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=99 => format!("{seconds} s"),
        seconds @ 100..=5_999 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}
