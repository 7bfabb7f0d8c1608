//! What a tool is found by: its description, and examples of use, which are sentences that ask for it and
//! that clients do not get.

use super::definition::ToolDef;

impl ToolDef {
    /// Sets another description.
    ///
    /// ```
    /// use toolwright::ToolDef;
    ///
    /// let definition = ToolDef::new("now", "The time.").with_description("The time in UTC.");
    /// assert_eq!(definition.description(), "The time in UTC.");
    /// ```
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Adds a sentence that somebody may say who needs the tool, in any language. What searches tools
    /// reads it; clients do not get it.
    ///
    /// ```
    /// use toolwright::ToolDef;
    ///
    /// let definition = ToolDef::new("forecast", "Forecast the weather.")
    ///     .usage_example("Do I need an umbrella tomorrow?");
    /// assert_eq!(definition.usage_examples(), ["Do I need an umbrella tomorrow?"]);
    /// let sent = serde_json::to_string(&definition)?;
    /// assert!(!sent.contains("umbrella"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn usage_example(mut self, sentence: impl Into<String>) -> Self {
        self.usage_examples.push(sentence.into());
        self
    }

    /// The sentences that ask for the tool.
    #[must_use]
    pub fn usage_examples(&self) -> &[String] {
        &self.usage_examples
    }
}
