//! Makes schemas and values, and asserts that both are refused or validated in a bounded time and memory.
//!
//! The bytes are decisions: which keywords a definition has, which definitions they refer to, and how deep the
//! value is. The value is validated alone, and as the argument of a governed call, which repairs it or explains what
//! is wrong.

#![cfg_attr(fuzzing, no_main)]

mod choices;
mod peak_memory;
mod processor_time;
mod target;

use std::{future, sync::Arc, time::Duration};

use choices::Choices;
use peak_memory::peak_of;
use processor_time::processor_time;
use serde_json::{Value, json};
use target::fuzz_target;
use tokio::runtime::{self, Runtime};
use toolwright::{
    Arguments, BoxFuture, Context, Server, Tool, ToolDef, ToolError, ToolOutput,
    govern::Governance,
    schema::{Schema, check_schema, compile, example_of},
    tool::Permitted,
};

/// The most processor time of one schema and one value. Ten million steps take a tenth of it.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The most memory, in bytes.
const MAX_MEMORY: usize = 100 * 1024 * 1024;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes, "#/$defs/");
    let schema = schema(&mut choices);
    // The definitions are those of the member.
    let value = json!({"x": choices.value(40)});
    let begun = processor_time();
    let memory = peak_of(|| check(&schema, &value));
    let took = processor_time() - begun;
    assert!(
        took < MAX_TIME && memory < MAX_MEMORY,
        "{took:?}, {memory} bytes: {}",
        Value::Object(schema)
    );
});

fn check(schema: &Schema, value: &Value) {
    if let Ok(validator) = compile(schema)
        && validator.fits(value) == Ok(false)
    {
        let _ = validator.first_misfit(value);
    }
    let _ = check_schema(schema);
    let _ = example_of(&Value::Object(schema.clone()), schema);
    RUNTIME.with(|runtime| runtime.block_on(call(schema, value)));
}

thread_local! {
    static RUNTIME: Runtime = runtime::Builder::new_current_thread().enable_time().build().unwrap();
}

/// Calls a governed tool with this schema.
async fn call(schema: &Schema, value: &Value) {
    let definition = ToolDef::new("heavy", "Takes anything.").with_input_schema(schema.clone());
    let tool: Arc<dyn Tool> = Arc::new(Heavy(definition));
    let server = Server::new("fuzz").tools([tool]).govern(Governance::new());
    // A schema that costs too much is refused here.
    if let Ok(client) = server.client().await {
        let _ = client.call("heavy", value.clone()).await;
        let _ = client.close().await;
    }
}

/// A tool that does nothing.
struct Heavy(ToolDef);

impl Tool for Heavy {
    fn definition(&self) -> &ToolDef {
        &self.0
    }

    fn call(
        &self,
        _: Context,
        _: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(future::ready(Ok(ToolOutput::text("done"))))
    }
}

fn schema(choices: &mut Choices<'_>) -> Schema {
    let count = 1 + choices.of(45);
    let definitions = choices.definitions(count);
    let root = choices.schema(count, 2);
    let schema = json!({"type": "object", "properties": {"x": root}, "$defs": definitions});
    schema.as_object().cloned().unwrap_or_default()
}
