import type { Role } from "../api/session";
import type { TextKey } from "../i18n/en";
import type { IconName } from "../parts/Icon";

export interface Place {
  path: string;
  label: TextKey;
  icon: IconName;
  /** Who sees it in the menu. */
  roles: Role[];
}

const EVERYBODY: Role[] = ["admin", "author", "caller"];

/** The menu, in its order. */
export const PLACES: Place[] = [
  { path: "/overview", label: "menu.overview", icon: "overview", roles: EVERYBODY },
  { path: "/tools", label: "menu.tools", icon: "tools", roles: EVERYBODY },
  { path: "/servers", label: "menu.servers", icon: "servers", roles: ["admin"] },
  { path: "/agents", label: "menu.agents", icon: "agents", roles: EVERYBODY },
  { path: "/executions", label: "menu.executions", icon: "executions", roles: EVERYBODY },
  { path: "/questions", label: "menu.questions", icon: "questions", roles: ["admin", "author"] },
  { path: "/playground", label: "menu.playground", icon: "playground", roles: EVERYBODY },
  { path: "/agent", label: "menu.agent", icon: "eye", roles: EVERYBODY },
  { path: "/connect", label: "menu.connect", icon: "connect", roles: EVERYBODY },
  { path: "/access", label: "menu.access", icon: "access", roles: ["admin"] },
  { path: "/settings", label: "menu.settings", icon: "settings", roles: ["admin"] },
];
