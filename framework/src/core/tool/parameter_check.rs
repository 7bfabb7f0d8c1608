//! [`ParameterCheck`]: whether one argument is of its parameter's type.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Checks the argument for one parameter by itself.
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
    /// Creates the check that an argument is a `T`.
    #[must_use]
    pub const fn of<T: DeserializeOwned>(name: &'static str) -> Self {
        Self {
            name,
            check: check::<T>,
        }
    }

    /// Returns where in `value` it does not fit and why, if it does not.
    pub(super) fn misfit(self, value: &Value) -> Option<Misfit> {
        (self.check)(value).err()
    }
}

/// A path within the value, and why the value there does not fit.
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
