import { get } from "./client";

export interface Setting {
  name: string;
  value: string | null;
  place: string;
  description: string;
  is_secret: boolean;
}

export const readSettings = (): Promise<{ items: Setting[]; files: string[] }> => get("settings");
