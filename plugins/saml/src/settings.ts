import type { PluginValues } from '@stoa/contract/plugin-fields'
import { readSetting } from '@stoa/sign-in/settings'
import { createPrivateKey, X509Certificate } from 'node:crypto'

export type Settings = {
  label: string
  ssoUrl: string
  idpEntityId: string
  /** In PEM format. */
  idpCertificates: string[]
  spEntityId: string
  /** Empty for requests without signatures. */
  privateKey: string
  certificate: string
  clockSkewMs: number
}

/** Where the site explains itself to the provider. */
const pagePath = '/p/saml'
export const callbackPath = '/answer/api/v1/connector/redirect/saml'
export const maxClockSkew = 300

export function readSettings(values: PluginValues, siteUrl: string): Settings {
  return {
    label: readSetting(values, 'label'),
    ssoUrl: readSetting(values, 'sso_url'),
    idpEntityId: readSetting(values, 'idp_entity_id'),
    idpCertificates: readCertificates(readSetting(values, 'idp_certificates')),
    spEntityId: readSetting(values, 'sp_entity_id', `${siteUrl}${pagePath}`),
    privateKey: readPrivateKey(readSetting(values, 'private_key')),
    certificate: readCertificates(readSetting(values, 'certificate'))[0] ?? '',
    clockSkewMs: Number(readSetting(values, 'clock_skew', '60')) * 1000,
  }
}

/** With or without the lines around them: metadata has certificates without. Throws if one is not valid. */
export function readCertificates(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
  const all = blocks ?? (text === '' ? [] : [text])
  return all.map((one) => {
    // Lines of any length, which the parser would not accept.
    const content = Buffer.from(one.replaceAll(/-----[^-]*-----/g, ''), 'base64')
    return new X509Certificate(content).toString()
  })
}

/** Throws if it is not valid. */
function readPrivateKey(pem: string): string {
  if (pem === '') return ''
  return createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString()
}
