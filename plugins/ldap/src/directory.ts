import { type Client, type Entry, ResultCodeError } from 'ldapts'
import { randomUUID } from 'node:crypto'
import { normalizeDn } from './dn.ts'
import { fillFilter } from './filter.ts'
import type { Settings } from './settings.ts'

export type DirectoryUser = { entry: Entry; groups: ReadonlySet<string> }

const searchSeconds = 8
const maxGroups = 1000
/** The account cannot log in: wrong password, locked, expired or without a password. */
const deniedCodes = new Set([19, 32, 34, 48, 49, 50, 53])

/**
 * The user with a username and password, or null. For a username that does not exist or is not unique, the server gets the same
 * requests, so that their time does not tell.
 */
export async function authenticate(
  client: Client,
  settings: Settings,
  { username, password }: { username: string; password: string },
): Promise<DirectoryUser | null> {
  const found = await searchUsers(client, settings, username)
  const entry = found.length === 1 && found[0]?.dn !== '' ? found[0] : undefined
  const dn = entry?.dn ?? `cn=${randomUUID()},${settings.baseDn}`
  const groups = await searchGroups(client, settings, { dn, username })
  const isAuthentic = await tryBind(client, dn, password)
  if (entry === undefined || !isAuthentic) return null
  const listed = valuesOf(entry, settings.attributes.groups).map(String)
  const names = [...listed, ...groups].map(normalizeDn).filter((name) => name !== null)
  return { entry, groups: new Set(names) }
}

async function searchUsers(client: Client, settings: Settings, username: string) {
  const { id, ...others } = settings.attributes
  const { searchEntries } = await client.search(settings.baseDn, {
    filter: fillFilter(settings.userFilter, { username }),
    sizeLimit: 2,
    timeLimit: searchSeconds,
    attributes: [id, ...Object.values(others)].filter((name) => name !== ''),
    explicitBufferAttributes: [id],
  })
  return searchEntries
}

async function searchGroups(
  client: Client,
  settings: Settings,
  values: { dn: string; username: string },
): Promise<string[]> {
  if (settings.groupFilter === '') return []
  const { searchEntries } = await client.search(settings.groupBaseDn, {
    filter: fillFilter(settings.groupFilter, values),
    sizeLimit: maxGroups,
    timeLimit: searchSeconds,
    attributes: ['1.1'],
  })
  return searchEntries.map(({ dn }) => dn)
}

/** Without a password, servers would accept any DN. */
async function tryBind(client: Client, dn: string, password: string): Promise<boolean> {
  if (password === '') return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && deniedCodes.has(error.code)) return false
    throw error
  }
}

/** Servers spell names of attributes as they like. */
export function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find((one) => one.toLowerCase() === attribute.toLowerCase())
  return name === undefined || name === 'dn' ? [] : [entry[name] ?? []].flat()
}
