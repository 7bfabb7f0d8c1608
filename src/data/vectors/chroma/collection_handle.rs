//! [`CollectionHandle`]: how the server calls a collection, and what fits into it.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::Value;

use super::wire::{Collection, MODEL};
use crate::{core::lock, data::vectors::error::VectorError};

/// How the server calls a collection, and what fits into it.
#[derive(Debug)]
pub(super) struct CollectionHandle {
    name: String,
    pub(super) id: String,
    pub(super) dimension: Option<usize>,
    pub(super) model: Option<String>,
    warned: AtomicBool,
}

/// The collections that are known.
#[derive(Debug, Default)]
pub(super) struct CollectionCache(Mutex<HashMap<String, Arc<CollectionHandle>>>);

impl CollectionCache {
    pub(super) fn get(&self, name: &str) -> Option<Arc<CollectionHandle>> {
        lock(&self.0).get(name).cloned()
    }

    pub(super) fn insert(&self, name: &str, collection: Collection) -> Arc<CollectionHandle> {
        let handle = Arc::new(CollectionHandle::new(name, collection));
        lock(&self.0).insert(name.to_owned(), Arc::clone(&handle));
        handle
    }

    pub(super) fn remove(&self, name: &str) {
        lock(&self.0).remove(name);
    }
}

impl CollectionHandle {
    fn new(name: &str, collection: Collection) -> Self {
        let model = collection
            .metadata
            .and_then(|mut metadata| match metadata.remove(MODEL) {
                Some(Value::String(model)) => Some(model),
                _ => None,
            });
        Self {
            name: name.to_owned(),
            id: collection.id,
            dimension: collection.dimension,
            model,
            warned: AtomicBool::new(false),
        }
    }

    /// Whether vectors of this model fit.
    pub(super) fn check(&self, model: &str, dimension: usize) -> Result<(), VectorError> {
        match self.dimension {
            Some(expected) if expected != dimension => Err(VectorError::Dimension {
                collection: self.name.clone(),
                collection_model: self.model.clone(),
                model: model.to_owned(),
                expected,
                actual: dimension,
            }),
            _ => {
                self.warn_of_another(model);
                Ok(())
            }
        }
    }

    /// The same model may have two names, so another name is no error.
    fn warn_of_another(&self, model: &str) {
        let Some(own) = self.model.as_deref().filter(|own| *own != model) else {
            return;
        };
        if !self.warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                collection = self.name,
                filled_with = own,
                asked_with = model,
                "the collection was filled with another model: what it finds may make no sense"
            );
        }
    }
}
