//! The traces that are sent, by the variables that OpenTelemetry defines for every program.

use percent_encoding::percent_decode_str;
use toolwright::log::{Sampling, TelemetryOptions};
use toolwright_base::Secret;
use toolwright_http::has_credentials;

use super::{
    error::ConfigError,
    settings::Settings,
    value::{entries, web_address},
};

/// Parses the options, which are `None` if no address is set.
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
    let headers = headers.unwrap_or_default().into_iter();
    Ok(Some(TelemetryOptions {
        endpoint,
        headers: headers
            .map(|(name, value)| (name, Secret::new(value)))
            .collect(),
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

/// Parses a sampler: whether the client decides, and the ratio if the name implies one.
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
            return Err("expected `always_on`, `always_off` or `traceidratio`, or one of these after `parentbased_`".into());
        }
    };
    Ok((parent_based, fixed))
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text
        .parse()
        .ok()
        .filter(|ratio| (0.0..=1.0).contains(ratio));
    ratio.ok_or_else(|| "expected a number from 0 to 1".into())
}

fn address(text: &str) -> Result<String, String> {
    let Some(url) = web_address(text) else {
        return Err("expected a URL, as in `http://localhost:4318`".into());
    };
    if has_credentials(&url) {
        return Err("expected a URL without a user name and password: put them in `OTEL_EXPORTER_OTLP_HEADERS`".into());
    }
    Ok(text.to_owned())
}

/// Parses `key=value,key=value`, percent-encoded.
fn pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let expected = || "expected `key=value,key=value`".to_owned();
    entries(text)
        .map(|entry| {
            let (key, value) = entry.split_once('=').ok_or_else(expected)?;
            let value = percent_decode_str(value.trim()).decode_utf8();
            let value = value.map_err(|_| expected())?;
            Ok((key.trim().to_owned(), value.into_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_of(values: &[(&str, &str)]) -> Result<Option<TelemetryOptions>, String> {
        read(&Settings::of_values(values.iter().copied())).map_err(|error| error.to_string())
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.into(), value.into())
    }

    #[test]
    fn without_an_endpoint_nothing_is_sent_or_refused() {
        let others = [("OTEL_SERVICE_NAME", "a"), ("OTEL_TRACES_SAMPLER", "xray")];
        assert_eq!(read_of(&others), Ok(None));
    }

    #[test]
    fn an_endpoint_is_enough() {
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
    fn the_endpoint_of_traces_is_used_unchanged() {
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
                headers: vec![
                    ("api-key".into(), Secret::new("a b")),
                    ("x".into(), Secret::new("y=z"))
                ],
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
    fn an_invalid_value_is_refused_without_showing_a_key() {
        let endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
        let refusal = |values: &[(&str, &str)]| {
            let here = [(endpoint, "http://localhost:4318")];
            read_of(&[&here, values].concat()).unwrap_err()
        };
        for value in ["localhost:4318", "http://", "ftp://localhost", "grpc"] {
            let expected = format!(
                "`{endpoint}` is `{value}` in the settings: expected a URL, as in `http://localhost:4318`"
            );
            assert_eq!(read_of(&[(endpoint, value)]).unwrap_err(), expected);
        }
        assert_eq!(
            refusal(&[("OTEL_EXPORTER_OTLP_HEADERS", "secret")]),
            "`OTEL_EXPORTER_OTLP_HEADERS` is `********` in the settings: expected `key=value,key=value`"
        );
        assert_eq!(
            refusal(&[("OTEL_TRACES_SAMPLER_ARG", "2")]),
            "`OTEL_TRACES_SAMPLER_ARG` is `2` in the settings: expected a number from 0 to 1"
        );
        assert_eq!(
            refusal(&[("OTEL_TRACES_SAMPLER", "xray")]),
            "`OTEL_TRACES_SAMPLER` is `xray` in the settings: expected `always_on`, `always_off` or `traceidratio`, \
             or one of these after `parentbased_`"
        );
        assert_eq!(
            read_of(&[(endpoint, "http://me:pw@localhost")]).unwrap_err(),
            "`OTEL_EXPORTER_OTLP_ENDPOINT` is `http://********@localhost` in the settings: \
             expected a URL without a user name and password: put them in `OTEL_EXPORTER_OTLP_HEADERS`"
        );
    }
}
