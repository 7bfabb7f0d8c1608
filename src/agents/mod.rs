//! Agents as this server serves them: each is a virtual server with the tools in its list.
//!
//! The definitions are in the registry ([`Agents`](toolwright_registry::Agents)). Here their lists meet
//! the tools that exist now. The REST API, a layer above, shows and changes them.

mod served_agents;

pub(crate) use self::served_agents::{AgentTool, PREFIX, ServedAgents};
