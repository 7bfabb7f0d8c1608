//! [`ParameterCheck`]: whether one argument is of its parameter's type.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// How to check one parameter by itself.
#[derive(Clone, Copy)]
pub struct ParameterCheck {
    pub(super) name: &'static str,
    check: fn(&Value) -> Result<(), Misfit>,
}

impl fmt::Debug for ParameterCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ParameterCheck").field(&self.name).finish()
    }
}

impl ParameterCheck {
    /// The check that a value is a `T`.
    #[must_use]
    pub const fn of<T: DeserializeOwned>(name: &'static str) -> Self {
        Self {
            name,
            check: check::<T>,
        }
    }

    /// Where in `value` it does not fit, and why.
    pub(super) fn misfit(self, value: &Value) -> Option<Misfit> {
        (self.check)(value).err()
    }
}

/// The path within the value that does not fit, and why.
type Misfit = (String, String);

fn check<T: DeserializeOwned>(value: &Value) -> Result<(), Misfit> {
    serde_path_to_error::deserialize::<_, T>(value)
        .map(drop)
        .map_err(|error| {
            let path = error.path().to_string();
            (
                if path == "." { String::new() } else { path },
                error.inner().to_string(),
            )
        })
}
