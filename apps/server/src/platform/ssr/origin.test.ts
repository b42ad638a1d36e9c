import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { originOf } from './origin.ts'

function aRequest(method: string, headers: Record<string, string>) {
  const target = { protocol: 'http', host: '127.0.0.1:3000', url: '/users/unsubscribe?code=x' }
  return { method, headers, ...target } as unknown as FastifyRequest
}

const siteUrl = 'https://ask.example/'
const post = (headers: Record<string, string>, mailClientPaths: string[] = []) =>
  originOf(aRequest('POST', headers), siteUrl, mailClientPaths)

describe('originOf a POST request', () => {
  it('accepts the site URL and the host of the request as origin', () => {
    expect(post({ origin: 'https://ask.example' })).toBe('https://ask.example')
    expect(post({ origin: 'http://127.0.0.1:3000' })).toBe('http://127.0.0.1:3000')
    expect(post({ 'sec-fetch-site': 'same-origin' })).toBe('https://ask.example')
  })

  it('rejects other origins and requests without any', () => {
    expect(post({ origin: 'https://evil.example' })).toBeNull()
    expect(post({ origin: 'https://ask.example.evil.example' })).toBeNull()
    expect(post({ origin: 'https://ask.example', 'sec-fetch-site': 'cross-site' })).toBeNull()
    expect(post({ 'sec-fetch-site': 'same-site' })).toBeNull()
    expect(post({ origin: 'null' })).toBeNull()
    expect(post({})).toBeNull()
  })

  it('accepts mail clients at the unsubscribe path unless they send cookies', () => {
    const unsubscribe = ['/users/unsubscribe']
    expect(post({}, unsubscribe)).toBe('https://ask.example')
    expect(post({}, ['/users/elsewhere'])).toBeNull()
    expect(post({ cookie: 'sid=x' }, unsubscribe)).toBeNull()
    expect(post({ origin: 'https://evil.example' }, unsubscribe)).toBeNull()
    expect(post({ 'sec-fetch-site': 'cross-site' }, unsubscribe)).toBeNull()
  })
})

it('originOf a GET request accepts every origin', () => {
  expect(originOf(aRequest('GET', { 'sec-fetch-site': 'cross-site' }), siteUrl, [])).toBe(
    'https://ask.example',
  )
  expect(originOf(aRequest('GET', {}), '', [])).toBe('http://127.0.0.1:3000')
})
