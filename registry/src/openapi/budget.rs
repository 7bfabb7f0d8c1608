//! [`ImportBudget`]: the memory that the definitions of one document may take.
//!
//! Thousands of operations may refer to one large schema, and each of their tools has a copy of it. So the size
//! of a document does not bound the size of what becomes of it.

use std::cell::Cell;

use serde_json::Value;

/// The memory of a value besides its text, and of an object besides its values, in bytes.
const VALUE_BYTES: usize = 80;
const OBJECT_BYTES: usize = 320;

const MIB: usize = 1024 * 1024;
/// The most memory of the definitions of one document.
const MAX_IMPORT: usize = 24 * MIB;
/// The most memory of the schemas of one operation, and the most values in them.
const MAX_OPERATION: usize = 4 * MIB;
const MAX_VALUES: usize = 20_000;

/// The memory that is left for the definitions of one document.
#[derive(Debug)]
pub(super) struct ImportBudget(Cell<usize>);

/// The memory that is left for the definition of one operation.
#[derive(Debug)]
pub(super) struct OperationBudget<'a> {
    values: usize,
    bytes: usize,
    import: &'a ImportBudget,
}

/// The error of a definition that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum TooLarge {
    #[error("its schemas have more than {MAX_VALUES} values")]
    Values,
    #[error("its schemas take more than {} MiB", MAX_OPERATION / MIB)]
    Operation,
    #[error("the definitions of the operations before it take {} MiB, the limit of one import", MAX_IMPORT / MIB)]
    Import,
}

impl Default for ImportBudget {
    fn default() -> Self {
        Self(Cell::new(MAX_IMPORT))
    }
}

impl ImportBudget {
    /// Returns the budget of the next operation.
    pub(super) const fn operation(&self) -> OperationBudget<'_> {
        OperationBudget {
            values: MAX_VALUES,
            bytes: MAX_OPERATION,
            import: self,
        }
    }
}

impl OperationBudget<'_> {
    /// Takes the memory of a value that has so many bytes of text.
    pub(super) fn value(&mut self, text: usize) -> Result<(), TooLarge> {
        self.values = self.values.checked_sub(1).ok_or(TooLarge::Values)?;
        self.bytes(VALUE_BYTES.saturating_add(text))
    }

    /// Takes the memory of an object, besides its names and values.
    pub(super) fn object(&mut self) -> Result<(), TooLarge> {
        self.value(OBJECT_BYTES)
    }

    /// Takes the memory of an object that is no value of a schema, besides its names and values.
    pub(super) fn frame(&mut self) -> Result<(), TooLarge> {
        self.bytes(OBJECT_BYTES)
    }

    /// Takes the memory of a text that is no value of a schema.
    pub(super) fn text(&mut self, text: &str) -> Result<(), TooLarge> {
        self.bytes(VALUE_BYTES.saturating_add(text.len()))
    }

    /// Takes so many bytes.
    pub(super) fn bytes(&mut self, bytes: usize) -> Result<(), TooLarge> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(TooLarge::Operation)?;
        let left = self.import.0.get().checked_sub(bytes);
        self.import.0.set(left.ok_or(TooLarge::Import)?);
        Ok(())
    }

    /// Takes the memory of a value and all that is in it.
    pub(super) fn whole(&mut self, value: &Value) -> Result<(), TooLarge> {
        match value {
            Value::Array(values) => {
                self.value(0)?;
                values.iter().try_for_each(|value| self.whole(value))
            }
            Value::Object(fields) => {
                self.object()?;
                fields.iter().try_for_each(|(name, value)| {
                    self.bytes(name.len())?;
                    self.whole(value)
                })
            }
            Value::String(text) => self.value(text.len()),
            _ => self.value(0),
        }
    }
}
