import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { allPagesKey } from '../../kernel/invalidation.ts'
import type { ReadDb } from '../../kernel/database.ts'
import { prepared } from '../../kernel/prepared.ts'
import type { Bus, SettingsStore } from '../../kernel/services.ts'
import { requireRow } from '../../kernel/transact.ts'
import { pageChanges } from '../../schema/page-changes.ts'
import { readDatabaseIdentity } from './database-identity.ts'
import { openDiskStore } from './disk-store.ts'
import { parsePage, serializePage, type StoredPage } from './stored-page.ts'

type Options = {
  folder: string
  maxBytes: number
  /** The primary. */
  db: ReadDb
  bus: Bus
  settings: SettingsStore
  now: () => number
  log: Logger
}

/** Where a page will be stored, and the transactions that its render sees at least. */
export type StoreTicket = { namespace: string; snapshot: string }

export type StoredPages = {
  /** Pages of other builds are not found. */
  start(buildId: string): void
  /** Null when there is no page, or when anything on it has changed since it was rendered. */
  find(variantKey: string): Promise<StoredPage | null>
  /** Null when pages cannot be stored. */
  openTicket(): Promise<StoreTicket | null>
  save(page: StoredPage, ticket: StoreTicket): void
  close(): Promise<void>
}

/** Rendered pages on disk, validated with one query. A page that cannot be read or validated is a miss. */
export function openStoredPages({
  folder,
  maxBytes,
  db,
  bus,
  settings,
  now,
  log,
}: Options): StoredPages {
  if (maxBytes === 0) return noStoredPages
  const disk = openDiskStore({ folder, maxBytes, log })
  let buildId: string | null = null
  const identity = createIdentity(db, bus, log)
  const readNamespace = async () =>
    buildId === null ? null : [buildId, await identity.read(), settings.fingerprint()].join('\n')

  return {
    start(newBuildId) {
      buildId = newBuildId
      disk.start()
    },
    async find(variantKey) {
      try {
        const namespace = await readNamespace()
        const file = namespace === null ? null : await disk.read(nameOf(namespace, variantKey))
        const page = file === null ? null : parsePage(file)
        if (page === null || page.variantKey !== variantKey || page.expiresAt <= now()) return null
        return (await isUnchanged(db, page)) ? page : null
      } catch (error) {
        log.warn({ err: error }, 'stored page could not be validated')
        identity.forget()
        return null
      }
    },
    async openTicket() {
      try {
        const namespace = await readNamespace()
        return namespace === null ? null : { namespace, snapshot: await readSnapshot(db) }
      } catch {
        // The render fails for the same reason and reports it.
        identity.forget()
        return null
      }
    },
    save(page, { namespace }) {
      disk.save(nameOf(namespace, page.variantKey), serializePage(page))
    },
    close: () => disk.flush(),
  }
}

function createIdentity(db: ReadDb, bus: Bus, log: Logger) {
  let identity: Promise<string> | null = null
  const forget = () => {
    identity = null
  }
  // The connections may now lead to another server.
  bus.onGap(forget)
  return { read: () => (identity ??= readDatabaseIdentity(db, log)), forget }
}

const nameOf = (namespace: string, variantKey: string) => `${namespace}\n${variantKey}`

async function readSnapshot(db: ReadDb) {
  const [row] = await selectSnapshot(db, {}, null, '')
  return requireRow(row).snapshot
}

const selectSnapshot = prepared((db: ReadDb) =>
  db
    .select({ snapshot: sql<string>`pg_current_snapshot()::text` })
    .from(sql`(select 1) as one_row`),
)

async function isUnchanged(db: ReadDb, page: StoredPage) {
  const { snapshot } = page
  const keys = [...page.keys, allPagesKey].join(',')
  const [row] = await selectValidity(db, { keys, snapshot }, null, '')
  return requireRow(row).isValid
}

/** A snapshot from the future was taken before a backup of the database was restored. */
const selectValidity = prepared(
  (db: ReadDb, { keys, snapshot }: { keys: string; snapshot: string }) => {
    const seen = sql`${snapshot}::pg_snapshot`
    const { key, changedIn } = pageChanges
    return db
      .select({
        isValid: sql<boolean>`pg_snapshot_xmax(${seen}) <= pg_snapshot_xmax(pg_current_snapshot())
          and not exists (select 1 from ${pageChanges} where ${key} = any(string_to_array(${keys}, ','))
            and not pg_visible_in_snapshot(${changedIn}, ${seen}))`,
      })
      .from(sql`(select 1) as one_row`)
  },
)

const noStoredPages: StoredPages = {
  start() {},
  find: async () => null,
  openTicket: async () => null,
  save() {},
  async close() {},
}
