import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { screens } from './routes.ts'
import { compileScreens } from './platform/ssr/screen-matcher.server.ts'

const values = [
  'ask',
  'linked',
  '10010000000000001',
  'caf%C3%A9',
  'a.b',
  'Settings',
  'login',
  '%2F',
]

const paths = [
  ...screens.flatMap(({ path }) => values.map((value) => path.replaceAll(/:\w+|\*/g, value))),
  ...screens.map(({ path }) => `${path}/`),
  '',
  '//',
  '/QUESTIONS',
  '/questions//1',
  '/questions/1/2/3/4',
  '/nowhere/at/all',
]

it('finds the same screens as React Router', () => {
  const find = compileScreens(screens)
  const routes = screens.map(({ path }) => ({ path }))
  for (const path of paths)
    expect(find(path)?.path, path).toBe(matchRoutes(routes, path)?.at(-1)?.route.path)
})
