//! [`Item`]: a resource or a prompt, as the policy sees it.

use std::sync::Arc;

use crate::core::{Belonging, FoundResource, Prompt, PromptDef, Resource, ResourceDef};

/// A resource or a prompt, as the policy sees it.
pub(crate) trait Item {
    /// The name of the item.
    fn name(&self) -> &str;

    /// Returns the owner of the item.
    fn belonging(&self) -> &Belonging;
}

impl Item for ResourceDef {
    fn name(&self) -> &str {
        Self::name(self)
    }

    fn belonging(&self) -> &Belonging {
        Self::belonging(self)
    }
}

impl Item for PromptDef {
    fn name(&self) -> &str {
        Self::name(self)
    }

    fn belonging(&self) -> &Belonging {
        Self::belonging(self)
    }
}

impl Item for FoundResource {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn belonging(&self) -> &Belonging {
        self.definition().belonging()
    }
}

impl Item for Arc<dyn Resource> {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn belonging(&self) -> &Belonging {
        self.definition().belonging()
    }
}

impl Item for Arc<dyn Prompt> {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn belonging(&self) -> &Belonging {
        self.definition().belonging()
    }
}
