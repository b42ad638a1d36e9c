import { type Authority, createAuthority, type KeyPair } from './certificates.ts'
import { startSlapd } from './slapd.ts'

const suffix = 'dc=example,dc=org'

/** Accounts have the password `<uid> password`. */
const people = [
  { uid: 'ada', cn: 'Ada Lovelace', mail: 'ada@example.org' },
  { uid: 'grace', cn: 'Grace Hopper', mail: 'grace@example.org' },
  { uid: 'linus', cn: 'Linus Pauling', mail: 'linus@example.org' },
  { uid: 'zoë', cn: 'Zoë Ångström', mail: 'zoe@example.org' },
  { uid: 'paren(the)sis', cn: 'Smith, John', mail: 'john@example.org' },
  { uid: 'nomail', cn: 'No Mail', mail: null },
]
const groups = { members: ['ada', 'grace', 'zoë'], moderators: ['grace'], admins: ['ada'] }

export const directory = {
  baseDn: `ou=people,${suffix}`,
  bindDn: `cn=search,${suffix}`,
  bindPassword: 'search password',
  /** The objectGUID of ada, as Windows writes it. */
  guid: '00112233-4455-6677-8899-aabbccddeeff',
  groupDn: (name: keyof typeof groups) => `cn=${name},ou=groups,${suffix}`,
}

/** `referral` is the URL of another server that this one names. */
export async function startDirectory(options: {
  authority?: Authority
  certificate?: KeyPair
  referral?: string
}) {
  const { authority = createAuthority(), referral = 'ldap://127.0.0.1:1' } = options
  const { certificate = authority.issue(['IP:127.0.0.1', 'DNS:localhost']) } = options
  const tls = { ...certificate, authority: authority.certificate }
  const server = await startSlapd({ suffix, ldif: writeLdif(referral), tls })
  return { ...server, ca: authority.certificate }
}

function writeLdif(referral: string): string {
  const entries: [dn: string, lines: string[]][] = [
    [suffix, ['objectClass: domain', 'dc: example']],
    ...['people', 'groups'].map((ou) => entryOf(`ou=${ou},${suffix}`, 'organizationalUnit')),
    [
      directory.bindDn,
      ['objectClass: person', 'cn: search', 'sn: search', 'userPassword: search password'],
    ],
    ...people.map(personOf),
    ...Object.keys(groups).map(groupOf),
    [
      `ou=remote,${directory.baseDn}`,
      [
        'objectClass: referral',
        'objectClass: extensibleObject',
        `ref: ${referral}/ou=remote,${directory.baseDn}`,
      ],
    ],
  ]
  return entries.map(([dn, lines]) => [encode(`dn: ${dn}`), ...lines].join('\n')).join('\n\n')
}

function entryOf(dn: string, objectClass: string): [string, string[]] {
  return [dn, [`objectClass: ${objectClass}`]]
}

function dnOf(uid: string) {
  return `uid=${uid},${directory.baseDn}`
}

function personOf({ uid, cn, mail }: (typeof people)[number]): [string, string[]] {
  const guid = ['objectClass: securityPrincipal', 'objectGUID:: MyIRAFVEd2aImaq7zN3u/w==']
  return [
    dnOf(uid),
    [
      'objectClass: inetOrgPerson',
      ...(uid === 'ada' ? guid : []),
      encode(`uid: ${uid}`),
      encode(`cn: ${cn}`),
      encode(`sn: ${cn}`),
      ...(mail === null ? [] : [`mail: ${mail}`]),
      encode(`userPassword: ${uid} password`),
    ],
  ]
}

function groupOf(name: string): [string, string[]] {
  const members = groups[name as keyof typeof groups]
  return [
    `cn=${name},ou=groups,${suffix}`,
    ['objectClass: groupOfNames', ...members.map((uid) => encode(`member: ${dnOf(uid)}`))],
  ]
}

/** LDIF is ASCII; other text is in Base64. */
function encode(line: string): string {
  const at = line.indexOf(': ')
  const value = Buffer.from(line.slice(at + 2))
  return value.every((byte) => byte < 128)
    ? line
    : `${line.slice(0, at)}:: ${value.toString('base64')}`
}
