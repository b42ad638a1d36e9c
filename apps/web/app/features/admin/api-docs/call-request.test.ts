import { describe, expect, it } from 'vitest'
import { FieldProblem, toCurl, toRequest } from './call-request.ts'

const field = (name: string, isText: boolean) => ({
  name,
  type: '',
  required: false,
  options: [],
  isText,
})

const input = [field('title', true), field('page', false), field('tags', false)]

describe('toRequest', () => {
  it('puts the filled fields of a GET call into the query', () => {
    const call = { method: 'GET', path: '/api/a', input }
    expect(toRequest(call, { title: 'a & b', page: '2', tags: '' })).toEqual({
      path: '/api/a?title=a+%26+b&page=2',
      body: null,
    })
    expect(toRequest(call, {})).toEqual({ path: '/api/a', body: null })
  })

  it('sends text as it is and everything else as JSON', () => {
    const call = { method: 'POST', path: '/api/a', input }
    const { path, body } = toRequest(call, { title: '7', page: '7', tags: '[{"slug_name":"a"}]' })
    expect(path).toBe('/api/a')
    expect(JSON.parse(body ?? '')).toEqual({ title: '7', page: 7, tags: [{ slug_name: 'a' }] })
  })

  it('names the field that is not JSON', () => {
    const send = () => toRequest({ method: 'PUT', path: '/api/a', input }, { tags: '[' })
    expect(send).toThrow(new FieldProblem('tags'))
  })
})

describe('toCurl', () => {
  it('quotes for a shell', () => {
    const request = { path: '/api/a', body: JSON.stringify({ title: "Bob's" }) }
    expect(toCurl('POST', 'https://example.org', request)).toBe(
      [
        'curl -sS -H "Authorization: Bearer $API_KEY" \\',
        '  -X POST \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"title":"Bob'\\''s"}' \\`,
        "  'https://example.org/api/a'",
      ].join('\n'),
    )
  })

  it('needs no method and no body for a GET call', () => {
    expect(toCurl('GET', '', { path: '/api/a?b=1', body: null })).toBe(
      `curl -sS -H "Authorization: Bearer $API_KEY" \\\n  '/api/a?b=1'`,
    )
  })
})
