import type { TextCode } from "../../../api/told";
import { definitions } from "./definitions";
import { engines } from "./engines";
import { health } from "./health";
import { kinds } from "./kinds";
import { requests } from "./requests";
import { values } from "./values";

/** What the server says, in Korean, by its codes. A code that the server has and this table has not is an error of types. */
export const told: Record<TextCode, string> = {
  ...definitions,
  ...engines,
  ...health,
  ...kinds,
  ...requests,
  ...values,
};
