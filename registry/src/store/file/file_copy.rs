//! Copies all that a [`FileStore`] keeps, from it and into a new one.

use std::{collections::HashMap, sync::Arc};

use toolwright_base::files::{create_private_folders, replace};

use super::{
    file_store::{FileStore, OpenFiles, io_error},
    tools_text::ToolsText,
};
use crate::{
    spec::{Hashes, ToolSpec},
    store::{Record, StoreContents, StoreError, TOOLS},
};

/// The file without a definition.
const EMPTY: &str = "{\n  \"tools\": []\n}\n";

impl FileStore {
    /// Returns everything that the store keeps.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub async fn export(&self) -> Result<StoreContents, StoreError> {
        self.blocking(|inner| {
            let _lock = inner.lock();
            inner.refresh()?;
            let versions = inner.journal.all();
            Ok(StoreContents {
                records: inner.records(),
                versions: versions.map_err(|error| io_error(inner.journal.path(), error))?,
                text: Some(inner.tools.text().to_owned()),
            })
        })
        .await
    }

    /// Writes everything that another store keeps.
    ///
    /// # Errors
    /// If there is a `tools.json` already, or the files cannot be written.
    pub async fn import(&self, contents: StoreContents) -> Result<(), StoreError> {
        self.blocking(move |inner| {
            let folder = inner.folder.clone();
            create_private_folders(&folder).map_err(|error| io_error(&folder, error))?;
            let _lock = inner.lock()?;
            inner.import(&contents)
        })
        .await
    }
}

impl OpenFiles {
    fn import(&mut self, contents: &StoreContents) -> Result<(), StoreError> {
        let path = self.folder.join(TOOLS);
        self.journal
            .catch_up()
            .map_err(|error| io_error(self.journal.path(), error))?;
        if path.exists() || self.journal.is_begun() {
            let place = path.display().to_string();
            return Err(StoreError::Occupied { place });
        }
        let text = self.text_of(contents)?;
        let next = self.read_back(&text)?;
        let appended = self.journal.append(&contents.versions);
        appended.map_err(|error| io_error(self.journal.path(), error))?;
        replace(&path, next.text().as_bytes()).map_err(|error| io_error(&path, error))?;
        self.tools = next;
        Ok(())
    }

    /// Returns the text of the contents, with the definitions that exist now.
    fn text_of(&self, contents: &StoreContents) -> Result<ToolsText, StoreError> {
        let parse = |text: &str| {
            let none = ToolsText::<ToolSpec>::default();
            none.parse_again(TOOLS, text.to_owned(), &self.context, &Hashes::new())
        };
        let mut text = match &contents.text {
            Some(text) => parse(text)?,
            None => parse(EMPTY)?,
        };
        let wanted: HashMap<&str, &Record> = contents
            .records
            .iter()
            .map(|record| (record.spec.name(), record))
            .collect();
        let names: Vec<_> = text
            .tools()
            .iter()
            .map(|tool| tool.spec.name().to_owned())
            .collect();
        for name in names
            .iter()
            .filter(|name| !wanted.contains_key(name.as_str()))
        {
            text.remove(name);
        }
        for record in &contents.records {
            let known = text.get(record.spec.name());
            if !known.is_some_and(|known| known.spec.json() == record.spec.json()) {
                text.put(&Arc::clone(&record.spec));
            }
        }
        Ok(text)
    }
}
