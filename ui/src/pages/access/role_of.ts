import type { Key } from "../../api/keys";
import type { Role } from "../../api/session";

/** A key for some tools or one agent can only call, whatever its user may. */
export const roleOf = ({ role, tools, agent }: Key): Role =>
  tools.length > 0 || agent !== null ? "caller" : role;
