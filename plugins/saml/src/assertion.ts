// Reads what the provider has signed.
import type { Profile } from '@node-saml/node-saml'
import type { Login } from './provider.ts'
import type { Settings } from './settings.ts'

/** An element as the library gives it: attributes, text, and children by name. */
type Node = { $?: Record<string, string>; _?: string } & { [name: string]: Node[] | undefined }

export type Assertion = {
  nameId: string
  nameIdFormat: string
  /** By name and by friendly name. */
  attributes: ReadonlyMap<string, readonly string[]>
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Checks what the library does not, in the XML whose signature it has verified. */
export function readAssertion(profile: Profile, login: Login, settings: Settings): Assertion {
  const assertion = (profile.getAssertion?.() as { Assertion?: Node } | undefined)?.Assertion
  if (assertion === undefined) throw new Error('there is no assertion')
  assertIntended(assertion, login, settings)
  const nameIds = only(assertion, 'Subject')['NameID'] ?? []
  if (nameIds.length > 1) throw new Error('the assertion has more than one NameID')
  const [nameId = {}] = nameIds
  return {
    nameId: textOf(nameId),
    nameIdFormat: nameId.$?.['Format'] ?? '',
    attributes: readAttributes(assertion),
  }
}

/** For this site and this login, by the provider in the settings. */
function assertIntended(assertion: Node, login: Login, settings: Settings) {
  const issuer = textOf(only(assertion, 'Issuer'))
  if (issuer !== settings.idpEntityId) throw new Error(`the issuer of the assertion is ${issuer}`)
  const confirmations = only(assertion, 'Subject')['SubjectConfirmation'] ?? []
  if (!confirmations.some((one) => isConfirmation(one, login, settings)))
    throw new Error('the assertion is not confirmed for this site and this login')
  if (only(assertion, 'Conditions')['AudienceRestriction'] === undefined)
    throw new Error('the assertion has no audience')
  if (assertion['AuthnStatement'] === undefined)
    throw new Error('the assertion does not say that the user has logged in')
}

/** Sent by a browser, to this site, because of this login, and not too long ago. */
function isConfirmation(confirmation: Node, login: Login, { clockSkewMs }: Settings): boolean {
  const data = confirmation['SubjectConfirmationData']
  const attributes = data?.length === 1 ? data[0]?.$ : undefined
  const end = Date.parse(attributes?.['NotOnOrAfter'] ?? '')
  return (
    confirmation.$?.['Method'] === bearer &&
    attributes?.['Recipient'] === login.callbackUrl &&
    attributes['InResponseTo'] === login.requestId &&
    Date.now() < end + clockSkewMs
  )
}

function readAttributes(assertion: Node): Map<string, string[]> {
  const all = (assertion['AttributeStatement'] ?? []).flatMap(({ Attribute = [] }) => Attribute)
  const attributes = new Map<string, string[]>()
  for (const attribute of all) {
    const values = (attribute['AttributeValue'] ?? []).map(textOf).filter((text) => text !== '')
    const { Name: name = '', FriendlyName: friendlyName = name } = attribute.$ ?? {}
    for (const key of new Set([name, friendlyName]))
      attributes.set(key, [...(attributes.get(key) ?? []), ...values])
  }
  return attributes
}

function only(parent: Node, name: string): Node {
  const [child, ...others] = parent[name] ?? []
  if (child === undefined || others.length > 0)
    throw new Error(`the assertion has another number of ${name} than one`)
  return child
}

/** The library gives elements without attributes as text. */
function textOf(node: Node | string): string {
  return (typeof node === 'string' ? node : (node._ ?? '')).trim()
}
