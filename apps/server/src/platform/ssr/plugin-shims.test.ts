import { expect, it } from 'vitest'
import { shimSource } from './plugin-shims.ts'

it('re-exports the same values as the host module', async () => {
  const shared = { useState: () => 1, 'not-a-name': 2, default: { isDefault: true } }
  ;(globalThis as Record<symbol, unknown>)[Symbol.for('stoa.shared')] = { react: shared }
  const source = shimSource('react', shared)
  expect(source).not.toContain('not-a-name')
  const url = `data:text/javascript,${encodeURIComponent(source)}`
  const module = (await import(/* @vite-ignore */ url)) as Record<string, unknown>
  expect(module['useState']).toBe(shared.useState)
  expect(module['default']).toBe(shared.default)
})
