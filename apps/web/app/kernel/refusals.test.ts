import { expect, it } from 'vitest'
import { toRefusal } from './refusals.ts'

const reply = (status: number, data: unknown = null) => ({
  status,
  reason: 'x',
  msg: 'Sorry.',
  data,
})
const at = (status: number, data?: unknown) => toRefusal(reply(status, data), '/questions/ask')

it('sends people without a session to the login page and back', () => {
  expect(at(401)).toEqual({
    is: 'elsewhere',
    path: '/users/login?redirect=%2Fquestions%2Fask',
    endsSession: true,
  })
})

it('has a page for each reason an account may be held', () => {
  const path = (type: string) => {
    const refusal = at(403, { type })
    return refusal.is === 'elsewhere' ? refusal.path : refusal.is
  }
  expect(path('inactive')).toBe('/users/account-activation')
  expect(path('suspended')).toBe('/users/account-suspended')
  expect(path('url_expired')).toBe('/users/account-activation/failed')
  expect(at(403)).toEqual({ is: 'message', kind: 'toast', message: 'Sorry.' })
})

it('sends staff without the second factor the site asks for to where they can add one', () => {
  const envelope = { ...reply(403), reason: 'error.second_factor.missing' }
  expect(toRefusal(envelope, '/admin')).toEqual({
    is: 'elsewhere',
    path: '/users/settings/security',
    endsSession: false,
  })
})

it('leaves a link that no longer works to the screens that explain it', () => {
  const refusal = toRefusal(reply(403, { type: 'url_expired' }), '/users/password-reset?code=x')
  expect(refusal).toMatchObject({ is: 'message' })
})

it('shows whole pages for what does not exist and for what broke', () => {
  expect(at(404)).toMatchObject({ is: 'page', status: 404 })
  expect(at(503)).toMatchObject({ is: 'page', status: 503 })
})

it('says field errors beside the field people see, the first one only', () => {
  const data = [
    { error_field: 'tags.0.slug_name', error_msg: 'Too long.' },
    { error_field: 'tags', error_msg: 'Too many.' },
  ]
  expect(at(400, data)).toEqual({ is: 'fields', fields: { tags: 'Too long.' }, message: 'Sorry.' })
})

it('lets the server choose how loud a message is', () => {
  expect(at(400, { err_type: 'toast' })).toMatchObject({ kind: 'toast' })
  expect(at(400, { err_type: 'alert' })).toMatchObject({ kind: 'alert' })
  expect(at(400, { err_type: 'modal' })).toMatchObject({ kind: 'modal' })
  expect(at(400)).toMatchObject({ kind: 'modal' })
  expect(at(400, [])).toMatchObject({ kind: 'modal' })
  expect(at(429)).toMatchObject({ kind: 'alert' })
})
