// A real authorization server (oidc-provider) for tests: anybody can log in under any name, clients register
// themselves, and tokens are JWTs for the resource that the client names. Prints its address.

import { createServer } from "node:http";
import { generateKeyPairSync } from "node:crypto";
import { Provider } from "oidc-provider";

const server = createServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

const provider = new Provider(address, {
  scopes: ["openid", "offline_access", "tools"],
  jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256", kid: "first" }] },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  extraTokenClaims: (_, token) => ({ groups: token.accountId === "root" ? ["admin"] : ["staff"] }),
  clientDefaults: { id_token_signed_response_alg: "ES256" },
  features: {
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_, resource) => ({
        scope: "tools",
        audience: resource,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "ES256" } },
      }),
      useGrantedResource: () => true,
    },
  },
  cookies: { keys: ["not a secret"] },
});

server.on("request", provider.callback());
console.log(address);
