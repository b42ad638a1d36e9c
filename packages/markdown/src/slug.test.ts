import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slug, tagSlug } from './slug.ts'

describe('slug', () => {
  it.each([
    ['How do I exit Vim?', 'how-do-i-exit-vim'],
    ["Don't panic: it's C++", 'dont-panic-its-c'],
    ['Crème brûlée à la Łódź', 'creme-brulee-a-la-lodz'],
    ['Straße nach Ærøskøbing', 'strasse-nach-aeroskobing'],
    ['Tiếng Việt', 'tieng-viet'],
    ['怎么退出 Vim？', '怎么退出-vim'],
    ['لماذا يتوقف PostgreSQL؟', 'لماذا-يتوقف-postgresql'],
    ['हिन्दी में प्रश्न', 'हिन्दी-में-प्रश्न'],
    ['Почему так?', 'почему-так'],
    ['한국어 질문', '한국어-질문'],
    ['🎉 party 🎉 time', 'party-time'],
    ['  --a__b--  ', 'a-b'],
    ['ＦＵＬＬ width', 'full-width'],
    ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
    ['🎉🎉', 'topic'],
    ['', 'topic'],
    ['???', 'topic'],
  ])('%s becomes %s', (title, expected) => {
    expect(slug(title)).toBe(expected)
  })

  it('is cut at a word boundary, or inside a word that is too long', () => {
    expect(slug('word '.repeat(40))).toBe(`${'word-'.repeat(15)}word`)
    expect(slug('a'.repeat(150))).toBe('a'.repeat(80))
    expect(slug('中'.repeat(150))).toBe('中'.repeat(80))
    expect(slug(`${'a'.repeat(80)} b`)).toBe('a'.repeat(80))
  })

  it('is always a single safe path segment and idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (title) => {
        const result = slug(title)
        expect(result).toMatch(/^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u)
        expect([...result].length).toBeLessThanOrEqual(80)
        expect(encodeURIComponent(result)).not.toMatch(/%(?:2F|5C|3F|23|25)/i)
        expect(slug(result)).toBe(result)
      }),
    )
  })
})

describe('tagSlug', () => {
  it.each([
    ['Node JS', 'node-js'],
    ['c++', 'c++'],
    ['C#', 'c#'],
    ['.net-core', '.net-core'],
    ['snake_case', 'snake_case'],
    ['  a   b  ', 'a-b'],
    ['a/b?c&d', 'abcd'],
    ['سلامة الغذاء', 'سلامة-الغذاء'],
    ['数据库', '数据库'],
    ['Café', 'café'],
    ['<script>', 'script'],
    ['🎉', ''],
    ['a'.repeat(50), 'a'.repeat(35)],
  ])('%s becomes %s', (name, expected) => {
    expect(tagSlug(name)).toBe(expected)
  })
})
