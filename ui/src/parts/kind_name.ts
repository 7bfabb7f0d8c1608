import { KINDS } from "../api/tools";
import type { Translate } from "../i18n/language";
import { clip, visible } from "./visible";

/** The name of a kind of tool; one that the console does not know is called as the server calls it. */
export function kindName(kind: string, t: Translate): string {
  const known = KINDS.find((one) => one === kind);
  return known === undefined ? visible(clip(kind, 60)) : t(`kind.${known}`);
}
