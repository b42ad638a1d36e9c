// How the lists of the admin area are read. Plans, rows and statements do not depend on the load of the machine; the time is
// printed. ADMIN_QUESTIONS=1000000 fills a larger site.
import type { Actor } from '../src/kernel/rules.ts'
import {
  type AnswerSelection,
  type QuestionSelection,
  selectAnswers,
  selectQuestions,
} from '../src/features/admin/content-admin/selection.queries.ts'
import {
  countAdminAnswers,
  countAdminQuestions,
  readAnswers,
  readQuestions,
} from '../src/features/admin/content-admin/lists.queries.ts'
import { questionViewOf } from '../src/features/content/questions/questions.queries.ts'
import type { ReadDb } from '../src/kernel/database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillLargeSite, large } from './large-site.ts'
import { explainQuery } from './plans.ts'
import { aSite, type TestSite } from './site.ts'

const size = Number(process.env['ADMIN_QUESTIONS'] ?? 20_000)

let site: TestSite
beforeAll(async () => {
  site = await aSite()
  await fillLargeSite(site.ctx.database.db, size)
}, 3_600_000)
afterAll(() => site.close())

const actor: Actor = {
  id: large.reader,
  roleId: 2,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: true,
}

/** Half of the questions are older. */
const old = `${Math.ceil(size / 2880)}d`

/** As many posts as a filter compares, and the unlisted ones beside them. */
const maxRows = 9000

const range = { offset: 0, limit: 20 }
const question = { status: 'normal', query: '', sort: 'newest' } as const
const answer = { status: 'normal', query: '', sort: 'newest' } as const

async function expectPlan(
  name: string,
  read: (db: ReadDb) => Promise<unknown>,
  { uses, statements, most }: { uses: string; statements: number; most: number },
) {
  const plan = await explainQuery(site, read)
  process.stdout.write(`${name}: ${plan.milliseconds.toFixed(1)} ms\n`)
  expect(plan.indexes.filter((index) => index.startsWith(uses))).not.toEqual([])
  expect(plan.scans).toEqual([])
  expect(plan.statements).toBe(statements)
  expect(plan.read).toBeLessThanOrEqual(most)
}

describe('the questions of the admin area', () => {
  it.each<[string, Partial<QuestionSelection>, string, number]>([
    ['newest', {}, 'questions_pkey', 1],
    ['active', { sort: 'active' }, 'questions_active', 1],
    ['active, with unlisted ones', { sort: 'active' }, 'questions_unlisted', 1],
    ['best', { sort: 'score' }, 'questions_score', 1],
    ['most views', { sort: 'views' }, 'questions_pkey', 1],
    ['most answers', { sort: 'answers' }, 'questions_pkey', 1],
    ['closed', { status: 'closed' }, 'questions_status', 1],
    ['deleted', { status: 'deleted' }, 'questions_status', 1],
    ['deleted, by views', { status: 'deleted', sort: 'views' }, 'questions_status', 1],
    ['deleted, with a word', { status: 'deleted', query: 'seldom' }, 'questions_status', 1],
    ['pending', { status: 'pending' }, 'questions_status', 1],
    ['of a busy user', { query: `user:${large.busyName}` }, 'questions_user_', 2],
    ['with a common tag', { query: `[${large.commonTag}]` }, 'question_tags_tag', 2],
    ['with a rare tag', { query: `[${large.rareTag}]` }, 'question_tags_tag', 2],
    [
      'with two tags',
      { query: `[${large.usualTag}] [${large.commonTagBeside}]` },
      'question_tags_',
      2,
    ],
    ['with a high score', { query: 'score:100000' }, 'questions_pkey', 1],
    ['by id', { query: `question:${large.usualQuestion}` }, 'questions_pkey', 1],
    ['old', { query: `before:${old}` }, 'questions_newest', 1],
    ['old, by views', { query: `before:${old}`, sort: 'views' }, 'questions_newest', 1],
    [
      'old, of a busy user',
      { query: `user:${large.busyName} before:${old}` },
      'questions_user_',
      2,
    ],
    [
      'old, with a common tag',
      { query: `[${large.commonTag}] before:${old}` },
      'question_tags_tag',
      2,
    ],
  ])('%s', async (name, input, uses, statements) => {
    await expectPlan(
      name,
      (db) => selectQuestions({ ...site.ctx, db }, actor, { ...question, ...input }, range),
      { uses, statements, most: maxRows },
    )
  })

  it('with a word, from the index of the search', async () => {
    const plan = await explainQuery(site, (db) =>
      selectQuestions({ ...site.ctx, db }, actor, { ...question, query: 'common' }, range),
    )
    expect(plan.indexes.filter((index) => index.startsWith('search_documents_'))).not.toEqual([])
    expect(plan.read).toBeLessThanOrEqual(maxRows)
  })
})

describe('the answers of the admin area', () => {
  it.each<[string, Partial<AnswerSelection>, string, number]>([
    ['newest answers', {}, 'answers_pkey', 1],
    ['best answers', { sort: 'score' }, 'answers_pkey', 1],
    ['deleted answers', { status: 'deleted' }, 'answers_status', 1],
    ['pending answers', { status: 'pending' }, 'answers_status', 1],
    ['answers of a busy user', { query: `user:${large.busyName}` }, 'answers_user_', 2],
    ['answers with a common tag', { query: `[${large.commonTag}]` }, 'question_tags_tag', 2],
    ['answers to a busy question', { question_id: large.busyQuestion }, 'answers_question_id', 1],
    ['an answer by id', { query: `answer:${large.busyAnswer}` }, 'answers_', 1],
    ['old answers', { query: `before:${old}` }, 'search_documents_newest', 1],
  ])('%s', async (name, input, uses, statements) => {
    await expectPlan(
      name,
      (db) => selectAnswers({ ...site.ctx, db }, actor, { ...answer, ...input }, range),
      { uses, statements, most: maxRows },
    )
  })
})

it('reads answers with a word by their questions, and not all answers in order', async () => {
  const plan = await explainQuery(site, (db) =>
    selectAnswers({ ...site.ctx, db }, actor, { ...answer, query: 'common' }, range),
  )
  expect(plan.indexes.some((index) => /^answers_(question_id|best)$/.test(index))).toBe(true)
  expect(plan.scans).toEqual([])
  // Two searches, of questions and of answers, and the posts that they find.
  expect(plan.read).toBeLessThanOrEqual(3 * maxRows)
})

it('compares the tags of each question, and does not read all questions of a tag', async () => {
  const query = `[${large.usualTag}] -[${large.commonTag}]`
  const plan = await explainQuery(site, (db) =>
    selectQuestions({ ...site.ctx, db }, actor, { ...question, query }, range),
  )
  expect(plan.indexes).toContain('tag_sets_pkey')
  expect(plan.read).toBeLessThanOrEqual(maxRows)
})

it('reads rows with one statement, and counts few of them', async () => {
  const view = questionViewOf(site.ctx.settings)
  const ids = [large.usualQuestion, large.busyQuestion]
  const most = 1000
  const one = { statements: 1, most }
  await expectPlan('rows', (db) => readQuestions(db, ids, view), { ...one, uses: 'questions_pkey' })
  await expectPlan('rows of answers', (db) => readAnswers(db, [large.busyAnswer], view.writeId), {
    ...one,
    uses: 'answers_',
  })
  await expectPlan('counts', (db) => countAdminQuestions(db), {
    ...one,
    uses: 'questions_status',
    most: 1500,
  })
  await expectPlan('counts of answers', (db) => countAdminAnswers(db), {
    ...one,
    uses: 'answers_status',
    most: 1500,
  })
})
