import type { PluginValues } from '@stoa/contract/plugin-fields'
import { readSetting } from '@stoa/sign-in/settings'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { maxClockSkew, readCertificates } from './settings.ts'

/** What is wrong with settings, by field. */
export function findProblems(values: PluginValues): Record<string, string> {
  const problems: Record<string, string> = {}
  const report = (isProblem: boolean, field: string, message: string) => {
    if (isProblem) problems[field] ??= message
  }
  const skew = Number(values['clock_skew'])
  report(
    !(skew >= 0 && skew <= maxClockSkew),
    'clock_skew',
    `Enter a number from 0 to ${maxClockSkew}.`,
  )
  const idp = tryRead(() => readCertificates(readSetting(values, 'idp_certificates')))
  report(idp === null || idp.length === 0, 'idp_certificates', 'Enter certificates in PEM format.')
  report(
    idp?.some((one) => new X509Certificate(one).publicKey.asymmetricKeyType !== 'rsa') === true,
    'idp_certificates',
    'Enter certificates with RSA keys. Others are not supported.',
  )
  reportOwnKey(values, report)
  return problems
}

type Report = (isProblem: boolean, field: string, message: string) => void

function reportOwnKey(values: PluginValues, report: Report) {
  const privateKey = readSetting(values, 'private_key')
  const certificate = readSetting(values, 'certificate')
  if (privateKey === '' && certificate === '') return
  report(privateKey === '', 'private_key', 'Enter the private key of the certificate.')
  report(certificate === '', 'certificate', 'Enter the certificate of the private key.')
  const key = tryRead(() => createPrivateKey(privateKey))
  const own = tryRead(() => readCertificates(certificate))?.map((one) => new X509Certificate(one))
  report(key?.asymmetricKeyType !== 'rsa', 'private_key', 'Enter an RSA key in PEM format.')
  report(own?.length !== 1, 'certificate', 'Enter one certificate in PEM format.')
  const isPair = key !== null && own?.[0]?.checkPrivateKey(key) === true
  report(!isPair, 'certificate', 'Enter the certificate of the private key.')
}

function tryRead<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}
