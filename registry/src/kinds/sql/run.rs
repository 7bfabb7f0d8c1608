//! Runs the queries of `sql` tools.

use std::time::Instant;

use serde_json::{Map, Value, value::RawValue};
use tokio::sync::OnceCell;
use toolwright::{
    BoxFuture, Context, ToolError, ToolOutput,
    tool::{ErrorKind, Permitted},
};
use toolwright_engines::postgres::{QueryError, Table, TypeInfo};

use super::config::{ResultForm, SqlConfig};
use crate::{
    kinds::run::{Answer, Run},
    parameters::{InputArguments, text_of},
};

/// Runs the query of one tool.
pub(super) struct SqlRun {
    config: SqlConfig,
    /// The types of the parameters, once the database was asked.
    types: OnceCell<Vec<TypeInfo>>,
}

impl Run for SqlRun {
    fn run(
        &self,
        context: Context,
        arguments: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        Box::pin(async move {
            let engine = &self.config.engine;
            let own = Instant::now() + engine.limits.timeout;
            let limits = engine.limits.until(context.deadline().unwrap_or(own));
            let failed = |error: QueryError| explain(&error);
            let texts = self
                .texts(&arguments, limits.deadline)
                .await
                .map_err(failed)?;
            let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
            let database = &engine.database;
            let read = database.read_with(&self.config.statement, &texts, &limits);
            self.config.answer(read.await.map_err(failed)?)
        })
    }
}

impl SqlRun {
    pub(super) fn new(config: SqlConfig) -> Self {
        Self {
            config,
            types: OnceCell::new(),
        }
    }

    /// Returns the texts that are bound to `$1`, `$2`, ….
    async fn texts(
        &self,
        arguments: &InputArguments,
        deadline: Instant,
    ) -> Result<Vec<Option<String>>, QueryError> {
        let names = &self.config.names;
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let value = |name: &String| arguments.get(name).unwrap_or(&Value::Null);
        let types = self.types.get_or_try_init(|| async {
            let SqlConfig {
                engine, statement, ..
            } = &self.config;
            let described = engine.database.describe(statement, deadline).await?;
            Ok::<_, QueryError>(described.parameters)
        });
        let types = types.await?;
        Ok(names
            .iter()
            .zip(types)
            .map(|(name, found)| found.parameter_text(value(name)))
            .collect())
    }
}

impl SqlConfig {
    fn answer(&self, table: Table) -> Result<Answer, ToolError> {
        let note = table.truncated.as_ref().map(ToString::to_string);
        let answer = match self.result {
            ResultForm::Rows => Answer::Json(table.records),
            ResultForm::Row => Answer::Json(first(&table)?),
            ResultForm::Value => {
                let row: Option<Map<String, Value>> = serde_json::from_str(first(&table)?.get())?;
                let value = row
                    .and_then(|row| row.into_iter().next())
                    .map(|(_, value)| value);
                Answer::value(&value.unwrap_or_default())?
            }
            ResultForm::Text => Answer::Output(ToolOutput::text(lines(&table)?)),
        };
        match note {
            Some(note) if matches!(self.result, ResultForm::Rows | ResultForm::Text) => {
                Ok(answer.noted(note))
            }
            _ => Ok(answer),
        }
    }
}

/// Returns the first row, or null.
fn first(table: &Table) -> Result<Box<RawValue>, ToolError> {
    let rows: Vec<&RawValue> = serde_json::from_str(table.records.get())?;
    match rows.first() {
        Some(row) => Ok((*row).to_owned()),
        None => Ok(serde_json::value::to_raw_value(&Value::Null)?),
    }
}

/// Returns a line for each row.
fn lines(table: &Table) -> Result<String, ToolError> {
    let rows: Vec<Map<String, Value>> = serde_json::from_str(table.records.get())?;
    let line = |row: &Map<String, Value>| {
        let values: Vec<String> = row.values().map(|value| text_of(Some(value))).collect();
        values.join("\t")
    };
    Ok(rows.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn explain(error: &QueryError) -> ToolError {
    match error.kind() {
        ErrorKind::Timeout => ToolError::timed_out(error.to_string()),
        ErrorKind::ServiceUnavailable => ToolError::unavailable(error.to_string()),
        _ => ToolError::failed(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_query_is_not_one_of_the_database() {
        let huge = QueryError::HugeValue {
            column: "c".into(),
            bytes: 1,
        };
        for (error, kind) in [
            (huge, ErrorKind::ToolExecutionError),
            (QueryError::Copy, ErrorKind::ToolExecutionError),
            (QueryError::Stopped, ErrorKind::ServiceUnavailable),
            (QueryError::Timeout, ErrorKind::Timeout),
        ] {
            assert_eq!(explain(&error).kind(), kind, "{error}");
        }
    }
}
