//! Copies all that [`FileStore`]s keep, from them and into new ones.

use std::{collections::HashMap, sync::Arc};

use toolwright_base::files::{create_private_folders, replace};

use super::{
    file_store::{FileStore, OpenFiles, io_error},
    tools_text::ToolsText,
};
use crate::{
    agent::Agent,
    definition::Definition,
    spec::Hashes,
    store::{Record, RegistryContents, StoreContents, StoreError},
};

impl RegistryContents {
    /// Returns everything that is in files.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn of_files(
        tools: &FileStore,
        agents: &FileStore<Agent>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            tools: tools.export().await?,
            agents: agents.export().await?,
        })
    }

    /// Writes everything into files.
    ///
    /// # Errors
    /// If there is one already, or they cannot be written.
    pub async fn write_files(
        self,
        tools: &FileStore,
        agents: &FileStore<Agent>,
    ) -> Result<(), StoreError> {
        // Before anything is written.
        tools.blocking(|inner| inner.check_unused()).await?;
        agents.import(self.agents).await?;
        tools.import(self.tools).await
    }
}

impl<D: Definition> FileStore<D> {
    /// Returns everything that the store keeps.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub(in crate::store) async fn export(&self) -> Result<StoreContents<D>, StoreError> {
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
    /// If there is such a file already, or they cannot be written.
    pub(in crate::store) async fn import(
        &self,
        contents: StoreContents<D>,
    ) -> Result<(), StoreError> {
        self.blocking(move |inner| {
            let folder = inner.folder.clone();
            create_private_folders(&folder).map_err(|error| io_error(&folder, error))?;
            let _lock = inner.lock()?;
            inner.import(&contents)
        })
        .await
    }
}

impl<D: Definition> OpenFiles<D> {
    /// Refuses to write where there is something.
    fn check_unused(&mut self) -> Result<(), StoreError> {
        let path = self.folder.join(D::FILE);
        self.journal
            .catch_up()
            .map_err(|error| io_error(self.journal.path(), error))?;
        if path.exists() || self.journal.is_begun() {
            let place = path.display().to_string();
            return Err(StoreError::Occupied { place });
        }
        Ok(())
    }

    fn import(&mut self, contents: &StoreContents<D>) -> Result<(), StoreError> {
        let path = self.folder.join(D::FILE);
        self.check_unused()?;
        let text = self.text_of(contents)?;
        let next = self.read_back(&text)?;
        let appended = self.journal.append(&contents.versions);
        appended.map_err(|error| io_error(self.journal.path(), error))?;
        // What a missing file stands for needs none.
        if D::WITHOUT_FILE != Some(next.text()) {
            replace(&path, next.text().as_bytes()).map_err(|error| io_error(&path, error))?;
        }
        self.tools = next;
        Ok(())
    }

    /// Returns the text of the contents, with the definitions that exist now.
    fn text_of(&self, contents: &StoreContents<D>) -> Result<ToolsText<D>, StoreError> {
        let parse = |text: String| {
            let none = ToolsText::<D>::default();
            none.parse_again(D::FILE, text, &self.context, &Hashes::new())
        };
        let mut text = match &contents.text {
            Some(text) => parse(text.clone())?,
            None => parse(format!("{{\n  \"{}\": []\n}}\n", D::ARRAY))?,
        };
        let wanted: HashMap<&str, &Record<D>> = contents
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
