//! The layers around every call: policy, limits, execution log, traces and middleware.

use std::{convert::Infallible, sync::Arc, time::Duration};

use toolwright::{
    Server,
    call::Services,
    govern::{Governance, NamePattern, Policy},
    log::{CallLog, LogOptions, Telemetry, TelemetryOptions},
    middleware::{Caching, Retry, SizeLimit},
};
use toolwright_base::{Redactor, Secret};

use super::{called_tool::CalledTool, deferred_log::DeferredLog, shared::Shared};
use crate::{
    config::{Config, SettingsSummary},
    tools,
};

/// Adds the policy, the limits, the log and the middleware that `config` describes.
/// A process that only calls one tool does not read the names of all, to which the whitelist is compared.
pub(super) fn governed(
    server: Server,
    config: Config,
    called: CalledTool,
    shared: Shared,
) -> Server {
    let server = with_middleware(server, &config);
    let options = LogOptions::new(config.log_folder)
        .days_kept(config.log_days)
        .max_bytes(config.log_max_bytes);
    let log = Arc::new(DeferredLog::new(options));
    let governance = shared
        .limited(Governance::new())
        .repair(config.repair)
        .rate_limit(config.rate_limit)
        .log(
            Arc::clone(&log) as Arc<dyn CallLog>,
            Redactor::new(config.secrets.iter().map(Secret::expose)),
        );
    let (server, governance) = match config.telemetry {
        Some(options) => traced(server, governance, options),
        None => (server, governance),
    };
    let (opened, policy, alone) = (Arc::clone(&log), config.policy.clone(), called.clone());
    let server = server
        .policy(config.policy)
        .default_timeout(config.default_timeout)
        .govern(governance)
        .on_start(move |services| async move {
            tell(&config.summary);
            tell_idle_patterns(&policy, &services, &called);
            opened.open()
        })
        .on_stop(move |_| async move {
            log.close().await;
            Ok::<_, Infallible>(())
        });
    shared.serve(server, alone)
}

/// Logs where the settings are from, and what is wrong with them.
fn tell(summary: &SettingsSummary) {
    tracing::info!("settings from {}", summary.places.join(", "));
    for warning in &summary.warnings {
        tracing::warn!("{warning}");
    }
}

/// Logs the patterns of the whitelist that match nothing, if all tools are there.
fn tell_idle_patterns(policy: &Policy, services: &Services, called: &CalledTool) {
    if called.name().is_some() {
        return;
    }
    let snapshot = services.catalog().snapshot();
    for pattern in policy.idle_patterns(&snapshot) {
        tracing::warn!("`{pattern}` in `TOOL_WHITELIST` matches no tool");
    }
}

/// Adds traces of every call.
fn traced(
    server: Server,
    governance: Governance,
    options: TelemetryOptions,
) -> (Server, Governance) {
    let telemetry = Arc::new(Telemetry::new(options));
    let (opened, closed) = (Arc::clone(&telemetry), Arc::clone(&telemetry));
    let server = server
        .on_start(move |_| async move { opened.open() })
        .on_stop(move |_| async move {
            closed.close().await;
            Ok::<_, Infallible>(())
        });
    (server, governance.trace(telemetry))
}

/// Adds the middleware, the outermost first.
fn with_middleware(server: Server, config: &Config) -> Server {
    let own_limits = tools::WITH_OWN_LIMITS.map(NamePattern::new);
    let size_limit = SizeLimit::new(config.max_result).except(own_limits);
    let server = server
        .resources([size_limit.pages()])
        .middleware(size_limit);
    let server = if config.cache.is_empty() {
        server
    } else {
        let lifetimes = config.cache.iter();
        let keep = |caching: Caching, (name, lifetime): &(NamePattern, Duration)| {
            caching.keep(name.to_string(), *lifetime)
        };
        server.middleware(lifetimes.fold(Caching::new(), keep))
    };
    let server = match config.retries {
        0 => server,
        times => server.middleware(Retry::new(times)),
    };
    if config.plans { server.plans() } else { server }
}
