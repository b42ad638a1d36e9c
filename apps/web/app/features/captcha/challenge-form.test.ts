import { expect, it } from 'vitest'
import { z } from 'zod'
import { withChallenge } from './challenge-form.ts'

const form = withChallenge({
  fields: ['title'],
  schema: z.unknown(),
  toInput: ({ title }: { title: string }) => ({ title }),
})
const values = { title: 'a', captcha_id: 'id', captcha_code: 'code' }

it('takes the answer to a challenge along, and never shows it again', () => {
  expect(form.fields).toEqual(['title', 'captcha_id', 'captcha_code'])
  expect(form.secret).toEqual(['captcha_id', 'captcha_code'])
  expect(form.toInput(values)).toEqual(values)
})

it('sends nothing where there was no challenge', () => {
  expect(form.toInput({ title: 'a' })).toEqual({ title: 'a' })
  expect(form.toInput({ ...values, captcha_id: '', captcha_code: '' } as never)).toEqual({
    title: 'a',
  })
  expect(form.toInput({ ...values, captcha_code: '' } as never)).toEqual({
    title: 'a',
    captcha_id: 'id',
  })
})
