//! [`CollectionHandle`]: the id and the model of a collection, as the server returned them.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::Value;
use toolwright_base::lock;

use super::{
    super::{error::VectorError, store::CollectionModel},
    wire::{ChromaCollection, MODEL},
};

/// The id and the model of a collection, as the server returned them.
#[derive(Debug)]
pub(super) struct CollectionHandle {
    name: String,
    pub(super) id: String,
    pub(super) dimension: Option<usize>,
    pub(super) model: Option<String>,
    warned: AtomicBool,
}

/// The handles of the collections that were looked up.
#[derive(Debug, Default)]
pub(super) struct CollectionCache(Mutex<HashMap<String, Arc<CollectionHandle>>>);

impl CollectionCache {
    pub(super) fn get(&self, name: &str) -> Option<Arc<CollectionHandle>> {
        lock(&self.0).get(name).cloned()
    }

    pub(super) fn insert(&self, name: &str, collection: ChromaCollection) -> Arc<CollectionHandle> {
        let handle = Arc::new(CollectionHandle::new(name, collection));
        lock(&self.0).insert(name.to_owned(), Arc::clone(&handle));
        handle
    }

    pub(super) fn remove(&self, name: &str) {
        lock(&self.0).remove(name);
    }
}

impl CollectionHandle {
    fn new(name: &str, collection: ChromaCollection) -> Self {
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

    /// Checks that vectors of this model fit into the collection.
    pub(super) fn check(&self, model: &str, dimension: usize) -> Result<(), VectorError> {
        let collection = CollectionModel {
            collection: &self.name,
            model: self.model.as_deref(),
            dimension: self.dimension,
        };
        let is_first = || !self.warned.swap(true, Ordering::Relaxed);
        collection.check(model, dimension, is_first)
    }
}
