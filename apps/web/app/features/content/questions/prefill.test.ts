import { describe, expect, it } from 'vitest'
import { readPrefill } from './prefill.ts'

const read = (values: Record<string, string>) => readPrefill(new URLSearchParams(values))

describe('readPrefill', () => {
  it('reads the parameters', () => {
    expect(read({ title: 'Why?', tags: 'a,b', body: '# Text' })).toEqual({
      title: 'Why?',
      tags: 'a,b',
      content: '# Text',
    })
    expect(read({})).toEqual({ title: '', tags: '', content: '' })
  })

  it.each([
    ['tags: tea, "pots"', 'tea pots'],
    ["tags: [tea, 'pots']", 'tea pots'],
    ['tags:\n  - tea\n  - pots', 'tea pots'],
    ['other: x', ''],
  ])('reads front matter with %j', (line, tags) => {
    const prefill = `---\ntitle: "Why: so?"\n${line}\n---\n\nThe body\n---\nstays.\n`
    expect(read({ prefill })).toEqual({ title: 'Why: so?', tags, content: 'The body\n---\nstays.' })
  })

  it('uses text without front matter as the body, and prefers it to the parameters', () => {
    expect(read({ prefill: 'Only this', title: 'T', body: 'B' })).toEqual({
      title: 'T',
      tags: '',
      content: 'Only this',
    })
  })

  it('limits the length', () => {
    expect(read({ title: 'x'.repeat(400) }).title.length).toBe(150)
  })
})
