import { expect, it } from 'vitest'
import { z } from 'zod'
import { withCaptcha } from './captcha-form.ts'

const form = withCaptcha({
  fields: ['title'],
  schema: z.unknown(),
  toInput: ({ title }: { title: string }) => ({ title }),
})
const values = { title: 'a', captcha_id: 'id', captcha_code: 'code' }

it('withCaptcha adds the solution to the input and marks it as secret', () => {
  expect(form.fields).toEqual(['title', 'captcha_id', 'captcha_code'])
  expect(form.secret).toEqual(['captcha_id', 'captcha_code'])
  expect(form.toInput(values)).toEqual(values)
})

it('withCaptcha leaves out an empty solution', () => {
  expect(form.toInput({ title: 'a' })).toEqual({ title: 'a' })
  expect(form.toInput({ ...values, captcha_id: '', captcha_code: '' } as never)).toEqual({
    title: 'a',
  })
  expect(form.toInput({ ...values, captcha_code: '' } as never)).toEqual({
    title: 'a',
    captcha_id: 'id',
  })
})
