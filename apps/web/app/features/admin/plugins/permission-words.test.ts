import type { PluginPermission } from '@stoa/contract/features/plugins'
import { expect, it } from 'vitest'
import { limitationsOf } from './permission-words.tsx'

const asked = (...names: PluginPermission['name'][]) => names.map((name) => ({ name, value: '' }))

it('promises everything for a plugin that asks for nothing', () => {
  expect(limitationsOf([])).toEqual(['server', 'accounts', 'posts', 'reviews', 'browser'])
})

it.each([
  ['act_as_user', ['server', 'reviews', 'browser']],
  ['run_in_browser', ['server', 'reviews']],
  ['sign_in_users', ['server', 'reviews', 'browser']],
  ['review_content', ['server', 'accounts', 'posts', 'browser']],
  ['network', ['server', 'accounts', 'posts', 'reviews', 'browser']],
] as const)('promises only what %s leaves impossible', (name, left) => {
  expect(limitationsOf(asked(name))).toEqual(left)
})
