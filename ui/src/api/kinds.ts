import type { JsonSchema } from "../schema/json_schema";
import type { Answer, Refined } from "./answer";
import { get } from "./client";

/** A kind of tool that the server has, with the schema of its `config`. */
export type KindView = Refined<Answer<"KindView">, { config_schema: JsonSchema }>;

export async function listKinds(signal?: AbortSignal): Promise<KindView[]> {
  return (await get<{ items: KindView[] }>("kinds", {}, signal)).items;
}
