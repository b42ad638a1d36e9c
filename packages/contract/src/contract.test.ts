import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accessTiers } from './access.ts'
import { endpoints } from './endpoints.ts'
import { errorCatalogue } from './errors.ts'
import { objectId, objectIdOf, toLongId, toShortId, typeOfId } from './ids.ts'
import { openApiDocument } from './openapi.ts'
import { settingsGroups } from './settings/groups.ts'

describe('object ids', () => {
  const vectors = [
    ['10010000000000001', 'D1D1'],
    ['10010000000000002', 'D1E1'],
    ['10020000000000003', 'E1F1'],
    ['10010000000001301', 'D1Bm'],
    ['10020000000123456', 'E1Q8w'],
  ] as const

  it.each(vectors)('writes %s short as %s and back', (long, short) => {
    expect(toShortId(long)).toBe(short)
    expect(toLongId(short)).toBe(long)
    expect(toLongId(long)).toBe(long)
  })

  it('reads the type from the id', () => {
    expect(typeOfId(objectIdOf('question', 7))).toBe('question')
    expect(typeOfId(objectIdOf('badge_award', 7))).toBe('badge_award')
    expect(typeOfId('42')).toBeNull()
  })

  it.each(['', '0', '-1', '99999999999999999', "1' or 1=1", 'D1', 'E1F1'])(
    'treats %j as a question that never existed',
    (text) => expect(objectId('question').parse(text)).toBe('0'),
  )
})

describe('the contract', () => {
  const all = Object.values(endpoints).flatMap((feature) => Object.values(feature))

  it('declares access and known errors on every endpoint', () => {
    for (const endpoint of all) {
      expect(accessTiers).toContain(endpoint.access)
      for (const code of endpoint.errors) expect(errorCatalogue).toHaveProperty([code])
    }
  })

  it('takes the answer to a challenge exactly where one can be asked for', () => {
    for (const { input, challenge, errors } of all) {
      const takes = 'captcha_id' in input.shape && 'captcha_code' in input.shape
      expect(takes).toBe(challenge !== null)
      expect(errors.includes('object.captcha_verification_failed')).toBe(challenge !== null)
    }
  })

  it('has no two endpoints with one method and path', () => {
    const names = all.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('becomes an OpenAPI document that names every endpoint', () => {
    const document = openApiDocument(endpoints, { title: 'Stoa', version: '1' })
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path))
    expect(operations.length).toBe(all.length)
    expect(JSON.parse(JSON.stringify(document))).toMatchObject({ openapi: '3.1.0' })
  })

  it('bounds every text and every list that it takes', () => {
    const unbounded = all.flatMap(({ input, method, path }) =>
      unboundedIn(
        z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema,
        `${method} ${path}`,
      ),
    )
    expect(unbounded).toEqual([])
  })

  it('has a default for every setting', () => {
    for (const group of settingsGroups) expect(() => group.schema.parse({})).not.toThrow()
  })
})

type Schema = {
  type?: string
  maxLength?: number
  maxItems?: number
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Where a caller could send as much as they like. */
function unboundedIn(schema: Schema, place: string): string[] {
  const { type, properties = {}, items, anyOf = [] } = schema
  // The size of a file is a setting.
  const isFile = schema.format === 'binary'
  const isFree =
    [schema.enum, schema.const, schema.pattern].every((one) => one === undefined) && !isFile
  const own =
    (type === 'string' && isFree && schema.maxLength === undefined) ||
    (type === 'array' && schema.maxItems === undefined)
  return [
    ...(own ? [place] : []),
    ...Object.entries(properties).flatMap(([name, one]) => unboundedIn(one, `${place} ${name}`)),
    ...(items === undefined ? [] : unboundedIn(items, `${place}[]`)),
    ...anyOf.flatMap((one) => unboundedIn(one, place)),
  ]
}
