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
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { postAnswer } from '../answers/answers.actions.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { questionLinks } from '../../../schema/links.ts'
import { questions } from '../../../schema/posts.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
})
afterAll(() => site.close())

const linkedCount = async (id: string) => {
  const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, id))
  return row!.linkedCount
}
const listLinking = async (id: string) =>
  (await site.as().call(listLinkingQuestions, { question_id: id })).list.map((item) => item.id)
const ask = (content: string) => aQuestion(site.as(ada.token), { content })
const edit = (id: string, content: string, version: number) =>
  site.as(ada.token).call(editQuestion, {
    id,
    title: 'How long does a starter keep?',
    content,
    tags: [{ slug_name: 'baking' }],
    version,
  })

describe('a link to a question', () => {
  it('counts once per linking question, by long id, short id or answer id', async () => {
    const target = await ask('The one everybody means.')
    const answer = await anAnswer(site.as(ben.token), target.id)
    const one = await ask(
      `See /questions/${target.id}: [here](/questions/${target.id}) and [there](/questions/${target.id}/slug/${answer.id})`,
    )
    const two = await ask(`[x](http://localhost:3000/questions/${toShortId(target.id)})`)
    const three = await ask('No link yet.')
    await anAnswer(site.as(ben.token), three.id, `The same as #${answer.id}, I think.`)
    expect(await linkedCount(target.id)).toBe(3)
    expect(await listLinking(target.id)).toEqual([three.id, two.id, one.id])
    const { question } = await site.as().call(listLinkingQuestions, { question_id: target.id })
    expect(question).toEqual({ id: target.id, title: target.title, url_title: target.url_title })
  })

  it('does not count in code, to another site, to itself or to an unknown question', async () => {
    const target = await ask('Quiet.')
    await ask(`\`/questions/${target.id}\` and [x](https://other.example/questions/${target.id})`)
    await ask('[x](/questions/10019999999999999)')
    const self = await ask('Nothing yet.')
    const other = await ask('Another one.')
    await edit(self.id, `[me](/questions/${self.id}), [you](/questions/${other.id})`, 1)
    expect(await linkedCount(other.id)).toBe(1)
    expect(await linkedCount(target.id)).toBe(0)
    expect(await linkedCount(self.id)).toBe(0)
    expect(await listLinking(target.id)).toEqual([])
  })

  it('is updated by edits of the question and its answers', async () => {
    const target = await ask('A.')
    const from = await ask(`[x](/questions/${target.id})`)
    const { id } = await anAnswer(site.as(ben.token), from.id, `[x](/questions/${target.id})`)
    expect(await linkedCount(target.id)).toBe(1)
    await edit(from.id, 'No more.', 1)
    expect(await linkedCount(target.id)).toBe(1)
    await site.as(ben.token).call(editAnswer, { id, content: 'Not here either.', version: 1 })
    expect(await linkedCount(target.id)).toBe(0)
    await edit(from.id, `[x](/questions/${target.id})`, 2)
    expect(await linkedCount(target.id)).toBe(1)
  })

  it('is hidden and restored with the post that contains it', async () => {
    const target = await ask('B.')
    const from = await ask('Nothing.')
    expect(await listLinking(target.id)).toEqual([])
    const { id } = await anAnswer(site.as(ben.token), from.id, `[x](/questions/${target.id})`)
    const seen = async () => [await linkedCount(target.id), (await listLinking(target.id)).length]
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

  it('does not reveal a question the reader may not see', async () => {
    const target = await ask('C.')
    await ask(`[x](/questions/${target.id})`)
    await site.as(ada.token).call(deleteQuestion, { id: target.id })
    await expectError(listLinking(target.id), 'question.not_found')
  })

  it('counts exactly when questions that link to each other are edited concurrently', async () => {
    const [one, two, three] = [await ask('1'), await ask('2'), await ask('3')]
    const all = [one.id, two.id, three.id]
    for (const version of [1, 2, 3]) {
      await Promise.all(
        all.map((id, index) => {
          const others = all.filter((other) => other !== id && (version + index) % 3 > 0)
          return edit(
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

  it('is not counted when posted while its question is being deleted', async () => {
    const [target, from] = [await ask('T'), await ask('F')]
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const writer: Actor = {
      id: ben.id,
      roleId: 1,
      reputation: 1,
      isActivated: true,
      isSuspended: false,
      hasUsedSecondFactor: false,
    }
    const [posted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const content = `[x](/questions/${target.id})`
    const postedAnswer = transact(site.ctx, async (tx) => {
      await postAnswer(tx, writer, { questionId: from.id, content, mentions: [] }, null)
      posted.resolve()
      await mayCommit.promise
    })
    await posted.promise
    const deletion = site.as(mia.token).call(deleteQuestion, { id: from.id })
    await waitForLock()
    mayCommit.resolve()
    await Promise.all([postedAnswer, deletion])
    expect(await linkedCount(target.id)).toBe(0)
    await site.as(mia.token).call(recoverQuestion, { question_id: from.id })
    expect(await linkedCount(target.id)).toBe(1)
  })
})

async function waitForLock() {
  for (;;) {
    const { rows } = await site.ctx.db.execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (rows.length > 0) return
    await sleep(20)
  }
}
