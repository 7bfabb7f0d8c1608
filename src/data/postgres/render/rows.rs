//! [`Rows`]: the rows of an answer, held to their limits while they arrive.

use std::{collections::BTreeSet, io, sync::Arc};

use serde_json::value::RawValue;

use super::{
    buffer::{Store, Value, values},
    columns::Description,
    json::Shape,
    table::{Column, Limit, ReadLimits, Table, Truncation},
    types::Known,
};
use crate::data::postgres::{
    QueryError,
    client::{Link, malformed},
};

/// The rows of an answer.
#[derive(Debug)]
pub(in crate::data::postgres) struct Rows {
    description: Arc<Description>,
    limits: ReadLimits,
    store: Store,
    /// How many rows are in the store.
    returned: usize,
    /// How much was in the store before the row at hand.
    row_start: usize,
    /// The column that comes next.
    column: usize,
    /// The columns of the row at hand in which a value was cut.
    cut_here: Vec<usize>,
    cut_cells: usize,
    cut_columns: BTreeSet<usize>,
    /// Why there are more rows than these.
    missing: Option<Limit>,
}

impl Rows {
    pub(in crate::data::postgres) fn new(
        description: Arc<Description>,
        limits: ReadLimits,
        store: Store,
    ) -> Self {
        Self {
            description,
            limits,
            row_start: store.size(),
            store,
            returned: 0,
            column: 0,
            cut_here: Vec::new(),
            cut_cells: 0,
            cut_columns: BTreeSet::new(),
            missing: None,
        }
    }

    pub(in crate::data::postgres) fn description(&self) -> &Description {
        &self.description
    }

    /// Whether nothing more is wanted of the server, although it may have more.
    pub(in crate::data::postgres) fn is_full(&self) -> bool {
        self.missing == Some(Limit::Bytes)
    }

    /// Takes a row that is all there.
    pub(in crate::data::postgres) fn take(&mut self, body: &[u8]) -> io::Result<()> {
        let (count, mut rest) = body.split_first_chunk().ok_or_else(malformed)?;
        if !self.begin(u16::from_be_bytes(*count))? {
            return Ok(());
        }
        for _ in 0..u16::from_be_bytes(*count) {
            let (length, after) = rest.split_first_chunk().ok_or_else(malformed)?;
            let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
                self.put(None);
                rest = after;
                continue;
            };
            let (bytes, after) = after.split_at_checked(length).ok_or_else(malformed)?;
            self.put(Some(self.value(bytes, length)));
            rest = after;
        }
        self.end();
        Ok(())
    }

    /// Takes a row while it arrives. What is too long of it is never held.
    pub(in crate::data::postgres) async fn take_from(&mut self, link: &mut Link) -> io::Result<()> {
        let count = link.take_u16().await?;
        if !self.begin(count)? {
            return Ok(());
        }
        for _ in 0..count {
            let length = link.take_i32().await?;
            let Ok(length) = usize::try_from(length) else {
                self.put(None);
                continue;
            };
            let kept = length.min(self.limits.cell_bytes);
            let bytes = link.take(kept).await?;
            self.put(Some(self.value(bytes, length)));
            link.skip(length - kept).await?;
            if self.store.size() > self.most_bytes() {
                break;
            }
        }
        self.end();
        Ok(())
    }

    fn value<'a>(&self, bytes: &'a [u8], length: usize) -> Value<'a> {
        let kept = length.min(self.limits.cell_bytes);
        Value {
            bytes: &bytes[..kept],
            is_cut: kept < length,
        }
    }

    /// Begins a row, if there is room for one.
    fn begin(&mut self, columns: u16) -> io::Result<bool> {
        if usize::from(columns) != self.description.fields.len() {
            return Err(malformed());
        }
        if self.returned == self.limits.rows {
            self.missing = Some(Limit::Rows);
            return Ok(false);
        }
        self.row_start = self.store.size();
        self.column = 0;
        self.cut_here.clear();
        self.store.begin_row(self.returned == 0);
        Ok(true)
    }

    fn put(&mut self, value: Option<Value<'_>>) {
        if value.is_some_and(|value| value.is_cut) {
            self.cut_here.push(self.column);
        }
        self.store.write(&self.description, self.column, value);
        self.column += 1;
    }

    /// Ends a row, or takes it back when it was one too many.
    fn end(&mut self) {
        self.store.end_row(self.description.fields.len());
        if self.store.size() > self.most_bytes() {
            self.store.go_back(self.row_start);
            self.missing = Some(Limit::Bytes);
            return;
        }
        self.returned += 1;
        self.cut_cells += self.cut_here.len();
        self.cut_columns.extend(self.cut_here.drain(..));
    }

    fn most_bytes(&self) -> usize {
        match self.store {
            Store::Json { .. } => self.limits.bytes,
            // What came may be longer than what it becomes, as bytes are, and composites in composites.
            Store::Raw { .. } => self.limits.bytes.saturating_mul(2).saturating_add(1 << 10),
        }
    }

    /// The rows as a table, for which the types of the columns must be known.
    pub(in crate::data::postgres) fn into_table(
        self,
        types: Vec<Known>,
    ) -> Result<Table, QueryError> {
        let names = types.iter().map(|known| known.name.to_string());
        let columns = self.description.fields.iter().zip(names);
        let columns = columns.map(|(field, type_name)| Column {
            name: field.name.clone(),
            type_name,
        });
        let columns: Vec<Column> = columns.collect();
        let shapes = types.into_iter().map(|known| known.shape);
        let rows = self.with_types(shapes.collect());
        let truncated = rows.truncated(&columns);
        Ok(Table {
            columns,
            returned: rows.returned,
            truncated,
            records: rows.into_json()?,
        })
    }

    /// The same rows, written as JSON.
    fn with_types(self, shapes: Vec<Shape>) -> Self {
        let Store::Raw { out } = &self.store else {
            return self;
        };
        let store = Store::json(shapes);
        let mut rows = Self::new(Arc::clone(&self.description), self.limits, store);
        let mut values = values(out);
        let columns = self.description.fields.len();
        for _ in 0..self.returned {
            // It was the server's number of columns before.
            if !matches!(rows.begin(columns as u16), Ok(true)) {
                break;
            }
            values
                .by_ref()
                .take(columns)
                .for_each(|value| rows.put(value));
            rows.end();
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

    fn into_json(self) -> Result<Box<RawValue>, QueryError> {
        let Store::Json { mut out, .. } = self.store else {
            return Err(QueryError::Protocol("the types are not known".into()));
        };
        out.push(b']');
        let broken = |error: String| QueryError::Protocol(error);
        let text = String::from_utf8(out).map_err(|error| broken(error.to_string()))?;
        RawValue::from_string(text).map_err(|error| broken(error.to_string()))
    }

    /// The rows as texts, if all of them are there, whole.
    pub(in crate::data::postgres) fn into_texts(
        self,
    ) -> Result<Vec<Vec<Option<String>>>, QueryError> {
        let too_large = QueryError::TooLarge {
            most: self.limits.bytes,
            rows: self.limits.rows,
        };
        let Store::Raw { out } = &self.store else {
            return Err(too_large);
        };
        if self.missing.is_some() || self.cut_cells > 0 {
            return Err(too_large);
        }
        let text = |value: Option<Value<'_>>| {
            value.map(|value| String::from_utf8_lossy(value.bytes).into_owned())
        };
        let mut texts = values(out).map(text);
        let columns = self.description.fields.len();
        let row = |_| texts.by_ref().take(columns).collect();
        Ok((0..self.returned).map(row).collect())
    }
}
