import { listQuestions } from '@stoa/contract/features/questions'
import { listTags } from '@stoa/contract/features/tags'
import { search } from '@stoa/contract/features/search'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq, sql } from 'drizzle-orm'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { runChecks } from '../doctor/doctor.actions.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { addDemoContent, hasDemoContent, isDemoUser } from './demo.actions.ts'
import { readDemoContent } from './demo.content.ts'
import { buildTimeline } from './demo.timeline.ts'
import { ensureDemoContent } from './ensure.actions.ts'
import { removeDemoContent } from './removal.actions.ts'

let site: TestSite
let before: Record<string, unknown>

beforeAll(async () => {
  site = await aSite({ works: true })
  const { token } = await aUser(site.ctx, { name: 'Real User' })
  await aQuestion(site.as(token), { title: 'A real question', tags: ['postgresql'] })
})

afterAll(() => site.close())

/** Every row of every table, without the counts of the requests that this test makes itself. */
async function readAllRows() {
  const tables = await site.ctx.primary.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('action_counts', 'page_changes') order by 1`,
  )
  const all: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const rows = await site.ctx.primary.execute(
      // A job moves the time on every minute.
      sql`select to_jsonb(t) - 'votes_checked_at' as row from ${sql.identifier(name)} t order by 1`,
    )
    all[name] = rows.rows
  }
  all['files'] = (await readdir(join(site.ctx.config.files_dir, 'avatars')).catch(() => [])).length
  return all
}

describe('buildTimeline', () => {
  it('names only writers, tags and times that exist', async () => {
    const content = await readDemoContent()
    const now = new Date()
    const steps = buildTimeline(content, now)
    expect(content.questions.length).toBeGreaterThanOrEqual(60)
    expect(steps.every(({ at }) => at <= now.getTime())).toBe(true)
    const writers = new Set(content.writers.map(({ id }) => id))
    for (const question of content.questions) {
      expect(question.tags.filter((tag) => !(tag in content.tags))).toEqual([])
      const authors = [question, ...question.answers].flatMap(({ by, comments }) => [
        by,
        ...comments.map((comment) => comment.by),
      ])
      expect(authors.filter((author) => !writers.has(author))).toEqual([])
    }
  })
})

describe('addDemoContent', () => {
  it('spreads questions over a year, with views, votes and answers', async () => {
    await waitForJobs(site.ctx)
    before = await readAllRows()
    await addDemoContent(site.ctx, await readDemoContent())
    await waitForJobs(site.ctx)
    const { list, count } = await site.as().call(listQuestions, { order: 'newest', page_size: 100 })
    expect(count).toBe(63)
    const demo = list.filter(({ title }) => title !== 'A real question')
    expect(
      demo.filter(({ view_count, vote_count }) => view_count === 0 || vote_count === 0),
    ).toEqual([])
    const ages = demo.map(({ created_at }) => (Date.now() / 1000 - created_at) / 86_400)
    expect(Math.max(...ages)).toBeGreaterThan(300)
    expect(
      demo.filter(({ accepted_answer_id }) => accepted_answer_id !== '0').length,
    ).toBeGreaterThan(30)
  })

  it('leaves counters, reputation and links in agreement', async () => {
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('is found by the search and listed under its tags', async () => {
    const found = await site.as().call(search, { q: 'autovacuum large table' })
    expect(found.list[0]?.object.title).toContain('Autovacuum never seems to finish')
    const { list } = await site.as().call(listTags, { page_size: 50 })
    expect(list.find(({ slug_name }) => slug_name === 'linux')?.question_count).toBe(12)
  })
})

describe('demo users', () => {
  it('do not include a registration with an email of their domain', async () => {
    const { id } = await aUser(site.ctx, { isActivated: false })
    await site.db.update(users).set({ email: 'eve@demo.invalid' }).where(eq(users.id, id))
    const found = await site.ctx.primary.select().from(users).where(isDemoUser())
    expect(found.map((user) => user.id)).not.toContain(id)
    await site.db.delete(users).where(eq(users.id, id))
  })
})

describe('removeDemoContent', () => {
  it('leaves no trace, and nothing of others is lost', async () => {
    await removeDemoContent(site.ctx)
    await waitForJobs(site.ctx)
    expect(await readAllRows()).toEqual(before)
    expect(await hasDemoContent(site.ctx.primary)).toBe(false)
  })

  it('keeps a tag that others have come to use', async () => {
    const content = await readDemoContent()
    const questions = content.questions.filter(({ tags }) => tags.includes('wireguard'))
    // What an admin requires of tags does not stop it.
    await transact(site.ctx, (tx) =>
      changeSettings(tx, writeSettings, {
        recommend_tags: ['postgresql'],
        reserved_tags: ['wireguard'],
        required_tag: true,
      }),
    )
    await addDemoContent(site.ctx, { ...content, questions })
    await transact(site.ctx, (tx) =>
      changeSettings(tx, writeSettings, {
        recommend_tags: [],
        reserved_tags: [],
        required_tag: false,
      }),
    )
    const { token } = await aUser(site.ctx)
    await aQuestion(site.as(token), { tags: ['wireguard'] })
    await removeDemoContent(site.ctx)
    const { list } = await site.as().call(listTags, { page_size: 50 })
    expect(list.map(({ slug_name }) => slug_name).toSorted()).toEqual(['postgresql', 'wireguard'])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })
})

describe('ensureDemoContent', () => {
  it('starts again after an interrupted attempt, and then does nothing', async () => {
    const content = await readDemoContent()
    const questions = content.questions.filter(({ tags }) => tags.includes('wireguard'))
    const interrupting = questions.map((question) => ({ ...question, by: 'nobody', daysAgo: 1 }))
    const broken = { ...content, questions: [...questions, ...interrupting] }
    await expect(ensureDemoContent(site.ctx, broken)).rejects.toThrow('nobody has not joined')
    expect(await hasDemoContent(site.ctx.primary)).toBe(false)
    expect(await site.ctx.primary.$count(users, isDemoUser())).toBeGreaterThan(0)

    const result = await ensureDemoContent(site.ctx, { ...content, questions })
    expect(result?.questions).toBe(questions.length)
    expect(await site.ctx.primary.$count(users, isDemoUser())).toBe(result?.users)
    expect(await ensureDemoContent(site.ctx, content)).toBeNull()
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })
})
