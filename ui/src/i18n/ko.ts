import type { Texts } from "./en";
import { agents } from "./ko/agents";
import { common } from "./ko/common";
import { editor } from "./ko/editor";
import { pages } from "./ko/pages";
import { servers } from "./ko/servers";

export const ko: Texts = { ...common, ...editor, ...pages, ...servers, ...agents };
