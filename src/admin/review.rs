//! `GET review`: what makes the tools hard to choose rightly.

use std::sync::Arc;

use axum::http::StatusCode;

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
};
use crate::choice::Review;

/// Returns the operation.
pub(super) fn operations() -> Vec<Operation> {
    let review = Operation::get(
        "/review",
        "review_tools",
        "Names what makes the tools hard to choose rightly, among those that the caller may call: pairs that descriptions \
         do not tell apart, instructions to the model, parameters without words. Each tool has a score.",
        |api, request| Box::pin(review(api, request)),
    );
    vec![review.answers::<Review>(StatusCode::OK)]
}

async fn review(api: Arc<Api>, request: ApiRequest) -> Answer {
    let policy = api.executor()?.policy().clone();
    let client = request.caller.client();
    let snapshot = api.services()?.catalog().snapshot();
    let work = tokio::task::spawn_blocking(move || {
        let tools = snapshot.tools();
        let allowed = tools.filter(|tool| policy.check(&client, Arc::clone(tool)).is_ok());
        let definitions: Vec<_> = allowed.map(|tool| tool.definition()).collect();
        Review::of(&definitions)
    });
    let review = work.await.map_err(|error| Problem::stopped(&error))?;
    answer::ok(&review)
}
