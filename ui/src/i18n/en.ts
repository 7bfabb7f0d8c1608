import { agents } from "./en/agents";
import { common } from "./en/common";
import { editor } from "./en/editor";
import { pages } from "./en/pages";
import { servers } from "./en/servers";

export const en = { ...common, ...editor, ...pages, ...servers, ...agents } as const;

export type TextKey = keyof typeof en;
export type Texts = Record<TextKey, string>;
