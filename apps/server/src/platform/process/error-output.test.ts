import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCluster } from '../../../test/context.ts'
import { readConfig } from './read-config.ts'
import type { PlatformContext } from '../context.ts'
import { openDatabase } from '../database/database.ts'
import { describeError, formatError, toErrorOutput } from './error-output.ts'
import { after } from '../../kernel/events.ts'
import { createHttpServer } from '../http/http.ts'
import { createLog } from './log.ts'
import { transact } from '../../kernel/transact.ts'

/** A statement parameter that must not leak, like a TOTP secret or a password hash. */
const canary = 'JBSWY3DPEHPK3PXP'

/** Statements that fail in different ways. */
const failures = {
  'a value of the wrong type': sql`select ${canary}::int`,
  'a regular expression that does not parse': sql`select 'x' ~ ${`(${canary}`}`,
  'a table that does not exist': sql`insert into nowhere (secret) values (${canary})`,
  'a row that exists already': sql`insert into secrets (secret) values (${canary})`,
  'a row that breaks a check': sql`insert into secrets (secret, length) values (${canary}, -1)`,
  'a broken search': sql`select to_tsquery('simple', ${`${canary} &`})`,
}

let cluster: Awaited<ReturnType<typeof aCluster>>
let ctx: PlatformContext
let logged = ''

const listeners = [
  after('question.asked', 'fails', async ({ db }) => {
    await db.execute(failures['a value of the wrong type'])
  }),
  after('account.activated', 'fails-nested', async (job) => {
    await failNested(job)
  }),
]

async function failNested({ autocommit }: Pick<PlatformContext, 'autocommit'>) {
  const inner: unknown = await autocommit
    .execute(failures['a row that exists already'])
    .catch((thrown: unknown) => thrown)
  const middle = new AggregateError([inner], 'several failed', { cause: inner })
  throw new Error('could not be done', { cause: new Error('because', { cause: middle }) })
}

beforeAll(async () => {
  cluster = await aCluster()
  const opened = await cluster.open({ listeners })
  const config = readConfig({ STOA_LOG_LEVEL: 'trace' })
  const log = createLog(config, { write: (text: string) => void (logged += text) })
  ctx = { ...opened, log }
  await ctx.autocommit.execute(
    sql`create table secrets (secret text unique, length int check (length > 0))`,
  )
  await ctx.autocommit.execute(sql`insert into secrets (secret) values (${canary})`)
  await ctx.autocommit.execute(
    sql`update pgboss.queue set retry_limit = 1, retry_delay = 0, retry_backoff = false`,
  )
})
afterAll(() => cluster.close())

describe('parameters of a failed statement', () => {
  it.each(Object.keys(failures) as (keyof typeof failures)[])(
    'do not reach the log through HTTP: %s',
    async (name) => {
      logged = ''
      const app = await createHttpServer(ctx)
      app.get('/fails', async () => await ctx.autocommit.execute(failures[name]))
      expect((await app.inject('/fails')).statusCode).toBe(500)
      await app.close()
      expect(logged).toContain('request failed')
      expect(logged).toMatch(/Failed query: (select|insert)/)
      expect(logged).not.toContain(canary)
    },
  )

  it('do not reach the log through nested causes', async () => {
    logged = ''
    const app = await createHttpServer(ctx)
    app.get('/fails', () => failNested(ctx))
    expect((await app.inject('/fails')).statusCode).toBe(500)
    await app.close()
    for (const part of ['could not be done', 'because', 'several failed', 'secrets_secret_key'])
      expect(logged).toContain(part)
    expect(logged).not.toContain(canary)
  })

  it('do not reach the log when an error is logged without message', async () => {
    logged = ''
    const error: unknown = await ctx.db
      .execute(failures['a broken search'])
      .catch((thrown: unknown) => thrown)
    ctx.log.error(error)
    expect(logged).toContain('to_tsquery')
    expect(logged).not.toContain(canary)
  })

  it('do not reach the log, the queue tables or the list of dead jobs through a job', async () => {
    logged = ''
    await ctx.jobs.work(ctx)
    await transact(ctx, async (tx) => {
      await tx.emit('question.asked', {
        questionId: '1',
        userId: '9',
        revisionId: '1',
        mentioned: [],
      })
      await tx.emit('account.activated', { userId: '9' })
    })
    await expect.poll(async () => (await ctx.jobs.listDead()).length, { timeout: 60_000 }).toBe(2)
    const dead = JSON.stringify(await ctx.jobs.listDead())
    expect(dead).toContain('Failed query: select')
    expect(dead).toContain('caused by')
    const { rows } = await ctx.db.execute(sql`select * from pgboss.job`)
    const stored = JSON.stringify(rows)
    expect(stored).toContain('Failed query: select')
    expect(logged).toContain('job failed')
    expect([dead, stored, logged].map((text) => text.includes(canary))).toEqual([
      false,
      false,
      false,
    ])
  }, 90_000)

  it('are not printed by a failed command', async () => {
    const error: unknown = await failNested(ctx).catch((e: unknown) => e)
    expect(formatError(error)).toContain('error-output.test.ts')
    for (const text of [formatError(error), describeError(error)]) {
      expect(text).toContain('could not be done')
      expect(text).toContain('Failed query: insert into secrets')
      expect(text).not.toContain(canary)
    }
  })

  it('do not leak from the embedded database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stoa-errors-'))
    const database = await openDatabase(readConfig({ STOA_DATA_DIR: folder }), ctx.log)
    const error: unknown = await database.db
      .execute(failures['a value of the wrong type'])
      .catch((e: unknown) => e)
    await database.close()
    rmSync(folder, { recursive: true })
    const output = toErrorOutput(error)
    expect(output.cause?.message).toBe('invalid input syntax for type integer')
    expect(JSON.stringify(output)).not.toContain(canary)
  }, 90_000)
})
