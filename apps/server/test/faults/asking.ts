import { ApiError, clientOver, fetchTransport } from '@stoa/contract/client'
import { askQuestion } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { aPerson } from '../../src/features/accounts/accounts.factory.ts'
import { installSite } from '../../src/features/install/install.actions.ts'
import { listeners } from '../../src/features.ts'
import { readConfig } from '../../src/kernel/config.ts'
import type { Context } from '../../src/kernel/context.ts'
import { openContext } from '../../src/kernel/open-context.ts'
import type { Env, Program, Running } from '../program.ts'

/** What one client was promised: the question it asked under this title has this id. */
export type Acknowledged = { title: string; id: string }

/** Opens the site of a program from outside, while or after the program runs. */
export async function openSite<T>(
  env: Env,
  work: (ctx: Context) => Promise<T>,
  options: { works?: boolean } = {},
) {
  const works = options.works ?? false
  const config = readConfig({ STOA_LOG_LEVEL: 'silent', ...env })
  const ctx = await openContext({ config, listeners, works })
  try {
    if (works) await ctx.jobs.work(ctx)
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}

/** A site with people who may ask; their tokens. */
export async function installWithPeople(ctx: Context, count: number) {
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
  // Moderators: they are not asked to prove that they are people, however fast they ask.
  for (let index = 0; index < count; index++) {
    tokens.push((await aPerson(ctx, { role: 'moderator' })).token)
  }
  return tokens
}

type Load = { count: number; kills: number; tokens: string[]; env: Env; seed: number }

/**
 * Asks questions from several clients at once while the process is killed and started again. Every client
 * sends its question with one key until it is acknowledged, as a good client does.
 */
export async function askUnderKills(program: Program, load: Load) {
  let running = await program.start('all', load.env)
  const random = randomFrom(load.seed)
  const killAt = Array.from(
    { length: load.kills },
    () => 1 + Math.floor(random() * (load.count - 2)),
  )
  const acknowledged: Acknowledged[] = []
  let restart: Promise<void> | undefined
  let next = 0
  let retries = 0

  async function killAndStart() {
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
      const due = killAt.findIndex((count) => count <= acknowledged.length)
      if (due >= 0 && restart === undefined) {
        killAt.splice(due, 1)
        restart = killAndStart()
      }
    }
  }

  await Promise.all(Array.from({ length: 8 }, client))
  while (killAt.pop() !== undefined) await killAndStart()
  return { running, acknowledged, retries }
}

/** The id of the question, or null when the process could not answer. */
async function tryAsk(running: Running, token: string, title: string, index: number) {
  const headers = { authorization: `Bearer ${token}` }
  const tags = ['bread', 'oven', 'flour'].slice(0, 1 + (index % 3))
  try {
    const reply = await clientOver(fetchTransport(running.origin, headers)).call(
      askQuestion,
      { title, content: `Words **${index}**`, tags: tags.map((slug_name) => ({ slug_name })) },
      { idempotencyKey: `key-for-question-${index}` },
    )
    return reply.id
  } catch (error) {
    // Only "not now" may come back from a process that is about to die; anything else is a fault.
    if (error instanceof ApiError && error.envelope.status !== 503) throw error
    return null
  }
}

/** Everything that must hold of questions, whatever happened to the process that took them. */
export async function expectConsistent(ctx: Context, acknowledged: readonly Acknowledged[]) {
  const rows = async (query: ReturnType<typeof sql>) => (await ctx.db.execute(query)).rows
  const stored = await rows(sql`select title, id::text from questions`)
  const byTitle = (list: readonly object[]) => list.toSorted((a, b) => titleOf(a) - titleOf(b))
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

function titleOf(row: object) {
  return Number(/\d+/.exec((row as { title: string }).title)?.[0])
}

/** A repeatable stream of numbers between 0 and 1. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
