import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Settings } from './settings.ts'

export type Login = {
  callbackUrl: string
  /** Of the request that the response has to name. */
  requestId: string
}

/** Longer than the site remembers a login. */
const requestLifeMs = 24 * 60 * 60_000

type Options = Login & { settings: Settings; isResponseSigned: boolean }

export function createSaml({ settings, callbackUrl, requestId, isResponseSigned }: Options): SAML {
  return new SAML({
    entryPoint: settings.ssoUrl,
    idpIssuer: settings.idpEntityId,
    idpCert: settings.idpCertificates,
    issuer: settings.spEntityId,
    audience: settings.spEntityId,
    callbackUrl,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: rememberOnly(requestId),
    requestIdExpirationPeriodMs: requestLifeMs,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: isResponseSigned,
    acceptedClockSkewMs: settings.clockSkewMs,
    signatureAlgorithm: 'sha256',
    // Providers decide how to authenticate and which NameID to send.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(settings.privateKey === '' ? {} : { privateKey: settings.privateKey }),
  })
}

/** The site remembers the request of a login, for one response. */
function rememberOnly(requestId: string): CacheProvider {
  return {
    saveAsync: (_, value) => Promise.resolve({ value, createdAt: Date.now() }),
    getAsync: (key) => Promise.resolve(key === requestId ? new Date().toISOString() : null),
    removeAsync: (key) => Promise.resolve(key),
  }
}
