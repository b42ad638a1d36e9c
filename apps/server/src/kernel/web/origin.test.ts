import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { originOf } from './origin.ts'

function request(method: string, headers: Record<string, string>) {
  const at = { protocol: 'http', host: '127.0.0.1:3000', url: '/users/unsubscribe?code=x' }
  return { method, headers, ...at } as unknown as FastifyRequest
}

const siteUrl = 'https://ask.example/'
const post = (headers: Record<string, string>, mailPosts: string[] = []) =>
  originOf(request('POST', headers), siteUrl, mailPosts)

describe('a request that changes something', () => {
  it('is taken from the pages of the site, at its own address or at the one it was asked at', () => {
    expect(post({ origin: 'https://ask.example' })).toBe('https://ask.example')
    expect(post({ origin: 'http://127.0.0.1:3000' })).toBe('http://127.0.0.1:3000')
    expect(post({ 'sec-fetch-site': 'same-origin' })).toBe('https://ask.example')
  })

  it('is refused from anywhere else, and when it does not say where it comes from', () => {
    expect(post({ origin: 'https://evil.example' })).toBeNull()
    expect(post({ origin: 'https://ask.example.evil.example' })).toBeNull()
    expect(post({ origin: 'https://ask.example', 'sec-fetch-site': 'cross-site' })).toBeNull()
    expect(post({ 'sec-fetch-site': 'same-site' })).toBeNull()
    expect(post({ origin: 'null' })).toBeNull()
    expect(post({})).toBeNull()
  })

  it('is taken from a mail program, at the addresses mails name, unless it brings a session', () => {
    const named = ['/users/unsubscribe']
    expect(post({}, named)).toBe('https://ask.example')
    expect(post({}, ['/users/elsewhere'])).toBeNull()
    expect(post({ cookie: 'sid=x' }, named)).toBeNull()
    expect(post({ origin: 'https://evil.example' }, named)).toBeNull()
    expect(post({ 'sec-fetch-site': 'cross-site' }, named)).toBeNull()
  })
})

it('reading is open to everyone', () => {
  expect(originOf(request('GET', { 'sec-fetch-site': 'cross-site' }), siteUrl, [])).toBe(
    'https://ask.example',
  )
  expect(originOf(request('GET', {}), '', [])).toBe('http://127.0.0.1:3000')
})
