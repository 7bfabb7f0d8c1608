import { translatorOf } from "../server_text";
import { definitions } from "./server_definitions";
import { credentials, files, imports } from "./server_imports";
import { parts } from "./server_parts";
import { calls, database, requests } from "./server_requests";
import { upstreams } from "./server_upstreams";

/** What the server says, in Korean. It is loaded after the page: most pages have none of it. */
export const korean = translatorOf({
  sentences: [
    ...definitions,
    ...credentials,
    ...upstreams,
    ...files,
    ...imports,
    ...requests,
    ...calls,
    ...parts,
    ...database,
  ],
  joints: [
    ["\n", "\n"],
    ["; ", ", "],
    [": ", ": "],
  ],
});
