import { drizzle } from 'drizzle-orm/node-postgres'
import { stemsOf } from '../../apps/server/src/features/search/search.stems.ts'
import type { Site } from './acts.ts'
import { connectLoader, type Copy, openCopy } from './copying.ts'
import { dropIndexes, makeIndexes } from './indexes.ts'
import { makeLibrary } from './library.ts'
import { writeFoundations } from './people.ts'
import { scaleOf } from './scale.ts'
import { firstPerson, makeState } from './site-state.ts'
import { tableNames, type TableName, tables } from './tables.ts'
import { writeThread } from './threads.ts'

export type Wish = { url: string; questions: number; seed: number }
type Tell = (text: string) => void

export const siteUrl = 'http://localhost:3000'

/** Fills a site that was just installed up to the wished size. */
export async function fillSite({ url, questions, seed }: Wish, tell: Tell = () => {}) {
  const started = performance.now()
  const timed: Tell = (text) =>
    tell(`${((performance.now() - started) / 1_000).toFixed(1).padStart(7)} s  ${text}`)
  const scale = scaleOf(questions, seed)
  const loader = await connectLoader(url)
  const library = await makeLibrary(scale, {
    url: siteUrl,
    stemsOf: (words) => stemsOf(drizzle(loader), words),
  })
  const state = makeState(scale, library)
  const dropped = await dropIndexes(loader, tableNames)
  timed('a site without indexes')
  const copies = Object.fromEntries(
    await Promise.all(
      tableNames.map(async (table) => [table, await openCopy(url, table, tables[table])] as const),
    ),
  ) as Record<TableName, Copy>
  const sizes = await writeAll({ scale, library, state, copies }, timed)
  timed(`${[...sizes.values()].reduce((sum, rows) => sum + rows)} rows`)
  const clients = [loader, await connectLoader(url), await connectLoader(url)]
  await vacuum(clients, timed)
  await makeIndexes(clients, dropped, sizes)
  timed('indexes')
  await setSequences(clients[0] ?? loader, state.last, scale)
  await Promise.all(clients.map((client) => client.end()))
  timed('done')
  return sizes
}

async function writeAll(site: Site, tell: Tell) {
  const copies = Object.values(site.copies)
  for (let n = 1; n <= site.scale.questions; n++) {
    writeThread(site, n)
    if (copies.some((copy) => copy.isFull()))
      await Promise.all(copies.map((copy) => copy.drained()))
    if (n % 100_000 === 0) tell(`${n} questions`)
  }
  writeFoundations(site)
  const sizes = new Map<string, number>()
  for (const table of tableNames) sizes.set(table, await site.copies[table].end())
  return sizes
}

type Clients = Awaited<ReturnType<typeof connectLoader>>[]

/** Before the indexes are there: now it costs one walk through each table, and later statements find it done. */
async function vacuum(clients: Clients, tell: Tell) {
  const waiting = [...tableNames]
  await Promise.all(
    clients.map(async (client) => {
      for (let table = waiting.shift(); table !== undefined; table = waiting.shift())
        await client.query(`vacuum (analyze) ${table}`)
    }),
  )
  tell('vacuum')
}

async function setSequences(
  client: Clients[number],
  last: Site['state']['last'],
  { questions, people, tags }: Site['scale'],
) {
  const sequences = {
    object_id_seq: Math.max(questions, tags, last.answer, last.comment),
    users_id_seq: firstPerson + people,
    revisions_id_seq: last.revision,
    activities_id_seq: last.activity,
    reputation_entries_id_seq: last.entry,
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1, $2)', [name, value + 1])
}
