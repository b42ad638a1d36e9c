import type { Client } from 'ldapts'
import { close, loginMs, signIn } from './connection.ts'
import { describeError } from './errors.ts'
import type { Server, Settings } from './settings.ts'

const maxUsers = 100

/** Says for every server whether users can log in with it. */
export async function testServers(settings: Settings): Promise<{ isOk: boolean; text: string }> {
  const results = await Promise.all(
    settings.servers.map(async (server) => {
      try {
        return { isOk: true, text: `${server.url}: ${await testServer(server, settings)}` }
      } catch (error) {
        return { isOk: false, text: `${server.url}: ${describeError(error)}` }
      }
    }),
  )
  return {
    isOk: results.every(({ isOk }) => isOk),
    text: results.map(({ text }) => text).join('\n'),
  }
}

async function testServer(server: Server, settings: Settings): Promise<string> {
  const client = await signIn(server, settings, AbortSignal.timeout(loginMs))
  try {
    const users = await countUsers(client, settings)
    if (users === 0) throw new Error('Connected, but no user was found.')
    const missing = await listMissingGroups(client, settings)
    if (missing.length > 0) throw new Error(`Connected, but not found: ${missing.join('; ')}`)
    return `Connected. ${users === maxUsers ? `At least ${users}` : users} users found.`
  } finally {
    await close(client)
  }
}

async function countUsers(client: Client, { baseDn, userFilter }: Settings): Promise<number> {
  // Presence of the attribute instead of a value.
  const filter = userFilter.replaceAll('{username}', '*')
  const options = { filter, sizeLimit: maxUsers, attributes: ['1.1'] }
  return (await client.search(baseDn, options)).searchEntries.length
}

async function listMissingGroups(client: Client, { groups }: Settings): Promise<string[]> {
  const missing: string[] = []
  for (const dn of new Set(Object.values(groups).flat())) {
    const search = client.search(dn, { scope: 'base', attributes: ['1.1'] })
    const isFound = await search.then(
      ({ searchEntries }) => searchEntries.length > 0,
      () => false,
    )
    if (!isFound) missing.push(dn)
  }
  return missing
}
