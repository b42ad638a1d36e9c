import { describe, expect, it } from 'vitest'
import { surrogateKeyOf } from './surrogate-key.ts'

const someKeys = (count: number) =>
  Array.from({ length: count }, (_, n) => `o1001${String(n).padStart(13, '0')}`)

describe('surrogateKeyOf', () => {
  it('lists all keys of a page, or `many` when there are too many', () => {
    expect(surrogateKeyOf(['o10010000000000001', 'u1', 'lists'])).toBe(
      'pages o10010000000000001 u1 lists',
    )
    expect(surrogateKeyOf(someKeys(100)).split(' ').length).toBe(101)
    expect(surrogateKeyOf(someKeys(120))).toBe('pages many')
  })
})
