import { describe, expect, it } from 'vitest'
import { splitTargets } from './spam-text.ts'

describe('splitTargets', () => {
  it.each([
    ['no link here', ['no link here']],
    ['See https://Visa.example/a now', ['See ', '*https://Visa.example/a', ' now']],
    ['visa.example/1 visa.example/2', ['*visa.example/1', ' ', '*visa.example/2']],
    ['', []],
  ])('%s', (text, expected) => {
    const parts = splitTargets(text, ['visa.example'])
    expect(parts.map((part) => (part.isTarget ? `*${part.text}` : part.text))).toEqual(expected)
  })
})
