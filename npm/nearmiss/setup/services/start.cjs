"use strict";
// Answers of services that nobody has chosen one for, so that a program comes up that asks them before it listens: who a provider of
// identities is and which keys it has (OpenID Connect Discovery 1.0, RFC 8414, RFC 7517), an empty record for anything else. Once it listens,
// only the former.

const { stringify } = JSON;
const ABOUT = /^(.*?)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/;
const KEYS = /(?:\/|^)(?:jwks|jwks\.json|keys|certs)$/;

let isUp = false;
/** Providers that were asked who they are. */
const issuers = new Set();
const MOST_ISSUERS = 100;

/** Tells whether a server of the program listens; those of ours keep no process alive, and do not count. */
function listens() {
  isUp ||= process.getActiveResourcesInfo().some((kind) => kind.endsWith("ServerWrap"));
  return isUp;
}

/** Answers what a provider tells of itself. */
const about = (issuer) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  introspection_endpoint: `${issuer}/introspect`,
  revocation_endpoint: `${issuer}/revoke`,
  end_session_endpoint: `${issuer}/logout`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  scopes_supported: ["openid", "email", "profile"],
});

/** From now on the program counts as one that listens. */
exports.isUp = () => {
  isUp = true;
};

/** Answers the body of what a service says by itself, or null for nothing. */
exports.answerAtStart = (origin, method, path) => {
  if (method !== "GET") return listens() ? null : "{}";
  const provider = ABOUT.exec(path);
  if (provider !== null) {
    const issuer = origin + provider[1];
    if (issuers.size < MOST_ISSUERS) issuers.add(issuer);
    return stringify(about(issuer));
  }
  if (KEYS.test(path)) return stringify({ keys: require("./tokens.cjs").keys() });
  return listens() ? null : "{}";
};

/** Answers which provider it is that answers at a URL. */
exports.issuerOf = (url, origin) => [...issuers].find((issuer) => url.startsWith(`${issuer}/`)) ?? origin;
