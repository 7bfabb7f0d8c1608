//! [`Era`]: which of the two ways of speaking a request uses.

use std::sync::Arc;

use super::{channel::Channel, mirrored_headers::Gate};
use crate::{
    core::{ClientProfile, LogLevel, Origin},
    server::protocol::{Request, RequestMeta, Revision, RpcError},
};

/// Which of the two ways of speaking a request uses.
#[derive(Debug)]
pub(super) enum Era {
    /// With a handshake: what was agreed then holds.
    Legacy {
        revision: Revision,
        client: Arc<ClientProfile>,
    },
    /// Every request says all there is to know.
    Modern {
        client: ClientProfile,
        log_level: Option<LogLevel>,
    },
}

impl Era {
    /// The era of a request, after checking that it says what its era demands.
    pub(super) fn of(
        request: &Request,
        channel: &Channel,
        gate: Option<&dyn Gate>,
    ) -> Result<Self, RpcError> {
        let gate_version = gate.map(|gate| gate.version());
        let meta = request.params.meta.as_ref();
        if is_modern(request, meta, gate_version.flatten()) {
            return Self::modern(meta, gate_version, channel.arrival.origin);
        }
        let handshake = channel
            .session
            .as_ref()
            .and_then(|session| session.handshake());
        Ok(match handshake {
            Some(handshake) => Self::Legacy {
                revision: handshake.revision,
                client: Arc::clone(&handshake.client),
            },
            None => Self::Legacy {
                revision: gate_version
                    .flatten()
                    .and_then(Revision::parse)
                    .unwrap_or(Revision::UNSAID),
                client: Arc::new(ClientProfile::default().from(channel.arrival.origin)),
            },
        })
    }

    fn modern(
        meta: Option<&RequestMeta>,
        gate_version: Option<Option<&str>>,
        origin: Origin,
    ) -> Result<Self, RpcError> {
        let absent = |key| {
            RpcError::invalid_params(format!("`_meta` lacks `io.modelcontextprotocol/{key}`"))
        };
        let meta = meta.ok_or_else(|| absent("protocolVersion"))?;
        let version = meta
            .protocol_version
            .as_deref()
            .ok_or_else(|| absent("protocolVersion"))?;
        let capabilities = meta
            .client_capabilities
            .ok_or_else(|| absent("clientCapabilities"))?;
        if let Some(header) = gate_version
            && header != Some(version)
        {
            let header = header.unwrap_or("missing");
            return Err(RpcError::header_mismatch(format!(
                "the header `MCP-Protocol-Version` is `{header}`, and the body says `{version}`"
            )));
        }
        if !Revision::parse(version).is_some_and(Revision::is_modern) {
            return Err(RpcError::unsupported_version(version));
        }
        let client = ClientProfile::new(meta.client_info.clone(), capabilities).from(origin);
        Ok(Self::Modern {
            client,
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

/// A request is modern when it, or its transport, names a revision that is not one with a handshake.
fn is_modern(request: &Request, meta: Option<&RequestMeta>, header: Option<&str>) -> bool {
    let has_handshake =
        |version: &str| Revision::parse(version).is_some_and(|known| !known.is_modern());
    let declared = meta.and_then(|meta| meta.protocol_version.as_deref());
    request.method == "server/discover"
        || declared.is_some_and(|version| !has_handshake(version))
        || header.is_some_and(|version| !has_handshake(version))
}
