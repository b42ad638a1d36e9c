import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { accessTiers } from '@stoa/contract/access'
import { expect, it } from 'vitest'
import promised from './promised-routes.json' with { type: 'json' }

function runRoutes(...args: string[]): string {
  const script = join(import.meta.dirname, 'routes.ts')
  return execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' })
}

/** As `/tags/*`, whatever the name of the parameter. */
const withoutNames = (path: string) => path.replaceAll(/\{[^}]*\}|:[^/]+/g, '*')

it('has the calls and screens of other software, so that its clients and links go on working', () => {
  const { calls, screens } = JSON.parse(runRoutes('--json')) as {
    calls: { method: string; path: string }[]
    screens: { path: string }[]
  }
  expect(promised.calls).toHaveLength(171)
  expect(promised.screens).toHaveLength(74)
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(promised.calls),
  )
  expect(screens.map(({ path }) => withoutNames(path))).toEqual(
    expect.arrayContaining(promised.screens.map(withoutNames)),
  )
})

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
