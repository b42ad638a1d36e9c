import { getFigures } from '@stoa/contract/features/questions'
import { loginSettings } from '@stoa/contract/settings/people'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from './questions.factory.ts'

// The figures are cached for an hour, so every test has its own site.
let site: TestSite
beforeEach(async () => {
  site = await aSite()
})
afterEach(() => site.close())

const minute = 60_000

describe('GET /question/figures', () => {
  it('counts questions and answers, and knows no median of a few', async () => {
    const [ada, ben] = [await aUser(site.ctx), await aUser(site.ctx)]
    const question = await aQuestion(site.as(ada.token))
    await anAnswer(site.as(ben.token), question.id)
    expect(await site.as().call(getFigures, {})).toEqual({
      questions: 1,
      answers: 1,
      first_answer_seconds: null,
    })
  })

  it('knows the median of ten', async () => {
    const [ada, ben] = [await aUser(site.ctx), await aUser(site.ctx)]
    for (let n = 0; n < 10; n++) {
      const question = await aQuestion(site.as(ada.token))
      site.advance(30 * minute)
      await anAnswer(site.as(ben.token), question.id)
    }
    const figures = await site.as().call(getFigures, {})
    expect(figures).toEqual({ questions: 10, answers: 10, first_answer_seconds: 1800 })
  })

  it('is for members only on a private site', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { login_required: true }))
    await expectError(site.as().call(getFigures, {}), 'auth.required')
  })
})
