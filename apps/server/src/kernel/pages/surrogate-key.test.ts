import { expect, it } from 'vitest'
import { surrogateKeyOf } from './surrogate-key.ts'

const tags = (count: number) =>
  Array.from({ length: count }, (_, n) => `o1001${String(n).padStart(13, '0')}`)

it('names what stands on a page, or says that it is too much to name', () => {
  expect(surrogateKeyOf(['o10010000000000001', 'u1', 'lists'])).toBe(
    'pages o10010000000000001 u1 lists',
  )
  expect(surrogateKeyOf(tags(100)).split(' ').length).toBe(101)
  expect(surrogateKeyOf(tags(120))).toBe('pages many')
})
