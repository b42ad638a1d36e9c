import { expect, it } from 'vitest'
import { chooseTags } from './rollback.rules.ts'

it.each`
  restored          | existing          | current    | chosen
  ${['rye', 'oat']} | ${['oat', 'rye']} | ${['hay']} | ${['rye', 'oat']}
  ${['rye', 'oat']} | ${['oat']}        | ${['hay']} | ${['oat']}
  ${['rye']}        | ${[]}             | ${['hay']} | ${['hay']}
  ${[]}             | ${[]}             | ${['hay']} | ${['hay']}
`('restores $chosen of $restored when $existing exist', ({ chosen, ...tags }) => {
  expect(chooseTags(tags as Parameters<typeof chooseTags>[0])).toEqual(chosen)
})
