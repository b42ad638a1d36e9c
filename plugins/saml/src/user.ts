import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { toExternalId } from '@stoa/sign-in/external-id'
import { toRole } from '@stoa/sign-in/roles'
import { readSetting } from '@stoa/sign-in/settings'
import type { Assertion } from './assertion.ts'

const maxText = 200
const maxEmail = 320
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** Names in use at common providers, for settings that are empty. */
const usualNames = {
  username: ['username', 'uid', 'urn:oid:0.9.2342.19200300.100.1.1', `${claims}/name`],
  name: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'cn',
  ],
  email: ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}/emailaddress`],
  groups: [
    'groups',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
    'memberOf',
  ],
}
const givenNames = ['givenName', 'urn:oid:2.5.4.42', `${claims}/givenname`]
const familyNames = ['surname', 'sn', 'urn:oid:2.5.4.4', `${claims}/surname`]

export function toExternalUser(
  assertion: Assertion,
  values: PluginValues,
  idpEntityId: string,
): ExternalUser {
  const { attributes, nameId, nameIdFormat } = assertion
  const listOf = (names: readonly string[]) =>
    names.map((name) => attributes.get(name)).find((list) => list !== undefined) ?? []
  const read = (field: keyof typeof usualNames) => {
    const name = readSetting(values, `${field}_attribute`)
    return listOf(name === '' ? usualNames[field] : [name])
  }
  const [username = ''] = read('username').map((text) => text.split('@')[0] ?? '')
  const parts = [listOf(givenNames)[0], listOf(familyNames)[0]]
  const [name = parts.filter((part) => part !== undefined).join(' ')] = read('name')
  const isEmailId = nameIdFormat.endsWith(':emailAddress')
  const [email = isEmailId ? nameId : ''] = read('email')
  return {
    id: toExternalId(idpEntityId, readId(assertion, readSetting(values, 'id_attribute'))),
    displayName: (name || username).slice(0, maxText),
    username: username.slice(0, maxText),
    email: email.length > maxEmail ? '' : email,
    isEmailVerified: email !== '' && values['trust_emails'] === true,
    role: toRole(read('groups'), values),
  }
}

function readId({ attributes, nameId, nameIdFormat }: Assertion, attribute: string): string {
  if (attribute === '') {
    if (nameIdFormat.endsWith(':transient'))
      throw new Error('the NameID is transient: choose a persistent one, or an attribute')
    if (nameId === '') throw new Error('the assertion has no NameID')
    return nameId
  }
  const [id, ...others] = attributes.get(attribute) ?? []
  if (id === undefined || others.length > 0)
    throw new Error(`the assertion has another number of values of ${attribute} than one`)
  return id
}
