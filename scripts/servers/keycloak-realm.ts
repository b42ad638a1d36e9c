// What tests find in Keycloak: a realm with users, groups, and a client for each protocol.

export const keycloakAdmin = { username: 'admin', password: 'admin' }
export const realm = 'stoa'
const siteUrl = 'http://localhost:3000'
export const openIdClient = { id: 'stoa-oidc', secret: 'a secret of the client' }
/** The entity ID of the site. */
export const samlClient = { id: 'stoa-saml' }

/** Ada is in the group `staff`. The email of Bob is not verified. */
export const users = {
  ada: { username: 'ada', password: 'ada-password', email: 'ada@example.org', emailVerified: true },
  bob: {
    username: 'bob',
    password: 'bob-password',
    email: 'bob@example.org',
    emailVerified: false,
  },
}

/** Calls the API of admins. */
export async function callKeycloak(
  url: string,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<Response> {
  const response = await fetch(`${url}/admin/realms${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await readToken(url)}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

async function readToken(url: string): Promise<string> {
  const form = { grant_type: 'password', client_id: 'admin-cli', ...keycloakAdmin }
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

export async function createRealm(url: string) {
  await callKeycloak(url, {
    method: 'POST',
    path: '',
    body: {
      realm,
      enabled: true,
      sslRequired: 'none',
      groups: [{ name: 'staff' }],
      users: Object.values(users).map(toUser),
      clients: [toOpenIdClient(), toSamlClient()],
    },
  })
}

function toUser({ username, password, ...rest }: (typeof users)['ada']) {
  return {
    username,
    ...rest,
    enabled: true,
    firstName: username === 'ada' ? 'Ada' : 'Bob',
    lastName: 'Example',
    groups: username === 'ada' ? ['staff'] : [],
    credentials: [{ type: 'password', value: password, temporary: false }],
  }
}

function toOpenIdClient() {
  const config = {
    'claim.name': 'groups',
    'full.path': 'false',
    'id.token.claim': 'true',
    'userinfo.token.claim': 'true',
  }
  return {
    clientId: openIdClient.id,
    secret: openIdClient.secret,
    protocol: 'openid-connect',
    redirectUris: [`${siteUrl}/*`],
    attributes: { 'pkce.code.challenge.method': 'S256' },
    protocolMappers: [mapper('oidc-group-membership-mapper', 'openid-connect', config)],
  }
}

export function toSamlClient() {
  const groups = { 'attribute.name': 'groups', 'full.path': 'false', single: 'true' }
  const properties = {
    email: 'email',
    username: 'uid',
    firstName: 'givenName',
    lastName: 'surname',
  }
  return {
    clientId: samlClient.id,
    protocol: 'saml',
    redirectUris: [`${siteUrl}/*`],
    attributes: {
      'saml.client.signature': 'false',
      // As for clients that are created in its admin console.
      'saml.authnstatement': 'true',
      'saml.assertion.signature': 'true',
      'saml.server.signature': 'true',
      saml_name_id_format: 'persistent',
    },
    protocolMappers: [
      mapper('saml-group-membership-mapper', 'saml', groups),
      ...Object.entries(properties).map(([property, name]) => ({
        ...mapper('saml-user-property-mapper', 'saml', {
          'user.attribute': property,
          'attribute.name': name,
        }),
        name: property,
      })),
    ],
  }
}

function mapper(protocolMapper: string, protocol: string, config: Record<string, string>) {
  return { name: protocolMapper, protocol, protocolMapper, config }
}
