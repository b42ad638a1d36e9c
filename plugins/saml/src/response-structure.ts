import type { Login } from './provider.ts'
import { childrenOf, listElements } from './response-xml.ts'
import type { Settings } from './settings.ts'

const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
}
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** What the user, or the rules of the provider, decided. */
const denials = ['AuthnFailed', 'RequestDenied', 'NoAuthnContext', 'NoPassive']
/** No SHA-1, no keyed hashes, and no form of XML in which comments count. */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: [
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ],
  CanonicalizationMethod: [
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
}

export class DeniedError extends Error {}
export class EncryptedError extends Error {}

/**
 * Accepts one form only: a response with one assertion, and signatures directly in these. Anything else could be read in another way
 * by the code that checks signatures than by the code that reads the user.
 */
export function assertStructure(root: Element, login: Login, settings: Settings) {
  if (root.localName !== 'Response' || root.namespaceURI !== namespaces.protocol)
    throw new Error('this is not a SAML response')
  assertIntended(root, login, settings)
  assertSuccess(root)
  const elements = listElements(root)
  if (elements.some(({ localName }) => /^(New)?Encrypted/.test(localName)))
    throw new EncryptedError('the response is encrypted')
  const named = (name: string) => elements.filter(({ localName }) => localName === name)
  const [assertion, ...others] = named('Assertion')
  if (assertion === undefined || others.length > 0 || named('Response').length !== 1)
    throw new Error('the response has another number of assertions than one')
  if (assertion.parentNode !== root || assertion.namespaceURI !== namespaces.assertion)
    throw new Error('the assertion is not in its place')
  for (const [name, allowed] of Object.entries(algorithms)) assertAlgorithms(named(name), allowed)
  return { isResponseSigned: assertSignatures(named('Signature'), root, assertion) }
}

/** For this site and this login, by the provider in the settings. Anybody can write this, unless the response is signed: the assertion has to say it too. */
function assertIntended(root: Element, login: Login, { idpEntityId }: Settings) {
  const issuers = childrenOf(root, 'Issuer').map(textOf)
  if (issuers.length > 1 || issuers.some((issuer) => issuer !== idpEntityId))
    throw new Error(`the issuer of the response is ${issuers.join(' and ')}`)
  const destination = root.getAttribute('Destination')
  if (root.hasAttribute('Destination') && destination !== login.callbackUrl)
    throw new Error(`the response is for ${destination}`)
  if (root.getAttribute('InResponseTo') !== login.requestId)
    throw new Error('the response is not for this login')
}

/** Says whether the response is signed too. */
function assertSignatures(signatures: Element[], root: Element, assertion: Element): boolean {
  const parents = signatures.map(({ parentNode }) => parentNode)
  const isOfNamespace = signatures.every((one) => one.namespaceURI === namespaces.signature)
  const isUnique = new Set(parents).size === parents.length
  const isInPlace = parents.every((parent) => parent === root || parent === assertion)
  if (!isOfNamespace || !isUnique || !isInPlace) throw new Error('a signature is not in its place')
  if (!parents.includes(assertion)) throw new Error('the assertion is not signed')
  return parents.includes(root)
}

function assertAlgorithms(elements: Element[], allowed: readonly string[]) {
  const used = elements.map((one) => one.getAttribute('Algorithm') ?? '')
  const unknown = used.find((one) => !allowed.includes(one))
  if (unknown !== undefined) throw new Error(`the algorithm ${unknown} is not allowed`)
}

function assertSuccess(root: Element) {
  const [status, ...others] = childrenOf(root, 'Status')
  const codes = status === undefined ? [] : childrenOf(status, 'StatusCode')
  const [code] = codes
  const value = code?.getAttribute('Value') ?? ''
  if (value === success && codes.length === 1 && others.length === 0) return
  const inner = code === undefined ? [] : childrenOf(code, 'StatusCode')
  const name = [value, ...inner.map((one) => one.getAttribute('Value') ?? '')]
    .map((one) => one.split(':').at(-1) ?? '')
    .join(' ')
  const isDenied = denials.some((denial) => name.split(' ').includes(denial))
  throw new (isDenied ? DeniedError : Error)(`the provider responded with ${name || 'no status'}`)
}

function textOf(element: Element): string {
  return (element.textContent ?? '').trim()
}
