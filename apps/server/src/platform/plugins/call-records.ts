import { limits } from '@stoa/contract/limits'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { WriteDb } from '../../kernel/database.ts'
import { pluginCalls, pluginLog, plugins } from '../../schema/plugins.ts'

const flushMs = 2000
const maxMessage = 2000
const maxError = 500
const maxLinesPerMinute = 100

type Line = { version: string; level: 'info' | 'warn' | 'error'; text: string }
type StoredLine = Line & { slug: string; at: string }
type Counts = {
  slug: string
  day: string
  calls: number
  failures: number
  success_at: string | null
  failure_at: string | null
  error: string
}
type Services = { autocommit: WriteDb; now(): Date; log: Logger }

/** Counts calls and keeps the log of plugins, written in batches. What a failed batch had is lost. */
export class CallRecords {
  readonly #services: Services
  readonly #rates = new Map<string, { minute: string; lines: number }>()
  #counts = new Map<string, Counts>()
  #lines: StoredLine[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  /** With the error of a failed call. */
  count(slug: string, error: string | null) {
    const at = this.#services.now().toISOString()
    const day = at.slice(0, 10)
    const none = { slug, day, calls: 0, failures: 0, success_at: null, failure_at: null, error: '' }
    const entry: Counts = this.#counts.get(`${slug} ${day}`) ?? none
    entry.calls++
    if (error === null) entry.success_at = at
    else {
      entry.failures++
      entry.failure_at = at
      entry.error = toStorable(error, maxError)
    }
    this.#counts.set(`${slug} ${day}`, entry)
    this.#flushSoon()
  }

  log(slug: string, { version, level, text }: Line) {
    const at = this.#services.now().toISOString()
    const minute = at.slice(0, 16)
    const last = this.#rates.get(slug)
    const rate = last?.minute === minute ? last : { minute, lines: 0 }
    this.#rates.set(slug, rate)
    if (++rate.lines > maxLinesPerMinute) return
    this.#lines.push({ slug, version, level, text: toStorable(text, maxMessage), at })
    this.#flushSoon()
  }

  async flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing = this.#flushing.then(async () => {
      try {
        await this.#write()
      } catch (error) {
        this.#services.log.error({ err: error }, 'recording calls of plugins failed')
      }
    })
    await this.#flushing
  }

  #flushSoon() {
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
  }

  async #write() {
    const [counts, lines] = [[...this.#counts.values()], this.#lines]
    this.#counts = new Map()
    this.#lines = []
    if (counts.length > 0) await writeCounts(this.#services.autocommit, counts)
    if (lines.length > 0) await writeLines(this.#services.autocommit, lines)
  }
}

/** PostgreSQL cannot store NUL in text, nor half of a surrogate pair in JSON. */
function toStorable(text: string, maxLength: number) {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()
}

/** In order of plugin, so that two processes do not wait for each other. */
async function writeCounts(db: WriteDb, batch: readonly Counts[]) {
  await db.execute(sql`
    insert into ${pluginCalls} as stored
      (slug, day, calls, failures, last_success_at, last_failure_at, last_error)
    select slug, day, calls, failures, success_at, failure_at, error
    from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as batch (slug text, day date, calls int,
      failures int, success_at timestamptz, failure_at timestamptz, error text)
    where slug in (select slug from ${plugins})
    order by slug, day
    on conflict (slug, day) do update set
      calls = stored.calls + excluded.calls,
      failures = stored.failures + excluded.failures,
      last_success_at = greatest(stored.last_success_at, excluded.last_success_at),
      last_failure_at = greatest(stored.last_failure_at, excluded.last_failure_at),
      last_error = case when excluded.last_failure_at is null then stored.last_error
        else excluded.last_error end`)
}

async function writeLines(db: WriteDb, lines: readonly StoredLine[]) {
  await db.execute(sql`
    insert into ${pluginLog} (slug, version, level, message, at)
    select slug, version, level, text, at
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as (slug text, version text, level text, text text, at timestamptz))
      with ordinality as batch (slug, version, level, text, at, position)
    where slug in (select slug from ${plugins})
    order by position`)
  for (const slug of new Set(lines.map((line) => line.slug)))
    await db.execute(sql`
      delete from ${pluginLog} where slug = ${slug} and id <= (
        select id from ${pluginLog} where slug = ${slug}
        order by id desc offset ${limits.plugins.log} limit 1)`)
}
