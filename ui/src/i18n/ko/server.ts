import type { TextCode } from "../../api/told";
import { told as english } from "../en/told";
import { type Sentences, translatorOf } from "../server_text";
import { tellerOf } from "../told";
import { definitions } from "./server_definitions";
import { credentials, files, imports } from "./server_imports";
import { parts } from "./server_parts";
import { calls, database, requests } from "./server_requests";
import { upstreams } from "./server_upstreams";
import { told } from "./told/told";

const PLACE = /\{\w+\}/g;
const wordsOf = (text: string): string => text.replaceAll(PLACE, "");

/**
 * What has a code, as sentences: a call that failed yesterday is in the log with the words of that day. The longest ones
 * come first, since a short one may be a part of them.
 */
const coded: Sentences = Object.entries(english)
  .filter(([, text]) => /[a-z]{3}/i.test(wordsOf(text)))
  .map(([code, text]): readonly [string, string] => [text, told[code as TextCode] ?? text])
  .toSorted(([one], [other]) => wordsOf(other).length - wordsOf(one).length);

/** Sentences without a code, in Korean: those of calls, other servers and databases. */
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
    ...coded,
  ],
  joints: [
    ["\n", "\n"],
    ["; ", ", "],
    [": ", ": "],
  ],
});

/** What the server says, in Korean. It is loaded after the page: most pages have none of it. */
export const tellKorean = tellerOf(told, korean);
