import { editAnswer, postAnswer, askWithAnswer } from '@stoa/contract/features/answers'
import { addComment, editComment } from '@stoa/contract/features/comments'
import { askQuestion, editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

const linksTo = (...names: string[]) =>
  `Compare ${names.map((name) => `<https://${name}.example/>`).join(' and ')}.`
const two = linksTo('a', 'b')
const three = linksTo('a', 'b', 'c')
const tags = [{ slug_name: 'a' }]
const code = 'text.too_many_links'

const aMember = async (changes: { role?: 'moderator'; points?: number } = {}) => {
  const { points, ...input } = changes
  const { id, token } = await aUser(site.ctx, input)
  if (points !== undefined) await site.db.update(users).set({ points }).where(eq(users.id, id))
  return site.as(token)
}

describe('links to other sites below the reputation of the privilege', () => {
  it('are limited in new questions, answers and comments', async () => {
    const ben = await aMember()
    const question = { title: 'Which flour?', tags }
    const rejected = ben.call(askQuestion, { ...question, content: three })
    await expect(rejected).rejects.toMatchObject({
      envelope: {
        status: 400,
        data: [
          {
            error_field: 'content',
            error_msg:
              'New members can add up to 2 links to other sites. Please remove some links, or come back when you have 10 reputation.',
          },
        ],
      },
    })
    const { id } = await ben.call(askQuestion, { ...question, content: two })
    await expectError(ben.call(postAnswer, { question_id: id, content: three }), code)
    await ben.call(postAnswer, { question_id: id, content: two })
    const both = { ...question, title: 'Which salt?', content: two }
    await expectError(ben.call(askWithAnswer, { ...both, answer_content: three }), code)
    await ben.call(askWithAnswer, { ...both, answer_content: two })
    await expectError(ben.call(addComment, { object_id: id, original_text: three }), code)
    await ben.call(addComment, { object_id: id, original_text: two })
  })

  it('are not limited for staff and with the reputation', async () => {
    const [ada, mia] = [await aMember({ points: 10 }), await aMember({ role: 'moderator' })]
    for (const client of [ada, mia]) {
      const { id } = await aQuestion(client, { content: three })
      await anAnswer(client, id, three)
      const comment = { object_id: id, original_text: three }
      expect((await client.call(addComment, comment)).original_text).toBe(three)
    }
  })

  it('are limited when a text is edited, except those that it had before', async () => {
    const [ben, mia] = [await aMember(), await aMember({ role: 'moderator' })]
    const { id, title } = await aQuestion(ben, { content: two })
    const edit = { id, title, tags: [{ slug_name: 'baking' }] }
    await expectError(ben.call(editQuestion, { ...edit, content: three, version: 1 }), code)
    await mia.call(editQuestion, { ...edit, content: three, version: 1 })
    await ben.call(editQuestion, { ...edit, content: `Better: ${three}`, version: 2 })
    expect((await ben.call(getQuestion, { id })).content).toBe(`Better: ${three}`)
    const swapped = linksTo('a', 'b', 'd')
    await expectError(ben.call(editQuestion, { ...edit, content: swapped, version: 3 }), code)

    const answer = await anAnswer(ben, id, two)
    await expectError(ben.call(editAnswer, { id: answer.id, content: three, version: 1 }), code)
    await mia.call(editAnswer, { id: answer.id, content: three, version: 1 })
    await ben.call(editAnswer, { id: answer.id, content: `Yes. ${three}`, version: 2 })

    const comment = await ben.call(addComment, { object_id: id, original_text: two })
    const { comment_id } = comment
    await expectError(ben.call(editComment, { comment_id, original_text: three }), code)
    await mia.call(editComment, { comment_id, original_text: three })
    await ben.call(editComment, { comment_id, original_text: `Well. ${three}` })
  })
})
