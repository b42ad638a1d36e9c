import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { accessTiers } from '@stoa/contract/access'
import { expect, it } from 'vitest'

function runRoutes(...args: string[]): string {
  const script = join(import.meta.dirname, 'routes.ts')
  return execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' })
}

it('lists every API call with its access and every screen with its guard', () => {
  const { calls, screens } = JSON.parse(runRoutes('--json')) as {
    calls: { method: string; path: string; access: string; feature: string }[]
    screens: { path: string; guard: string; area: string }[]
  }
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) expect(accessTiers).toContain(call.access)
  expect(screens).toContainEqual({ path: '/questions', guard: 'reader', area: 'questions' })
  expect(new Set(screens.map((screen) => screen.path)).size).toBe(screens.length)
})

it('prints tables by default', () => {
  expect(runRoutes()).toMatch(/POST +\/answer\/api\/v1\/question +member +questions +askQuestion/)
})
