//! [`CollectionModel`]: which vectors fit into a collection.

use super::error::VectorError;

/// The embedding model that a collection was filled with, as far as it is known.
pub(super) struct CollectionModel<'a> {
    pub(super) collection: &'a str,
    pub(super) model: Option<&'a str>,
    pub(super) dimension: Option<usize>,
}

impl CollectionModel<'_> {
    /// Checks that vectors of `model` fit into the collection.
    ///
    /// A different name of the model is not an error, because the same model may have two names. It
    /// is logged if `is_first` says that it was not logged before.
    ///
    /// # Errors
    /// Returns [`VectorError::Dimension`] if the number of dimensions differs.
    pub(super) fn check(
        &self,
        model: &str,
        dimension: usize,
        is_first: impl FnOnce() -> bool,
    ) -> Result<(), VectorError> {
        if let Some(expected) = self.dimension.filter(|expected| *expected != dimension) {
            return Err(VectorError::Dimension {
                collection: self.collection.to_owned(),
                collection_model: self.model.map(ToOwned::to_owned),
                model: model.to_owned(),
                expected,
                actual: dimension,
            });
        }
        let other = self.model.filter(|own| *own != model);
        if let Some(own) = other.filter(|_| is_first()) {
            tracing::warn!(
                collection = self.collection,
                filled_with = own,
                queried_with = model,
                "the collection was filled with another model: its results may be meaningless"
            );
        }
        Ok(())
    }
}
