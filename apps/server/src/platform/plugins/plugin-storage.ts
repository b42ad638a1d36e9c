import type { Json } from '@stoa/plugin-kit/server'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { ReadDb, WriteDb } from '../../kernel/database.ts'
import { pluginData } from '../../schema/plugins.ts'

const maxKeys = 1000
const maxKeyLength = 100
const maxValueBytes = 64 * 1024
const maxListBytes = 512 * 1024

type Services = { primary: ReadDb; autocommit: WriteDb; now(): Date }
const { slug: ofPlugin, key: ofKey, value: ofValue, expiresAt } = pluginData

/** What plugins store. The same in all processes. */
export class PluginStorage {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  async get(slug: string, key: string): Promise<Json | null> {
    const [row] = await this.#services.primary
      .select({ value: ofValue })
      .from(pluginData)
      .where(and(eq(ofPlugin, slug), eq(ofKey, key), this.#isCurrent()))
    return (row?.value ?? null) as Json | null
  }

  async set(slug: string, key: string, value: Json, seconds?: number) {
    const text = JSON.stringify(value)
    assertStorable(key, text)
    if (await this.#write(slug, { key, text, seconds })) return
    await this.#deleteExpired(slug)
    if (await this.#write(slug, { key, text, seconds })) return
    throw new Error(`The plugin has stored ${maxKeys} keys, which is the maximum.`)
  }

  async delete(slug: string, key: string) {
    await this.#services.autocommit
      .delete(pluginData)
      .where(and(eq(ofPlugin, slug), eq(ofKey, key)))
  }

  async list(slug: string, prefix: string): Promise<{ key: string; value: Json }[]> {
    const total = sql`sum(length(${ofValue}::text)) over (order by ${ofKey})`
    const fits = sql<boolean>`${total} <= ${maxListBytes}`
    const rows = await this.#services.primary
      .select({ key: ofKey, fits, value: sql<Json>`case when ${fits} then ${ofValue} end` })
      .from(pluginData)
      .where(and(eq(ofPlugin, slug), sql`starts_with(${ofKey}, ${prefix})`, this.#isCurrent()))
      .orderBy(ofKey)
    if (rows.some((row) => !row.fits))
      throw new Error(`These values are larger than ${maxListBytes / 1024} KB together.`)
    return rows.map(({ key, value }) => ({ key, value }))
  }

  #isCurrent() {
    return or(isNull(expiresAt), gt(expiresAt, this.#services.now()))
  }

  /** False if there are too many keys. */
  async #write(
    slug: string,
    { key, text, seconds }: { key: string; text: string; seconds: number | undefined },
  ): Promise<boolean> {
    const now = this.#services.now()
    const expires =
      seconds === undefined ? null : new Date(now.getTime() + seconds * 1000).toISOString()
    const { rowCount } = await this.#services.autocommit.execute(sql`
      insert into ${pluginData} (slug, key, value, expires_at, updated_at)
      select ${slug}, ${key}, ${text}::jsonb, ${expires}::timestamptz, ${now.toISOString()}::timestamptz
      where exists (select from ${pluginData} where slug = ${slug} and key = ${key})
        or (select count(*) from ${pluginData} where slug = ${slug}) < ${maxKeys}
      on conflict (slug, key) do update
      set value = excluded.value, expires_at = excluded.expires_at, updated_at = excluded.updated_at
      returning key`)
    return rowCount === 1
  }

  async #deleteExpired(slug: string) {
    const now = this.#services.now().toISOString()
    await this.#services.autocommit.execute(
      sql`delete from ${pluginData} where slug = ${slug} and expires_at <= ${now}::timestamptz`,
    )
  }
}

function assertStorable(key: string, text: string) {
  if (key === '' || key.length > maxKeyLength)
    throw new Error(`A key has 1 to ${maxKeyLength} characters.`)
  if (Buffer.byteLength(text) > maxValueBytes)
    throw new Error(`A value has at most ${maxValueBytes / 1024} KB.`)
  // PostgreSQL cannot store NUL in text.
  if (key.includes('\0') || text.includes(String.raw`\u0000`))
    throw new Error('Neither keys nor values may contain a NUL character.')
}
