//! [`ParsedSlot`]: keeps what a check of arguments has parsed, for the call that follows.

use std::{
    any::Any,
    fmt,
    sync::{Arc, Mutex},
};

use toolwright_base::lock;

/// Keeps what a check of arguments has parsed, for the call that follows. Clones share it.
#[derive(Clone, Default)]
pub(super) struct ParsedSlot(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

impl ParsedSlot {
    pub(super) fn keep<T: Send + 'static>(&self, parsed: T) {
        *lock(&self.0) = Some(Box::new(parsed));
    }

    /// Takes the value, if there is one and it is a `T`.
    pub(super) fn take<T: Send + 'static>(&self) -> Option<T> {
        let parsed = lock(&self.0).take()?;
        parsed.downcast().ok().map(|parsed| *parsed)
    }
}

impl fmt::Debug for ParsedSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_filled = lock(&self.0).is_some();
        f.debug_tuple("ParsedSlot").field(&is_filled).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_taken_once_and_only_as_its_type() {
        let slot = ParsedSlot::default();
        slot.clone().keep(7);
        assert_eq!(slot.take::<i32>(), Some(7));
        assert_eq!(slot.take::<i32>(), None);
        slot.keep(7);
        assert_eq!(slot.take::<u64>(), None);
    }
}
