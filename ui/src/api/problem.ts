import type { Answer, Refined } from "./answer";
import type { Said, TextCode, Told } from "./told";

/** One finding about a request: a JSON pointer into what was sent, as `/config/query`, and what is wrong. */
export interface Problem extends Told {
  path: string;
}

/** The body of an error (RFC 9457). `current` is the stored value, with status 412. */
export type ProblemDocument = Refined<
  Partial<Answer<"Problem">>,
  { title: string; status: number; problems?: Problem[]; code?: TextCode; params?: Told["params"] }
>;

/** The server answered, and refused. */
export class ApiError extends Error {
  readonly status: number;
  readonly document: ProblemDocument;

  constructor(document: ProblemDocument) {
    super(document.detail ?? document.title);
    this.name = "ApiError";
    this.status = document.status;
    this.document = document;
  }

  /** What the server said, with its code. */
  get told(): Told {
    const { code, params } = this.document;
    return { message: this.message, code, params };
  }

  get problems(): Problem[] {
    return this.document.problems ?? [];
  }
}

/** The server did not answer at all. */
export class AwayError extends Error {
  constructor() {
    super("the server does not answer");
    this.name = "AwayError";
  }
}

/** What an error says: that of the server has a code. */
export const saidBy = (error: Error): Said => (error instanceof ApiError ? error.told : error.message);

/** An error as a problem of what stands at `path`. */
export function problemOf(path: string, error: Error): Problem {
  return { path, ...(error instanceof ApiError ? error.told : { message: error.message }) };
}
