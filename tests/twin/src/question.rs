//! The tool that asks: in the older era while the call waits, in the newer one by having the client call again with the answer.

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{tool::InputResponses, wrapper::Parameters},
    model::{
        CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, ElicitResult,
        InputRequest, InputRequiredResult,
    },
    service::RequestContext,
};

use crate::{
    offer::OFFER,
    tools::{Nothing, said},
};

type Context = RequestContext<RoleServer>;

pub async fn ask_name(
    Parameters(Nothing {}): Parameters<Nothing>,
    InputResponses(responses): InputResponses,
    context: Context,
) -> Result<CallToolResponse, ErrorData> {
    let is_modern = context.meta.protocol_version().is_some();
    let can_ask = |client: ClientCapabilities| client.elicitation.is_some();
    if !context.client_capabilities().is_some_and(can_ask) {
        return nobody_to_ask(is_modern);
    }
    let question = OFFER.question.clone();
    if !is_modern {
        let answer = context.peer.create_elicitation(question.params).await;
        let answer = answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        return Ok(greet(&answer).into());
    }
    let answer = responses.and_then(|mut responses| responses.remove("user_name"));
    // Anything that is not an answer counts as none.
    let answer = answer.and_then(|answer| serde_json::from_value(answer).ok());
    Ok(match answer {
        Some(answer) => greet(&answer).into(),
        None => {
            let questions = [("user_name".to_owned(), InputRequest::Elicitation(question))];
            InputRequiredResult::new(Some(questions.into()), Some("asked".into())).into()
        }
    })
}

fn nobody_to_ask(is_modern: bool) -> Result<CallToolResponse, ErrorData> {
    if is_modern {
        return Err(ErrorData::missing_required_client_capability(
            ClientCapabilities::builder().enable_elicitation().build(),
        ));
    }
    Ok(failed("this client has nobody to ask").into())
}

fn greet(answer: &ElicitResult) -> CallToolResult {
    let content = answer.content.as_ref();
    match content.and_then(|content| content["name"].as_str()) {
        Some(name) => said(format!("Hello, {name}!")),
        None => failed("no name was given"),
    }
}

fn failed(why: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}
