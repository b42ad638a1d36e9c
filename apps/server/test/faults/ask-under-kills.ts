import { ApiError, createClient, fetchTransport } from '@stoa/contract/client'
import { askQuestion } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { installSite } from '../../src/features/admin/install/install.actions.ts'
import { listeners } from '../../src/features.ts'
import { readConfig } from '../../src/platform/process/read-config.ts'
import type { PlatformContext } from '../../src/platform/context.ts'
import { openContext } from '../../src/platform/process/open-context.ts'
import type { Env, Program, Running } from '../program.ts'

/** A question whose creation was confirmed to the client. */
export type AcknowledgedQuestion = { title: string; id: string }

/** Opens the site of a running or stopped program. */
export async function openSite<T>(
  env: Env,
  work: (ctx: PlatformContext) => Promise<T>,
  options: { works?: boolean } = {},
) {
  const works = options.works ?? false
  const config = readConfig({ STOA_LOG_LEVEL: 'silent', ...env })
  const ctx = await openContext({ config, listeners, isWorker: works })
  try {
    if (works) await ctx.jobs.work(ctx)
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}

/** Returns the users' tokens. */
export async function installWithUsers(ctx: PlatformContext, count: number) {
  await installSite(ctx, {
    siteName: 'Porch',
    siteUrl: 'http://localhost:3000',
    contactEmail: 'rut@example.org',
    language: 'en_US',
    adminName: 'Rut',
    adminEmail: 'rut@example.org',
    adminPassword: 'a porch with columns',
  })
  const tokens: string[] = []
  // Moderators, who never get a captcha.
  for (let index = 0; index < count; index++) {
    tokens.push((await aUser(ctx, { role: 'moderator' })).token)
  }
  return tokens
}

type Load = { count: number; kills: number; tokens: string[]; env: Env; seed: number }

/**
 * Asks questions concurrently while the process is killed and restarted. Clients retry with one idempotency key
 * until they get a response.
 */
export async function askUnderKills(program: Program, load: Load) {
  let running = await program.start('all', load.env)
  const random = createRandom(load.seed)
  const killAt = Array.from(
    { length: load.kills },
    () => 1 + Math.floor(random() * (load.count - 2)),
  )
  const acknowledged: AcknowledgedQuestion[] = []
  let restart: Promise<void> | undefined
  let next = 0
  let retries = 0

  async function restartAfterKill() {
    await sleep(random() * 25)
    await running.kill()
    running = await program.start('all', load.env)
    restart = undefined
  }

  async function client() {
    for (let index = next++; index < load.count; index = next++) {
      const title = `Question ${index}`
      const token = load.tokens[index % load.tokens.length] ?? ''
      for (;;) {
        const id = await tryAsk(running, token, title, index)
        if (id !== null) {
          acknowledged.push({ title, id })
          break
        }
        retries++
        await (restart ?? sleep(20))
      }
      const dueIndex = killAt.findIndex((count) => count <= acknowledged.length)
      if (dueIndex >= 0 && restart === undefined) {
        killAt.splice(dueIndex, 1)
        restart = restartAfterKill()
      }
    }
  }

  await Promise.all(Array.from({ length: 8 }, client))
  while (killAt.pop() !== undefined) await restartAfterKill()
  return { running, acknowledged, retries }
}

/** Null when the process did not respond. */
async function tryAsk(running: Running, token: string, title: string, index: number) {
  const headers = { authorization: `Bearer ${token}` }
  const tags = ['bread', 'oven', 'flour'].slice(0, 1 + (index % 3))
  try {
    const question = await createClient(fetchTransport(running.origin, headers)).call(
      askQuestion,
      { title, content: `Words **${index}**`, tags: tags.map((slug_name) => ({ slug_name })) },
      { idempotencyKey: `key-for-question-${index}` },
    )
    return question.id
  } catch (error) {
    // A dying process may only return 503.
    if (error instanceof ApiError && error.envelope.status !== 503) throw error
    return null
  }
}

/** Invariants that must hold whatever happened to the process. */
export async function expectConsistent(
  ctx: PlatformContext,
  acknowledged: readonly AcknowledgedQuestion[],
) {
  const rows = async (query: ReturnType<typeof sql>) => (await ctx.db.execute(query)).rows
  const stored = await rows(sql`select title, id::text from questions`)
  const byTitle = (list: readonly object[]) => list.toSorted((a, b) => numberOf(a) - numberOf(b))
  expect(byTitle(stored)).toEqual(byTitle(acknowledged))

  await expect
    .poll(() => rows(sql`select title from questions where hot_scored_at is null`), {
      timeout: 120_000,
      interval: 500,
    })
    .toEqual([])
  expect(
    await rows(sql`select q.id from questions q left join activities a on a.object_id = q.id
      and a.kind = 'asked' and a.user_id = q.user_id group by q.id having count(a.id) <> 1`),
  ).toEqual([])
  expect(
    await rows(sql`select u.id from users u where u.question_count <>
      (select count(*) from questions q where q.user_id = u.id)`),
  ).toEqual([])
  expect(
    await rows(sql`select t.slug_name from tags t where t.question_count <>
      (select count(*) from question_tags qt where qt.tag_id = t.id)`),
  ).toEqual([])
  expect(
    await rows(sql`select count(*)::int as count, count(sealed_reply)::int as sealed
      from idempotency_keys`),
  ).toEqual([{ count: acknowledged.length, sealed: acknowledged.length }])
  expect(await ctx.jobs.listDead()).toEqual([])
}

function numberOf(row: object) {
  return Number(/\d+/.exec((row as { title: string }).title)?.[0])
}

/** A seeded linear congruential generator. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
