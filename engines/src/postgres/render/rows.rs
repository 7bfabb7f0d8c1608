//! [`Rows`]: the rows of a result, held to their limits while they arrive.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::value::RawValue;

use super::{
    buffer::{Buffer, Value, values},
    columns::Columns,
    json::JsonForm,
    table::{Column, Limit, ReadLimits, Table, Truncation},
    types::TypeInfo,
};

/// The rows of a result so far.
#[derive(Debug)]
pub(in crate::postgres) struct Rows {
    columns: Arc<Columns>,
    limits: ReadLimits,
    buffer: Buffer,
    /// The number of complete rows in the buffer.
    returned: usize,
    /// The size of the buffer before the current row.
    row_start: usize,
    /// The index of the next value in the current row.
    column: usize,
    /// The columns of the current row in which a value was cut.
    cut_in_row: Vec<usize>,
    cut_cells: usize,
    cut_columns: BTreeSet<usize>,
    /// The limit that rows are missing for.
    missing: Option<Limit>,
}

/// The values of a result are not what their types promise.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(in crate::postgres) struct RenderError(String);

impl Rows {
    /// Creates an empty result.
    pub(in crate::postgres) fn new(
        columns: Arc<Columns>,
        limits: ReadLimits,
        buffer: Buffer,
    ) -> Self {
        Self {
            columns,
            limits,
            row_start: buffer.size(),
            buffer,
            returned: 0,
            column: 0,
            cut_in_row: Vec::new(),
            cut_cells: 0,
            cut_columns: BTreeSet::new(),
            missing: None,
        }
    }

    /// Returns the columns of the result.
    pub(in crate::postgres) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns whether the limit of bytes is reached, so that the server need not send more rows.
    ///
    /// This is never true for the limit of rows: the server itself stops there.
    pub(in crate::postgres) fn is_full(&self) -> bool {
        self.missing == Some(Limit::Bytes)
    }

    /// Returns how many bytes of one value are kept.
    pub(in crate::postgres) fn cell_bytes(&self) -> usize {
        self.limits.cell_bytes
    }

    /// Begins a row. Returns `false` if it is one too many, and then takes no values.
    pub(in crate::postgres) fn begin_row(&mut self) -> bool {
        if self.returned == self.limits.rows {
            self.missing = Some(Limit::Rows);
            return false;
        }
        self.row_start = self.buffer.size();
        self.column = 0;
        self.cut_in_row.clear();
        self.buffer.begin_row(self.returned == 0);
        true
    }

    /// Adds a value of `length` bytes. `bytes` are the value, or at least as much of it as is kept.
    pub(in crate::postgres) fn push_value(&mut self, bytes: &[u8], length: usize) {
        let kept = length.min(self.limits.cell_bytes);
        self.push(Some(Value {
            bytes: &bytes[..kept],
            is_cut: kept < length,
        }));
    }

    /// Adds a null.
    pub(in crate::postgres) fn push_null(&mut self) {
        self.push(None);
    }

    fn push(&mut self, value: Option<Value<'_>>) {
        if value.is_some_and(|value| value.is_cut) {
            self.cut_in_row.push(self.column);
        }
        self.buffer.push(&self.columns, self.column, value);
        self.column += 1;
    }

    /// Returns whether the rows are larger than the limit, so that the current one will be removed.
    pub(in crate::postgres) fn is_too_large(&self) -> bool {
        self.buffer.size() > self.max_bytes()
    }

    /// Ends the row, and removes it again if it does not fit into the limit of bytes.
    pub(in crate::postgres) fn end_row(&mut self) {
        self.buffer.end_row(self.columns.len());
        if self.is_too_large() {
            self.buffer.truncate(self.row_start);
            self.missing = Some(Limit::Bytes);
            return;
        }
        self.returned += 1;
        self.cut_cells += self.cut_in_row.len();
        self.cut_columns.extend(self.cut_in_row.drain(..));
    }

    fn max_bytes(&self) -> usize {
        match self.buffer {
            Buffer::Json { .. } => self.limits.bytes,
            // Text can be longer than its JSON: `bytea` is, and so are nested composites.
            Buffer::Raw { .. } => self.limits.bytes.saturating_mul(2).saturating_add(1 << 10),
        }
    }

    /// Renders the rows, given the types of the columns.
    ///
    /// # Errors
    /// If a value does not have the form of its type, so that the records are not JSON.
    pub(in crate::postgres) fn into_table(
        self,
        types: Vec<TypeInfo>,
    ) -> Result<Table, RenderError> {
        let names = types.iter().map(|found| found.name.to_string());
        let columns = self.columns.fields().iter().zip(names);
        let columns = columns.map(|(field, type_name)| Column {
            name: field.name.clone(),
            type_name,
        });
        let columns: Vec<Column> = columns.collect();
        let forms = types.into_iter().map(|found| found.form);
        let rows = self.rendered(forms.collect());
        let truncated = rows.truncated(&columns);
        Ok(Table {
            columns,
            returned: rows.returned,
            truncated,
            records: rows.into_json()?,
        })
    }

    /// Renders the values that were kept as they were received.
    fn rendered(self, forms: Vec<JsonForm>) -> Self {
        let Buffer::Raw { out } = &self.buffer else {
            return self;
        };
        let buffer = Buffer::json(forms);
        let mut rows = Self::new(Arc::clone(&self.columns), self.limits, buffer);
        let mut values = values(out);
        for _ in 0..self.returned {
            if !rows.begin_row() {
                break;
            }
            values
                .by_ref()
                .take(self.columns.len())
                .for_each(|value| rows.push(value));
            rows.end_row();
            if rows.is_full() {
                break;
            }
        }
        rows.missing = rows.missing.or(self.missing);
        rows
    }

    fn truncated(&self, columns: &[Column]) -> Option<Truncation> {
        let cut = (self.cut_cells > 0).then_some(Limit::Cell);
        let reason = self.missing.or(cut)?;
        let names = self.cut_columns.iter().map(|at| columns[*at].name.clone());
        Some(Truncation {
            reason,
            limit: match reason {
                Limit::Rows => self.limits.rows,
                Limit::Bytes => self.limits.bytes,
                Limit::Cell => self.limits.cell_bytes,
            },
            returned: self.returned,
            cut_cells: self.cut_cells,
            cut_columns: names.collect(),
        })
    }

    fn into_json(self) -> Result<Box<RawValue>, RenderError> {
        let Buffer::Json { mut out, .. } = self.buffer else {
            return Err(RenderError("the types are not known".into()));
        };
        out.push(b']');
        let text = String::from_utf8(out).map_err(|error| RenderError(error.to_string()))?;
        RawValue::from_string(text).map_err(|error| RenderError(error.to_string()))
    }

    /// Returns the values as text, or `None` if anything was left out or already rendered.
    pub(in crate::postgres) fn into_texts(self) -> Option<Vec<Vec<Option<String>>>> {
        let Buffer::Raw { out } = &self.buffer else {
            return None;
        };
        if self.missing.is_some() || self.cut_cells > 0 {
            return None;
        }
        let text = |value: Option<Value<'_>>| {
            value.map(|value| String::from_utf8_lossy(value.bytes).into_owned())
        };
        let mut texts = values(out).map(text);
        let row = |_| texts.by_ref().take(self.columns.len()).collect();
        Some((0..self.returned).map(row).collect())
    }
}
