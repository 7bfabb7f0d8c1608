//! Limits, counts and records the use of resources, prompts and completions.

use std::pin::pin;

use super::{call_facts::UsedItem, governance::Governance, in_flight_call::InFlightCall};
use crate::{
    core::{BoxFuture, ItemCall, ItemOutput, ToolError, ToolOutput},
    executor::pipeline::Pipeline,
};

impl Governance {
    /// Runs the work of an item, as a call of the tool that it belongs to.
    pub(super) async fn govern_item(
        &self,
        call: ItemCall,
        work: BoxFuture<'_, Result<ItemOutput, ToolError>>,
        pipeline: Pipeline<'_>,
    ) -> Result<ItemOutput, ToolError> {
        let metrics = &self.recorder.metrics;
        let state = match &call.tool {
            Some(tool) => self.tool_states.of(tool, false, metrics),
            None => self.tool_states.of_item(&call.name, metrics),
        };
        let (context, kind, name) = (call.context, call.kind, call.name);
        let used = UsedItem { name, kind };
        let counters = &state.counters;
        let in_flight =
            InFlightCall::begin(&self.recorder, counters, used, &context, &call.arguments);
        let (caller, is_continued) = (context.client().caller(), context.is_continued());
        let limited = async {
            in_flight.check_log()?;
            let _counted = state.rate_limiter.admit(caller, is_continued)?;
            in_flight.admit().await?;
            work.await
        };
        let answer = pipeline.run_within_deadline(&context, pin!(limited)).await;
        let (recorded, output) = match answer {
            Ok(output) => (Ok(self.recorded(&output)), Some(output)),
            Err(error) => (Err(error), None),
        };
        let execution = in_flight.finish(recorded).await;
        let missing = || ToolError::failed("there is no output");
        execution.answer.and_then(|_| output.ok_or_else(missing))
    }

    /// Returns `output` as the record has it.
    fn recorded(&self, output: &ItemOutput) -> ToolOutput {
        let mut recorded = ToolOutput::default();
        if self.recorder.log.is_some() {
            recorded.unabridged = serde_json::to_string(output).ok().map(Into::into);
        }
        recorded
    }
}
