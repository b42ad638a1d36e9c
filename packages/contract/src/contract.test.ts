import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accessTiers } from './access.ts'
import { endpoints } from './endpoints.ts'
import { errorCatalog } from './errors.ts'
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

  it.each(vectors)('converts %s to the short id %s and back', (long, short) => {
    expect(toShortId(long)).toBe(short)
    expect(toLongId(short)).toBe(long)
    expect(toLongId(long)).toBe(long)
  })

  it('encode their object type', () => {
    expect(typeOfId(objectIdOf('question', 7))).toBe('question')
    expect(typeOfId(objectIdOf('badge_award', 7))).toBe('badge_award')
    expect(typeOfId('42')).toBeNull()
  })

  it.each(['', '0', '-1', '99999999999999999', "1' or 1=1", 'D1', 'E1F1'])(
    'parses %j as the id of no question',
    (text) => expect(objectId('question').parse(text)).toBe('0'),
  )
})

describe('endpoints', () => {
  const all = Object.values(endpoints).flatMap((feature) => Object.values(feature))

  it('declare an access tier and only known errors', () => {
    for (const endpoint of all) {
      expect(accessTiers).toContain(endpoint.access)
      for (const code of endpoint.errors) expect(errorCatalog).toHaveProperty([code])
    }
  })

  it('accept a captcha solution exactly when they can require a captcha', () => {
    for (const { input, captcha, errors } of all) {
      const hasFields = 'captcha_id' in input.shape && 'captcha_code' in input.shape
      expect(hasFields).toBe(captcha !== null)
      expect(errors.includes('object.captcha_verification_failed')).toBe(captcha !== null)
    }
  })

  it('have unique methods and paths', () => {
    const names = all.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are all in the OpenAPI document', () => {
    const document = openApiDocument(endpoints, { title: 'Stoa', version: '1' })
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path))
    expect(operations.length).toBe(all.length)
    expect(JSON.parse(JSON.stringify(document))).toMatchObject({ openapi: '3.1.0' })
  })

  it('limit the length of every input string and list', () => {
    const unbounded = all.flatMap(({ input, method, path }) =>
      unboundedIn(
        z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema,
        `${method} ${path}`,
      ),
    )
    expect(unbounded).toEqual([])
  })
})

it('every setting has a default', () => {
  for (const group of settingsGroups) expect(() => group.schema.parse({})).not.toThrow()
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

function unboundedIn(schema: Schema, path: string): string[] {
  const { type, properties = {}, items, anyOf = [] } = schema
  // The maximum size of a file is a setting.
  const isFile = schema.format === 'binary'
  const isFreeText =
    [schema.enum, schema.const, schema.pattern].every((rule) => rule === undefined) && !isFile
  const isUnbounded =
    (type === 'string' && isFreeText && schema.maxLength === undefined) ||
    (type === 'array' && schema.maxItems === undefined)
  return [
    ...(isUnbounded ? [path] : []),
    ...Object.entries(properties).flatMap(([name, child]) => unboundedIn(child, `${path} ${name}`)),
    ...(items === undefined ? [] : unboundedIn(items, `${path}[]`)),
    ...anyOf.flatMap((option) => unboundedIn(option, path)),
  ]
}
