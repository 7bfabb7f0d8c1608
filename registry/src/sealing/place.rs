//! [`Place`]: the record and the field of a sealed text.

/// The record and the field of a sealed text. It opens nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The record, such as the name of a tool.
    pub(crate) record: &'a str,
    /// The field of the record.
    pub(crate) field: &'a str,
}

impl Place<'_> {
    /// Returns the bytes that encryption binds to. No two places have the same.
    pub(super) fn binding(self) -> Vec<u8> {
        let mut bytes = b"toolwright sealed v1".to_vec();
        for part in [self.record, self.field] {
            bytes.extend(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            bytes.extend(part.as_bytes());
        }
        bytes
    }
}
