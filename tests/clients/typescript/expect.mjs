// Counting checks, reading the command line, and stopping a program that hangs.

import { inspect, isDeepStrictEqual, parseArgs } from 'node:util';

const TIMEOUT_SECONDS = 60;
const PROTOCOL_VERSIONS = { legacy: '2025-11-25', modern: '2026-07-28' };

/** Prints one line a check and remembers how they went. */
export class Checks {
    passed = 0;
    failed = 0;

    equal(what, got, expected) {
        this.#record(what, isDeepStrictEqual(got, expected), show(expected), show(got));
    }

    true(what, holds, expected, got) {
        this.#record(what, holds, expected, show(got));
    }

    crashed(what, error) {
        this.#record(what, false, 'no exception', `${error?.name ?? 'Error'}: ${error?.message ?? error}`);
    }

    finish() {
        console.log(`${this.passed} passed, ${this.failed} failed`);
        return this.passed > 0 && this.failed === 0 ? 0 : 1;
    }

    #record(what, holds, expected, got) {
        if (holds) {
            this.passed += 1;
            console.log(`ok ${what}`);
        } else {
            this.failed += 1;
            console.log(`FAILED ${what}: expected ${expected} got ${got}`);
        }
    }
}

/** Runs `program` against the server named on the command line, then ends the process. */
export async function main(eras, program) {
    const target = parseArguments(eras);
    const checks = new Checks();
    setTimeout(() => {
        checks.crashed('the whole run', new Error(`not done after ${TIMEOUT_SECONDS} seconds`));
        process.exit(checks.finish());
    }, TIMEOUT_SECONDS * 1000);
    try {
        await program(target, checks);
    } catch (error) {
        checks.crashed('the whole run', error);
    }
    process.exit(checks.finish());
}

function parseArguments(eras) {
    const { values } = parseArgs({
        options: {
            era: { type: 'string' },
            stdio: { type: 'string' },
            http: { type: 'string' },
            sse: { type: 'string' }
        }
    });
    const places = [values.stdio, values.http, values.sse].filter(place => place !== undefined);
    if (!eras.includes(values.era) || places.length !== 1 || (values.sse && values.era !== 'legacy')) {
        console.error(`usage: --era ${eras.join('|')} (--stdio PATH | --http URL | --sse URL, legacy only)`);
        process.exit(2);
    }
    return { ...values, protocolVersion: PROTOCOL_VERSIONS[values.era] };
}

function show(value) {
    return inspect(value, { depth: null, breakLength: Infinity });
}
