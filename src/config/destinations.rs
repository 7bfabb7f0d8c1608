//! Secrets are not sent to addresses that strangers chose.

use super::{error::ConfigError, known::Known, layer::Layer};

/// Fails if a secret would be sent to an address from a weaker place: the key of the environment to
/// the URL of a file in the working folder. `layers` are the places by falling precedence.
pub(super) fn check(layers: &[Layer], known: Known) -> Result<(), ConfigError> {
    let place_of = |name: &str| {
        let layer = layers.iter().find(|layer| layer.has(name))?;
        Some(layer.place())
    };
    let secrets = layers.iter().flat_map(Layer::names);
    for secret in secrets.filter(|name| known.is_secret(name)) {
        let Some(owned) = place_of(secret) else {
            continue;
        };
        for destination in known.destinations(secret) {
            if let Some(place) = place_of(&destination)
                && place.is_weaker_than(owned)
            {
                return Err(ConfigError::Destination {
                    secret: secret.to_owned(),
                    secret_place: owned.name.clone(),
                    place: place.name.clone(),
                    destination,
                });
            }
        }
    }
    Ok(())
}
