import { common } from "./en/common";
import { editor } from "./en/editor";
import { pages } from "./en/pages";

export const en = { ...common, ...editor, ...pages } as const;

export type TextKey = keyof typeof en;
export type Texts = Record<TextKey, string>;
