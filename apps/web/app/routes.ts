// The one table of screens. Plain Node reads it too (`pnpm routes`), so it imports nothing at run time.
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes'
import type { GuardName } from './kernel/guards.ts'

/** What surrounds a screen: everything, everything but the side navigation, or nothing. */
export type Frame = 'site' | 'plain' | 'bare'

/** Screens of one area are photographed together. */
export type Area = 'questions' | 'account' | 'system' | 'docs' | 'dev'

export type Screen = {
  readonly path: string
  readonly file: string
  readonly guard: GuardName
  readonly area: Area
  readonly frame: Frame
}

const questions = { area: 'questions', frame: 'site' } as const
const account = { area: 'account', frame: 'plain' } as const
const system = { area: 'system', frame: 'plain' } as const

export const screens: readonly Screen[] = [
  { path: '/', file: 'routes/questions/list.tsx', guard: 'reader', ...questions },
  { path: '/questions', file: 'routes/questions/list.tsx', guard: 'reader', ...questions },
  { path: '/questions/ask', file: 'routes/questions/ask.tsx', guard: 'member', ...questions },
  { path: '/questions/:qid', file: 'routes/questions/detail.tsx', guard: 'reader', ...questions },
  {
    path: '/questions/:qid/:slug',
    file: 'routes/questions/detail.tsx',
    guard: 'reader',
    ...questions,
  },

  { path: '/users/login', file: 'routes/account/login.tsx', guard: 'signed-out', ...account },
  { path: '/users/register', file: 'routes/account/register.tsx', guard: 'sign-up', ...account },
  { path: '/users/logout', file: 'routes/account/logout.tsx', guard: 'none', ...account },
  {
    path: '/users/account-activation',
    file: 'routes/account/activation.tsx',
    guard: 'not-activated',
    ...account,
  },
  {
    path: '/users/account-activation/success',
    file: 'routes/account/activation-success.tsx',
    guard: 'activated',
    ...account,
  },
  {
    path: '/users/account-activation/failed',
    file: 'routes/account/activation-failed.tsx',
    guard: 'not-activated',
    ...account,
  },
  {
    path: '/users/account-suspended',
    file: 'routes/account/suspended.tsx',
    guard: 'suspended',
    ...account,
  },

  { path: '/api-docs', file: 'routes/docs/api.tsx', guard: 'none', area: 'docs', frame: 'plain' },
  { path: '/403', file: 'routes/system/forbidden.tsx', guard: 'none', ...system },
  {
    path: '/maintenance',
    file: 'routes/system/maintenance.tsx',
    guard: 'none',
    area: 'system',
    frame: 'bare',
  },
  { path: '/*', file: 'routes/system/not-found.tsx', guard: 'none', ...system },

  {
    path: '/dev/gallery',
    file: 'routes/dev/gallery.tsx',
    guard: 'none',
    area: 'dev',
    frame: 'bare',
  },
]

/** Addresses that are only posted to. */
const resources: RouteConfigEntry[] = [
  { id: 'preferences', path: '/preferences', file: 'routes/preferences.ts' },
]

function toRoutes(list: readonly Screen[]): RouteConfigEntry[] {
  return [...Map.groupBy(list, (screen) => screen.frame)].map(([frame, framed]) => ({
    id: frame,
    file: `frames/${frame}.tsx`,
    children: [...Map.groupBy(framed, (screen) => screen.guard)].map(([guard, guarded]) => ({
      id: `${frame}/${guard}`,
      file: `guards/${guard}.tsx`,
      children: guarded.map(({ path, file }) => ({ id: path, path, file })),
    })),
  }))
}

const isProduction = process.env['NODE_ENV'] === 'production'
const built = screens.filter((screen) => screen.area !== 'dev' || !isProduction)

export default [...toRoutes(built), ...resources] satisfies RouteConfig
