// A SAML identity provider for tests, which signs whatever a test wants it to.
import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { createCertificate, type KeyPair } from '../../../../scripts/services/certificates.ts'

export const entityId = 'https://login.example.org/metadata'
export const ssoUrl = 'https://login.example.org/sso?tenant=1'

type Request = { id: string; issuer: string; callbackUrl: string; relayState: string; url: URL }

/** What an honest provider responds with, for tests to change. */
export type Response = {
  id: string
  assertionId: string
  issuer: string
  assertionIssuer: string
  destination: string
  recipient: string
  audience: string
  inResponseTo: string
  subjectInResponseTo: string
  /** Seconds from now. */
  notBefore: number
  notOnOrAfter: number
  subjectNotOnOrAfter: number
  method: string
  status: string
  nameId: string
  nameIdFormat: string
  attributes: Record<string, string[]>
  /** Replaces the assertion before it is signed. */
  assertion?: (assertion: string) => string
  signs: ('assertion' | 'response')[]
  keys: KeyPair
  algorithms: { signature: string; digest: string; canonicalization: string }
}

const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format'
const sha256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
}
export const sha1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
}

export function aSamlProvider() {
  const keys = createCertificate('provider')
  const otherKeys = createCertificate('other')
  return {
    keys,
    otherKeys,
    /** XML. */
    respond(request: Request, changes: Partial<Response> = {}): string {
      return writeResponse({ ...honest(request, keys), ...changes })
    },
  }
}

export const encode = (xml: string) => Buffer.from(xml).toString('base64')

/** Of the URL to which the site sends the browser. */
export function readRequest(start: string): Request {
  const url = new URL(start)
  const deflated = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')
  const xml = inflateRawSync(deflated).toString()
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  return {
    id: attribute('ID'),
    issuer: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
    callbackUrl: attribute('AssertionConsumerServiceURL'),
    relayState: url.searchParams.get('RelayState') ?? '',
    url,
  }
}

export const newId = () => `_${randomBytes(16).toString('hex')}`

function honest({ id, issuer, callbackUrl }: Request, keys: KeyPair): Response {
  return {
    id: newId(),
    assertionId: newId(),
    issuer: entityId,
    assertionIssuer: entityId,
    destination: callbackUrl,
    recipient: callbackUrl,
    audience: issuer,
    inResponseTo: id,
    subjectInResponseTo: id,
    notBefore: -10,
    notOnOrAfter: 300,
    subjectNotOnOrAfter: 300,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    nameId: 'ada-7',
    nameIdFormat: `${format}:persistent`,
    attributes: {
      uid: ['ada'],
      displayName: ['Ada Lovelace'],
      email: ['ada@example.org'],
      groups: ['staff', 'moderators'],
    },
    signs: ['assertion'],
    keys,
    algorithms: sha256,
  }
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const optional = (name: string, value: string) => (value === '' ? '' : ` ${name}="${value}"`)

function writeResponse(response: Response): string {
  const { assertion = (xml: string) => xml, signs } = response
  const assertionXml = assertion(writeAssertion(response))
  const xml =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${response.id}" Version="2.0" IssueInstant="${at(0)}"${optional('Destination', response.destination)}` +
    `${optional('InResponseTo', response.inResponseTo)}><saml:Issuer>${response.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${response.status}"/></samlp:Status>${assertionXml}</samlp:Response>`
  const signed = signs.includes('assertion') ? sign(xml, 'Assertion', response) : xml
  return signs.includes('response') ? sign(signed, 'Response', response) : signed
}

function writeAssertion(response: Response): string {
  const attributes = Object.entries(response.attributes).map(([name, values]) => {
    const list = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
    return `<saml:Attribute Name="${name}">${list.join('')}</saml:Attribute>`
  })
  const data =
    `<saml:SubjectConfirmationData NotOnOrAfter="${at(response.subjectNotOnOrAfter)}"` +
    `${optional('Recipient', response.recipient)}${optional('InResponseTo', response.subjectInResponseTo)}/>`
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${response.assertionId}" Version="2.0" IssueInstant="${at(0)}">`,
    `<saml:Issuer>${response.assertionIssuer}</saml:Issuer><saml:Subject>`,
    `<saml:NameID Format="${response.nameIdFormat}">${response.nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${response.method}">${data}</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(response.notBefore)}" NotOnOrAfter="${at(response.notOnOrAfter)}">`,
    `<saml:AudienceRestriction><saml:Audience>${response.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`,
  ].join('')
}

function sign(
  xml: string,
  name: 'Assertion' | 'Response',
  { keys, algorithms }: Pick<Response, 'keys' | 'algorithms'>,
): string {
  const xpath = name === 'Response' ? '/*' : `/*/*[local-name(.)='Assertion']`
  const signature = new SignedXml({
    privateKey: keys.key,
    publicCert: keys.certificate,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: algorithms.canonicalization,
  })
  signature.addReference({
    xpath,
    digestAlgorithm: algorithms.digest,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      algorithms.canonicalization,
    ],
  })
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}
