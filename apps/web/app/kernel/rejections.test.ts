import { describe, expect, it } from 'vitest'
import { toRejection } from './rejections.ts'

const envelope = (status: number, data: unknown = null) => ({
  status,
  reason: 'x',
  msg: 'Sorry.',
  data,
})
const reject = (status: number, data?: unknown) =>
  toRejection(envelope(status, data), '/questions/ask')

describe('toRejection', () => {
  it('redirects to the login page and back without a session', () => {
    expect(reject(401)).toEqual({
      type: 'redirect',
      path: '/users/login?redirect=%2Fquestions%2Fask',
      endsSession: true,
    })
  })

  it('redirects inactive and suspended accounts to the page that explains it', () => {
    const path = (type: string) => {
      const rejection = reject(403, { type })
      return rejection.type === 'redirect' ? rejection.path : rejection.type
    }
    expect(path('inactive')).toBe('/users/account-activation?redirect=%2Fquestions%2Fask')
    expect(path('suspended')).toBe('/users/account-suspended')
    expect(path('url_expired')).toBe('/users/account-activation/failed')
    expect(reject(403)).toEqual({ type: 'message', kind: 'toast', message: 'Sorry.' })
  })

  it('shows a lack of reputation in the form', () => {
    const tooLow = { ...envelope(403), reason: 'error.rank.too_low' }
    expect(toRejection(tooLow, '/questions/1')).toMatchObject({ type: 'message', kind: 'alert' })
  })

  it('redirects staff without a required second factor to the security settings', () => {
    const missing = { ...envelope(403), reason: 'error.second_factor.missing' }
    expect(toRejection(missing, '/admin')).toEqual({
      type: 'redirect',
      path: '/users/settings/security',
      endsSession: false,
    })
  })

  it('does not redirect for an expired link on screens that explain it', () => {
    const rejection = toRejection(
      envelope(403, { type: 'url_expired' }),
      '/users/password-reset?code=x',
    )
    expect(rejection).toMatchObject({ type: 'message' })
  })

  it('shows an error page for 404 and 5xx', () => {
    expect(reject(404)).toMatchObject({ type: 'page', status: 404 })
    expect(reject(503)).toMatchObject({ type: 'page', status: 503 })
  })

  it('maps nested fields to the visible field and keeps its first error', () => {
    const data = [
      { error_field: 'tags.0.slug_name', error_msg: 'Too long.' },
      { error_field: 'tags', error_msg: 'Too many.' },
    ]
    expect(reject(400, data)).toEqual({
      type: 'fields',
      fields: { tags: 'Too long.' },
      message: 'Sorry.',
    })
  })

  it('uses the message kind from the server', () => {
    expect(reject(400, { err_type: 'toast' })).toMatchObject({ kind: 'toast' })
    expect(reject(400, { err_type: 'alert' })).toMatchObject({ kind: 'alert' })
    expect(reject(400, { err_type: 'modal' })).toMatchObject({ kind: 'modal' })
    expect(reject(400)).toMatchObject({ kind: 'modal' })
    expect(reject(400, [])).toMatchObject({ kind: 'modal' })
    expect(reject(429)).toMatchObject({ kind: 'alert' })
  })
})
