//! [`Era`]: the revision that a request speaks; [`MirroredHeaders`]: headers that repeat parts of its body;
//! [`Exchange`]: the request while the dispatcher handles it.

use std::sync::Arc;

use super::channel::{Arrival, Channel};
use crate::{
    core::{ClientProfile, LogLevel, Snapshot, ToolDef},
    server::protocol::{Request, RequestMeta, Revision, RpcError},
};

/// The era of a request, and the client that sent it.
#[derive(Debug)]
pub(super) enum Era {
    /// Up to 2025-11-25: the revision and the client come from the handshake.
    Legacy {
        revision: Revision,
        client: Arc<ClientProfile>,
    },
    /// From 2026-07-28 on: the request itself names its client.
    Modern {
        client: ClientProfile,
        log_level: Option<LogLevel>,
    },
}

impl Era {
    /// Determines the era of a request, and checks that it has what its era demands.
    pub(super) fn of(
        request: &Request,
        channel: &Channel,
        headers: Option<&dyn MirroredHeaders>,
    ) -> Result<Self, RpcError> {
        let header_version = headers.map(MirroredHeaders::version);
        let meta = request.params.meta.as_ref();
        if is_modern(request, meta, header_version.flatten()) {
            return Self::modern(meta, header_version, &channel.arrival);
        }
        let handshake = channel
            .session
            .as_ref()
            .and_then(|session| session.handshake());
        Ok(match handshake {
            Some(handshake) => Self::Legacy {
                revision: handshake.revision,
                client: with_current_rights(&handshake.client, &channel.arrival),
            },
            None => Self::Legacy {
                revision: header_version
                    .flatten()
                    .and_then(Revision::parse)
                    .unwrap_or(Revision::ASSUMED),
                client: Arc::new(client_of(ClientProfile::default(), &channel.arrival)),
            },
        })
    }

    fn modern(
        meta: Option<&RequestMeta>,
        header_version: Option<Option<&str>>,
        arrival: &Arrival,
    ) -> Result<Self, RpcError> {
        let absent = |key| {
            RpcError::invalid_params(format!(
                "`_meta` is missing `io.modelcontextprotocol/{key}`"
            ))
        };
        let meta = meta.ok_or_else(|| absent("protocolVersion"))?;
        let version = meta
            .protocol_version
            .as_deref()
            .ok_or_else(|| absent("protocolVersion"))?;
        let capabilities = meta
            .client_capabilities
            .ok_or_else(|| absent("clientCapabilities"))?;
        if let Some(header) = header_version
            && header != Some(version)
        {
            let header = header.unwrap_or("missing");
            return Err(RpcError::header_mismatch(format!(
                "the header `MCP-Protocol-Version` is `{header}`, but the body says `{version}`"
            )));
        }
        if !Revision::parse(version).is_some_and(Revision::is_modern) {
            return Err(RpcError::unsupported_version(version));
        }
        let client = ClientProfile::new(meta.client_info.clone(), capabilities);
        Ok(Self::Modern {
            client: client_of(client, arrival),
            log_level: meta.log_level,
        })
    }

    pub(super) const fn is_modern(&self) -> bool {
        matches!(self, Self::Modern { .. })
    }

    pub(super) const fn revision(&self) -> Revision {
        match self {
            Self::Legacy { revision, .. } => *revision,
            Self::Modern { .. } => Revision::V2026_07_28,
        }
    }

    pub(super) fn client(&self) -> &ClientProfile {
        match self {
            Self::Legacy { client, .. } => client,
            Self::Modern { client, .. } => client,
        }
    }
}

fn client_of(client: ClientProfile, arrival: &Arrival) -> ClientProfile {
    client
        .with_origin(arrival.origin)
        .with_identity(arrival.identity.clone())
        .with_virtual_server(arrival.virtual_server.clone())
}

/// Returns the client of a session, with the rights that it has now: they may have changed since the
/// handshake.
fn with_current_rights(client: &Arc<ClientProfile>, arrival: &Arrival) -> Arc<ClientProfile> {
    let is_current = client.virtual_server == arrival.virtual_server;
    let is_current = is_current
        && match (&client.identity, &arrival.identity) {
            (None, None) => client.origin.is_elsewhere() == arrival.origin.is_elsewhere(),
            (Some(before), Some(now)) => Arc::ptr_eq(before, now) || before == now,
            _ => false,
        };
    if is_current {
        return Arc::clone(client);
    }
    Arc::new(client_of(ClientProfile::clone(client), arrival))
}

/// Returns whether a request is modern: it, or its header, names a revision without a handshake.
fn is_modern(request: &Request, meta: Option<&RequestMeta>, header: Option<&str>) -> bool {
    let has_handshake =
        |version: &str| Revision::parse(version).is_some_and(|known| !known.is_modern());
    let declared = meta.and_then(|meta| meta.protocol_version.as_deref());
    request.method == "server/discover"
        || declared.is_some_and(|version| !has_handshake(version))
        || header.is_some_and(|version| !has_handshake(version))
}

/// Headers that repeat parts of a request's body, so that proxies can route without parsing it.
///
/// A server must refuse a request whose headers and body differ. HTTP implements this; stdio has no
/// headers.
pub(crate) trait MirroredHeaders: Send + Sync {
    /// Returns the protocol revision in the headers.
    fn version(&self) -> Option<&str>;

    /// Checks that the headers name the method of the body.
    fn check_method(&self, request: &Request) -> Result<(), RpcError>;

    /// Checks that the headers name the tool, prompt, resource or task of the body. `routed` is the
    /// tool of the request if headers repeat its parameters.
    fn check_names(&self, request: &Request, routed: Option<&ToolDef>) -> Result<(), RpcError>;
}

/// A request with all that its method needs to know.
pub(super) struct Exchange<'a> {
    pub(super) request: &'a Request,
    pub(super) era: Era,
    pub(super) channel: &'a Channel,
    pub(super) headers: Option<&'a dyn MirroredHeaders>,
    /// The tools, prompts and resources that exist while the request runs.
    pub(super) snapshot: Arc<Snapshot>,
}
