import { deleteAnswer, editAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import {
  deleteQuestion,
  editQuestion,
  listLinkingQuestions,
  recoverQuestion,
} from '@stoa/contract/features/questions'
import { toShortId } from '@stoa/contract/ids'
import { eq, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import type { Actor } from '../../kernel/rules.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { answer as post } from '../answers/answers.actions.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { questionLinks } from './links.table.ts'
import { postPolicyOf } from './posts.settings.ts'
import { questions } from './posts.table.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
})
afterAll(() => site.close())

const linkedCount = async (id: string) => {
  const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, id))
  return row!.linkedCount
}
const linking = async (id: string) =>
  (await site.as().call(listLinkingQuestions, { question_id: id })).list.map((item) => item.id)
const asks = (content: string) => aQuestion(site.as(ada.token), { content })
const edits = (id: string, content: string, version: number) =>
  site.as(ada.token).call(editQuestion, {
    id,
    title: 'How long does a starter keep?',
    content,
    tags: [{ slug_name: 'baking' }],
    version,
  })

describe('a link to a question', () => {
  it('counts once for each question that has it, long, short, or by an answer', async () => {
    const target = await asks('The one everybody means.')
    const given = await anAnswer(site.as(ben.token), target.id)
    const one = await asks(
      `See /questions/${target.id}: [here](/questions/${target.id}) and [there](/questions/${target.id}/slug/${given.id})`,
    )
    const two = await asks(`[x](http://localhost:3000/questions/${toShortId(target.id)})`)
    const three = await asks('No link yet.')
    await anAnswer(site.as(ben.token), three.id, `The same as #${given.id}, I think.`)
    expect(await linkedCount(target.id)).toBe(3)
    expect(await linking(target.id)).toEqual([three.id, two.id, one.id])
    const { question } = await site.as().call(listLinkingQuestions, { question_id: target.id })
    expect(question).toEqual({ id: target.id, title: target.title, url_title: target.url_title })
  })

  it('does not count in code, from another site, to itself or to nothing', async () => {
    const target = await asks('Quiet.')
    await asks(`\`/questions/${target.id}\` and [x](https://other.example/questions/${target.id})`)
    await asks('[x](/questions/10019999999999999)')
    const self = await asks('Nothing yet.')
    const other = await asks('Another one.')
    await edits(self.id, `[me](/questions/${self.id}), [you](/questions/${other.id})`, 1)
    expect(await linkedCount(other.id)).toBe(1)
    expect(await linkedCount(target.id)).toBe(0)
    expect(await linkedCount(self.id)).toBe(0)
    expect(await linking(target.id)).toEqual([])
  })

  it('comes and goes with edits of the question and of its answers', async () => {
    const target = await asks('A.')
    const from = await asks(`[x](/questions/${target.id})`)
    const { id } = await anAnswer(site.as(ben.token), from.id, `[x](/questions/${target.id})`)
    expect(await linkedCount(target.id)).toBe(1)
    await edits(from.id, 'No more.', 1)
    expect(await linkedCount(target.id)).toBe(1)
    await site.as(ben.token).call(editAnswer, { id, content: 'Not here either.', version: 1 })
    expect(await linkedCount(target.id)).toBe(0)
    await edits(from.id, `[x](/questions/${target.id})`, 2)
    expect(await linkedCount(target.id)).toBe(1)
  })

  it('is hidden with what it stands in, and comes back with it', async () => {
    const target = await asks('B.')
    const from = await asks('Nothing.')
    expect(await linking(target.id)).toEqual([])
    const { id } = await anAnswer(site.as(ben.token), from.id, `[x](/questions/${target.id})`)
    const seen = async () => [await linkedCount(target.id), (await linking(target.id)).length]
    expect(await seen()).toEqual([1, 1])
    await site.as(ben.token).call(deleteAnswer, { id })
    expect(await seen()).toEqual([0, 0])
    await site.as(ben.token).call(recoverAnswer, { answer_id: id })
    expect(await seen()).toEqual([1, 1])
    await site.as(ada.token).call(deleteQuestion, { id: from.id })
    expect(await seen()).toEqual([0, 0])
    await site.as(ada.token).call(recoverQuestion, { question_id: from.id })
    expect(await seen()).toEqual([1, 1])
  })

  it('shows nothing about a question that the reader may not see', async () => {
    const target = await asks('C.')
    await asks(`[x](/questions/${target.id})`)
    await site.as(ada.token).call(deleteQuestion, { id: target.id })
    await expectError(linking(target.id), 'question.not_found')
  })

  it('counts exactly when questions that link to each other are written at once', async () => {
    const [one, two, three] = [await asks('1'), await asks('2'), await asks('3')]
    const all = [one.id, two.id, three.id]
    for (const version of [1, 2, 3]) {
      await Promise.all(
        all.map((id, index) => {
          const others = all.filter((other) => other !== id && (version + index) % 3 > 0)
          return edits(
            id,
            others.map((other) => `[x](/questions/${other})`).join(' ') + version,
            version,
          )
        }),
      )
      const { rows } = await site.ctx.db.execute<{ wrong: string }>(sql`
        select id as wrong from ${questions} where linked_count <>
          (select count(distinct from_question_id) from ${questionLinks} where to_question_id = ${questions.id})`)
      expect(rows).toEqual([])
    }
  })

  it('is not left counted when it came a moment before its question was deleted', async () => {
    const [target, from] = [await asks('T'), await asks('F')]
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    const writer: Actor = {
      id: ben.id,
      roleId: 1,
      reputation: 1,
      isActivated: true,
      isSuspended: false,
      isSecured: false,
    }
    const [wrote, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const content = `[x](/questions/${target.id})`
    const posting = transact(site.ctx, async (tx) => {
      await post(
        tx,
        writer,
        { questionId: from.id, content, mentions: [] },
        postPolicyOf(site.ctx.settings),
      )
      wrote.resolve()
      await mayCommit.promise
    })
    await wrote.promise
    const deleting = site.as(mia.token).call(deleteQuestion, { id: from.id })
    await untilWaiting()
    mayCommit.resolve()
    await Promise.all([posting, deleting])
    expect(await linkedCount(target.id)).toBe(0)
    await site.as(mia.token).call(recoverQuestion, { question_id: from.id })
    expect(await linkedCount(target.id)).toBe(1)
  })
})

/** Until some statement waits for a lock. */
async function untilWaiting() {
  for (;;) {
    const { rows } = await site.ctx.db.execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (rows.length > 0) return
    await sleep(20)
  }
}
