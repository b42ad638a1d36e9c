import { askWithAnswer } from '@stoa/contract/features/answers'
import { askQuestion, editQuestion } from '@stoa/contract/features/questions'
import { createTag, deleteTag, getTag } from '@stoa/contract/features/tags'
import { writeSettings } from '@stoa/contract/settings/writing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from './questions.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

describe('POST and PUT /question', () => {
  it('require a recommended tag only if one can be used', async () => {
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const change = (recommend_tags: string[], required_tag = true) =>
      transact(site.ctx, (tx) =>
        changeSettings(tx, writeSettings, { recommend_tags, required_tag }),
      )
    await change([])
    const question = await aQuestion(site.as(ada.token), { tags: ['oven'] })
    await site.as(mia.token).call(createTag, {
      slug_name: 'retired',
      display_name: 'Retired',
      original_text: '',
    })
    await change(['retired', 'never-created'])
    const ask = () => aQuestion(site.as(ada.token), { tags: ['oven'] })
    await expectError(ask(), 'tag.recommended_required')
    const { tag_id } = await site.as().call(getTag, { name: 'retired' })
    await site.as(mia.token).call(deleteTag, { tag_id })
    await ask()
    const edit = { id: question.id, title: question.title, content: 'Other words.', version: 1 }
    await site.as(ada.token).call(editQuestion, { ...edit, tags: [{ slug_name: 'kiln' }] })
    await change([], false)
  })

  it.each(['   ', '\n\n', '\u00a0', '<!-- nothing to see -->'])(
    'reject the blank body %j',
    async (content) => {
      const blank = { title: 'Blank', content, tags: [{ slug_name: 'oven' }] }
      const { id } = await aQuestion(site.as(ada.token))
      const client = site.as(ada.token)
      for (const call of [
        () => client.call(askQuestion, blank),
        () => client.call(askWithAnswer, { ...blank, answer_content: 'An answer.' }),
        () => client.call(editQuestion, { ...blank, id, version: 1 }),
      ]) {
        const rejection = await rejectionOf(call())
        expect(rejection).toMatchObject({ status: 400, data: [{ error_field: 'content' }] })
      }
    },
  )
})
