//! The variables that every program with OpenTelemetry has: where traces go, and which.

use percent_encoding::percent_decode_str;

use super::{entries, error::ConfigError, settings::Settings, web_address};
use crate::data::{
    http::has_login,
    telemetry::{Sampling, TelemetryOptions},
};

/// What is sent, where an address for it is set.
pub(super) fn read(settings: &Settings) -> Result<Option<TelemetryOptions>, ConfigError> {
    let own = settings.read_if("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", address)?;
    let shared = settings.read_if("OTEL_EXPORTER_OTLP_ENDPOINT", address)?;
    let shared = shared.map(|address| format!("{}/v1/traces", address.trim_end_matches('/')));
    let Some(endpoint) = own.or(shared) else {
        return Ok(None);
    };
    let attributes = settings.read_if("OTEL_RESOURCE_ATTRIBUTES", pairs)?;
    let mut resource = vec![("service.version".into(), env!("CARGO_PKG_VERSION").into())];
    resource.extend(attributes.unwrap_or_default());
    let name = settings.text("OTEL_SERVICE_NAME");
    let is_named = resource.iter().any(|(key, _)| key == "service.name");
    if name.is_some() || !is_named {
        let name = name.unwrap_or_else(|| "toolwright".into());
        resource.push(("service.name".into(), name));
    }
    let headers = settings.read_if("OTEL_EXPORTER_OTLP_HEADERS", pairs)?;
    Ok(Some(TelemetryOptions {
        endpoint,
        headers: headers.unwrap_or_default(),
        resource,
        sampling: sampling(settings)?,
    }))
}

fn sampling(settings: &Settings) -> Result<Sampling, ConfigError> {
    let (parent_based, fixed) = settings.read("OTEL_TRACES_SAMPLER", sampler)?;
    let ratio = settings.read_if("OTEL_TRACES_SAMPLER_ARG", ratio)?;
    Ok(Sampling {
        parent_based,
        ratio: fixed.or(ratio).unwrap_or(1.0),
    })
}

/// Whether the client decides, and how many of the rest where that is said by the name.
fn sampler(name: &str) -> Result<(bool, Option<f64>), String> {
    let (parent_based, root) = match name.strip_prefix("parentbased_") {
        Some(root) => (true, root),
        None => (false, name),
    };
    let fixed = match root {
        "always_on" => Some(1.0),
        "always_off" => Some(0.0),
        "traceidratio" => None,
        _ => {
            return Err("`always_on`, `always_off` or `traceidratio` is wanted, each also with `parentbased_` before it".into());
        }
    };
    Ok((parent_based, fixed))
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text
        .parse()
        .ok()
        .filter(|ratio| (0.0..=1.0).contains(ratio));
    ratio.ok_or_else(|| "a number from 0 to 1 is wanted".into())
}

fn address(text: &str) -> Result<String, String> {
    let Some(url) = web_address(text) else {
        return Err("an address is wanted, as in `http://localhost:4318`".into());
    };
    if has_login(&url) {
        return Err("an address without a user name and a password is wanted: `OTEL_EXPORTER_OTLP_HEADERS` is for those".into());
    }
    Ok(text.to_owned())
}

/// `key=value,key=value`, percent-encoded.
fn pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let wanted = || "`key=value,key=value` is wanted".to_owned();
    entries(text)
        .map(|entry| {
            let (key, value) = entry.split_once('=').ok_or_else(wanted)?;
            let value = percent_decode_str(value.trim()).decode_utf8();
            let value = value.map_err(|_| wanted())?;
            Ok((key.trim().to_owned(), value.into_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_of(values: &[(&str, &str)]) -> Result<Option<TelemetryOptions>, String> {
        read(&Settings::of(values.iter().copied())).map_err(|error| error.to_string())
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.into(), value.into())
    }

    #[test]
    fn without_an_address_nothing_is_sent_and_nothing_is_refused() {
        let others = [("OTEL_SERVICE_NAME", "a"), ("OTEL_TRACES_SAMPLER", "xray")];
        assert_eq!(read_of(&others), Ok(None));
    }

    #[test]
    fn an_address_is_enough() {
        let options = read_of(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318/")]);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            options.unwrap().unwrap(),
            TelemetryOptions {
                endpoint: "http://localhost:4318/v1/traces".into(),
                headers: Vec::new(),
                resource: vec![
                    pair("service.version", version),
                    pair("service.name", "toolwright")
                ],
                sampling: Sampling {
                    parent_based: true,
                    ratio: 1.0
                },
            }
        );
    }

    #[test]
    fn the_address_of_traces_is_used_as_it_is_and_the_rest_is_read() {
        let options = read_of(&[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://t.example/in"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b, x = y=z"),
            ("OTEL_RESOURCE_ATTRIBUTES", "service.name=mine,team=a%2Cb"),
            ("OTEL_TRACES_SAMPLER", "traceidratio"),
            ("OTEL_TRACES_SAMPLER_ARG", "0.25"),
        ]);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            options.unwrap().unwrap(),
            TelemetryOptions {
                endpoint: "https://t.example/in".into(),
                headers: vec![pair("api-key", "a b"), pair("x", "y=z")],
                resource: vec![
                    pair("service.version", version),
                    pair("service.name", "mine"),
                    pair("team", "a,b")
                ],
                sampling: Sampling {
                    parent_based: false,
                    ratio: 0.25
                },
            }
        );
    }

    #[test]
    fn a_value_that_cannot_be_one_is_refused_and_a_key_is_not_shown() {
        let endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
        let wanted = |values: &[(&str, &str)]| {
            let here = [(endpoint, "http://localhost:4318")];
            read_of(&[&here, values].concat()).unwrap_err()
        };
        for value in ["localhost:4318", "http://", "ftp://localhost", "grpc"] {
            let expected = format!(
                "`{endpoint}` is `{value}` in the settings: an address is wanted, as in `http://localhost:4318`"
            );
            assert_eq!(read_of(&[(endpoint, value)]).unwrap_err(), expected);
        }
        assert_eq!(
            wanted(&[("OTEL_EXPORTER_OTLP_HEADERS", "secret")]),
            "`OTEL_EXPORTER_OTLP_HEADERS` is `********` in the settings: `key=value,key=value` is wanted"
        );
        assert_eq!(
            wanted(&[("OTEL_TRACES_SAMPLER_ARG", "2")]),
            "`OTEL_TRACES_SAMPLER_ARG` is `2` in the settings: a number from 0 to 1 is wanted"
        );
        assert!(wanted(&[("OTEL_TRACES_SAMPLER", "xray")]).contains("`traceidratio` is wanted"));
        assert!(read_of(&[(endpoint, "http://me:pw@localhost")]).is_err());
    }
}
