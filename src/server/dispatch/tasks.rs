//! `tasks/get`, `tasks/update` and `tasks/cancel`.

use std::sync::Arc;

use super::{dispatcher::Dispatcher, input_rounds::read_responses};
use crate::server::{
    client_state::Task,
    protocol::{Outcome, Params, RpcError, missing},
};

impl Dispatcher {
    pub(super) fn get_task(&self, params: &Params) -> Result<Outcome, RpcError> {
        Outcome::complete(&self.find_task(params)?.detail())
    }

    pub(super) fn update_task(&self, params: &Params) -> Result<Outcome, RpcError> {
        let task = self.find_task(params)?;
        let responses = params.input_responses.as_ref();
        let responses = responses.ok_or_else(|| missing("inputResponses"))?;
        let responses = read_responses(Some(responses))?;
        task.answer(responses.into_iter().collect());
        Ok(Outcome::empty())
    }

    pub(super) fn cancel_task(&self, params: &Params) -> Result<Outcome, RpcError> {
        self.find_task(params)?.cancel();
        Ok(Outcome::empty())
    }

    fn find_task(&self, params: &Params) -> Result<Arc<Task>, RpcError> {
        let id = params.task_id()?;
        self.tasks
            .find(id)
            .ok_or_else(|| RpcError::invalid_params(format!("unknown task `{id}`")))
    }
}
