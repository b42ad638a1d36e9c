import { loadStems } from '../../apps/server/src/features/discovery/search/search.stems.ts'
import { createStatements } from '../../apps/server/src/kernel/prepared.ts'
import { toDb } from '../../apps/server/src/platform/database/database.ts'
import type { Site } from './site-writer.ts'
import { connectLoader, type Copy, openCopy } from './copy-stream.ts'
import { dropIndexes, createIndexes } from './indexes.ts'
import { createLibrary } from './library.ts'
import { writeUsersAndTags } from './users-and-tags.ts'
import { scaleOf } from './scale.ts'
import { firstUserId, createState } from './site-state.ts'
import { tableNames, type TableName, tables } from './tables.ts'
import { writeThread } from './threads.ts'

export type FillOptions = { url: string; questions: number; seed: number }
type Log = (text: string) => void

export const siteUrl = 'http://localhost:3000'

/** Fills a freshly installed site. */
export async function fillSite({ url, questions, seed }: FillOptions, log: Log = () => {}) {
  const started = performance.now()
  const logTime: Log = (text) =>
    log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(7)} s  ${text}`)
  const scale = scaleOf(questions, seed)
  const loader = await connectLoader(url)
  const library = await createLibrary(scale, {
    url: siteUrl,
    stemsOf: (words) => loadStems(toDb(loader, createStatements(true)), words),
  })
  const state = createState(scale, library)
  const dropped = await dropIndexes(loader, tableNames)
  logTime('indexes dropped')
  const copies = Object.fromEntries(
    await Promise.all(
      tableNames.map(async (table) => [table, await openCopy(url, table, tables[table])] as const),
    ),
  ) as Record<TableName, Copy>
  const sizes = await writeAll({ scale, library, state, copies }, logTime)
  logTime(`${[...sizes.values()].reduce((sum, rows) => sum + rows)} rows`)
  const clients = [loader, await connectLoader(url), await connectLoader(url)]
  await vacuum(clients, logTime)
  await createIndexes(clients, dropped, sizes)
  logTime('indexes')
  await setSequences(clients[0] ?? loader, state.last, scale)
  await Promise.all(clients.map((client) => client.end()))
  logTime('done')
  return sizes
}

async function writeAll(site: Site, log: Log) {
  const copies = Object.values(site.copies)
  for (let n = 1; n <= site.scale.questions; n++) {
    writeThread(site, n)
    if (copies.some((copy) => copy.isFull()))
      await Promise.all(copies.map((copy) => copy.waitForDrain()))
    if (n % 100_000 === 0) log(`${n} questions`)
  }
  writeUsersAndTags(site)
  const sizes = new Map<string, number>()
  for (const table of tableNames) sizes.set(table, await site.copies[table].end())
  return sizes
}

type Clients = Awaited<ReturnType<typeof connectLoader>>[]

/** Before the indexes exist, it needs only one pass over each table. */
async function vacuum(clients: Clients, log: Log) {
  const queue = [...tableNames]
  await Promise.all(
    clients.map(async (client) => {
      for (let table = queue.shift(); table !== undefined; table = queue.shift())
        await client.query(`vacuum (analyze) ${table}`)
    }),
  )
  log('vacuum')
}

async function setSequences(
  client: Clients[number],
  last: Site['state']['last'],
  { questions, users, tags }: Site['scale'],
) {
  const sequences = {
    object_id_seq: Math.max(questions, tags, last.answer, last.comment),
    users_id_seq: firstUserId + users,
    revisions_id_seq: last.revision,
    activities_id_seq: last.activity,
    reputation_entries_id_seq: last.entry,
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1, $2)', [name, value + 1])
}
