import type { Answer } from "./answer";
import { get } from "./client";

export type Setting = Answer<"SettingView">;

export const readSettings = (): Promise<Answer<"SettingsView">> => get("settings");
