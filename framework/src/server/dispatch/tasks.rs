//! `tasks/get`, `tasks/update` and `tasks/cancel`.

use std::sync::Arc;

use super::{dispatcher::Dispatcher, exchange::Exchange, input_rounds::read_responses};
use crate::server::{
    client_state::Task,
    protocol::{Outcome, RpcError, missing},
};

impl Dispatcher {
    pub(super) fn get_task(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        Outcome::complete(&self.find_task(exchange)?.detail())
    }

    pub(super) fn update_task(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let task = self.find_task(exchange)?;
        let responses = exchange.request.params.input_responses.as_ref();
        let responses = responses.ok_or_else(|| missing("inputResponses"))?;
        let responses = read_responses(Some(responses))?;
        task.answer(responses.into_iter().collect());
        Ok(Outcome::empty())
    }

    pub(super) fn cancel_task(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        self.find_task(exchange)?.cancel();
        Ok(Outcome::empty())
    }

    /// Returns the task that a request names. A task of another caller is unknown.
    fn find_task(&self, exchange: &Exchange<'_>) -> Result<Arc<Task>, RpcError> {
        let id = exchange.request.params.task_id()?;
        let found = self.tasks.find(id);
        found
            .filter(|task| task.belongs_to(exchange.era.client()))
            .ok_or_else(|| RpcError::invalid_params(format!("unknown task `{id}`")))
    }
}
