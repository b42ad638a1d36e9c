import { Rejection } from '@stoa/plugin-kit/server'
import { describe, expect, it, vi } from 'vitest'
import { describe as describeError, ServiceError, withRejections } from './failures.ts'

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl'

describe('the description of', () => {
  it.each([
    ['an error', new Error('down'), 'down'],
    ['its cause', new Error('invalid', { cause: new Error('nonce') }), 'invalid: nonce'],
    ['no token of a cause', new Error('invalid', { cause: { token } }), 'invalid'],
    ['a status', new Error('invalid', { cause: { status: 500 } }), 'invalid: status 500'],
    ['one line', new Error('a\n[31mb‮'), 'a [31mb'],
    [
      'what a service said, without tokens',
      new ServiceError('invalid_grant', `code ${token} is used`),
      'the service responded with an error: invalid_grant: code … is used',
    ],
    ['something else', 'text', 'unknown error'],
  ])('%s', (_case, error, text) => {
    expect(describeError(error)).toBe(text)
  })
})

describe('withRejections', () => {
  const logged: string[] = []
  const log = { info: () => {}, warn: () => {}, error: (text: string) => logged.push(text) }
  const kit = { log, t: (key: string) => key }
  const messageOf = async (error: Error) => {
    const work = () => Promise.reject(error)
    return await withRejections(kit, 'Example', work).catch((thrown: unknown) => {
      expect(thrown).toBeInstanceOf(Rejection)
      return (thrown as Rejection).message
    })
  }

  it('makes every error a rejection, and logs all but what users decide', async () => {
    expect(await messageOf(new Error('down'))).toBe('failed')
    expect(await messageOf(new ServiceError('access_denied'))).toBe('denied')
    expect(await messageOf(new Rejection('Use another account.'))).toBe('Use another account.')
    expect(logged).toEqual(['login failed: down'])
  })

  it('gives up on a service that is too slow before the site does', async () => {
    vi.useFakeTimers()
    const message = withRejections(kit, 'Example', () => new Promise(() => {})).catch(
      (error: unknown) => (error instanceof Rejection ? error.message : ''),
    )
    await vi.advanceTimersByTimeAsync(14_000)
    expect(await message).toBe('failed')
    vi.useRealTimers()
    expect(logged.at(-1)).toBe('login failed: the service is too slow')
  })
})
