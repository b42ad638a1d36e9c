// Also read by plain Node (`pnpm routes`), so only type imports are allowed.
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes'
import type { GuardName } from './platform/guards/rules.ts'

/** `plain` has no side navigation, `settings` has tabs, `bare` has neither header nor footer. */
export type Frame = 'site' | 'plain' | 'settings' | 'bare'

/** Groups screens for screenshots (`pnpm screens`). */
export type Area =
  | 'questions'
  | 'tags'
  | 'search'
  | 'users'
  | 'review'
  | 'account'
  | 'settings'
  | 'system'
  | 'docs'
  | 'install'
  | 'dev'

export type Screen = {
  readonly path: string
  readonly file: string
  readonly guard: GuardName
  readonly area: Area
  readonly frame: Frame
}

const questions = { area: 'questions', frame: 'site' } as const
const tags = { area: 'tags', frame: 'site' } as const
const users = { area: 'users', frame: 'site' } as const
const review = { area: 'review', frame: 'plain' } as const
const account = { area: 'account', frame: 'plain' } as const
const settings = { area: 'settings', frame: 'settings' } as const
const install = { area: 'install', frame: 'bare' } as const
const system = { area: 'system', frame: 'plain' } as const

export const screens: readonly Screen[] = [
  { path: '/', file: 'routes/questions/list.tsx', guard: 'reader', ...questions },
  { path: '/questions', file: 'routes/questions/list.tsx', guard: 'reader', ...questions },
  { path: '/questions/ask', file: 'routes/questions/ask.tsx', guard: 'member', ...questions },
  {
    path: '/questions/linked/:qid',
    file: 'routes/questions/linked.tsx',
    guard: 'reader',
    ...questions,
  },
  { path: '/questions/:qid', file: 'routes/questions/detail.tsx', guard: 'reader', ...questions },
  {
    path: '/questions/:qid/:slug',
    file: 'routes/questions/detail.tsx',
    guard: 'reader',
    ...questions,
  },
  {
    path: '/posts/:qid/edit',
    file: 'routes/questions/edit-question.tsx',
    guard: 'member',
    ...questions,
  },
  {
    path: '/posts/:qid/:aid/edit',
    file: 'routes/questions/edit-answer.tsx',
    guard: 'member',
    ...questions,
  },
  {
    path: '/posts/:qid/timeline',
    file: 'routes/timeline.tsx',
    guard: 'member',
    ...questions,
  },
  {
    path: '/posts/:qid/:aid/timeline',
    file: 'routes/timeline.tsx',
    guard: 'member',
    ...questions,
  },
  {
    path: '/questions/:qid/:slug/:aid',
    file: 'routes/questions/detail.tsx',
    guard: 'reader',
    ...questions,
  },

  { path: '/tags', file: 'routes/tags/list.tsx', guard: 'reader', ...tags },
  { path: '/tags/:tagName', file: 'routes/tags/detail.tsx', guard: 'reader', ...tags },

  {
    path: '/search',
    file: 'routes/search/search.tsx',
    guard: 'reader',
    area: 'search',
    frame: 'site',
  },

  { path: '/tags/create', file: 'routes/tags/create.tsx', guard: 'member', ...tags },
  { path: '/tags/:tagName/info', file: 'routes/tags/info.tsx', guard: 'reader', ...tags },
  { path: '/tags/:tagId/timeline', file: 'routes/timeline.tsx', guard: 'member', ...tags },
  { path: '/tags/:tagId/edit', file: 'routes/tags/edit.tsx', guard: 'member', ...tags },

  { path: '/users', file: 'routes/users/list.tsx', guard: 'reader', ...users },
  {
    path: '/users/notifications',
    file: 'routes/users/notifications.tsx',
    guard: 'member',
    ...users,
  },
  {
    path: '/users/notifications/:type',
    file: 'routes/users/notifications.tsx',
    guard: 'member',
    ...users,
  },
  {
    path: '/users/notifications/:type/:subType',
    file: 'routes/users/notifications.tsx',
    guard: 'member',
    ...users,
  },
  { path: '/users/:username', file: 'routes/users/profile.tsx', guard: 'reader', ...users },
  { path: '/users/:username/:tab', file: 'routes/users/profile.tsx', guard: 'reader', ...users },

  {
    path: '/help/privileges',
    file: 'routes/help/privileges.tsx',
    guard: 'reader',
    ...users,
  },
  { path: '/review', file: 'routes/review/desk.tsx', guard: 'member', ...review },
  { path: '/review/history', file: 'routes/review/history.tsx', guard: 'staff', ...review },
  { path: '/review/waves', file: 'routes/review/waves.tsx', guard: 'staff', ...review },
  { path: '/review/waves/:id', file: 'routes/review/wave.tsx', guard: 'staff', ...review },
  {
    path: '/review/waves/:id/posts',
    file: 'routes/review/wave-posts.tsx',
    guard: 'staff',
    ...review,
  },
  {
    path: '/review/waves/:id/accounts',
    file: 'routes/review/wave-accounts.tsx',
    guard: 'staff',
    ...review,
  },
  {
    path: '/review/log',
    file: 'routes/review/log.tsx',
    guard: 'staff',
    ...review,
    frame: 'site',
  },

  { path: '/users/login', file: 'routes/account/login.tsx', guard: 'signed-out', ...account },
  { path: '/users/register', file: 'routes/account/register.tsx', guard: 'sign-up', ...account },
  { path: '/users/logout', file: 'routes/account/logout.tsx', guard: 'none', ...account },
  {
    path: '/users/account-recovery',
    file: 'routes/account/recovery.tsx',
    guard: 'signed-out',
    ...account,
  },
  {
    path: '/users/password-reset',
    file: 'routes/account/password-reset.tsx',
    guard: 'none',
    ...account,
  },
  {
    path: '/users/change-email',
    file: 'routes/account/change-email.tsx',
    guard: 'not-activated',
    ...account,
  },
  {
    path: '/users/confirm-new-email',
    file: 'routes/account/confirm-new-email.tsx',
    guard: 'none',
    ...account,
  },
  { path: '/users/unsubscribe', file: 'routes/account/unsubscribe.tsx', guard: 'none', ...account },
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
  {
    path: '/users/account-status',
    file: 'routes/account/status.tsx',
    guard: 'member',
    ...account,
  },

  {
    path: '/users/account-deleted',
    file: 'routes/account/deleted.tsx',
    guard: 'signed-out',
    ...account,
  },

  { path: '/users/settings', file: 'routes/settings/profile.tsx', guard: 'member', ...settings },
  {
    path: '/users/settings/profile',
    file: 'routes/settings/profile.tsx',
    guard: 'member',
    ...settings,
  },
  {
    path: '/users/settings/notify',
    file: 'routes/settings/notify.tsx',
    guard: 'member',
    ...settings,
  },
  {
    path: '/users/settings/interface',
    file: 'routes/settings/interface.tsx',
    guard: 'member',
    ...settings,
  },
  { path: '/users/settings/data', file: 'routes/settings/data.tsx', guard: 'member', ...settings },
  {
    path: '/users/settings/account',
    file: 'routes/settings/account.tsx',
    guard: 'member',
    ...settings,
  },
  {
    path: '/users/settings/security',
    file: 'routes/settings/security.tsx',
    guard: 'member',
    ...settings,
  },

  { path: '/install', file: 'routes/install/language.tsx', guard: 'install', ...install },
  { path: '/install/key', file: 'routes/install/key.tsx', guard: 'install', ...install },
  { path: '/install/database', file: 'routes/install/database.tsx', guard: 'install', ...install },
  { path: '/install/config', file: 'routes/install/config.tsx', guard: 'install', ...install },
  { path: '/install/site', file: 'routes/install/site.tsx', guard: 'install', ...install },
  { path: '/install/ready', file: 'routes/install/ready.tsx', guard: 'none', ...install },

  { path: '/api-docs', file: 'routes/docs/api.tsx', guard: 'none', area: 'docs', frame: 'plain' },
  { path: '/403', file: 'routes/system/forbidden.tsx', guard: 'none', ...system },
  {
    path: '/maintenance',
    file: 'routes/system/maintenance.tsx',
    guard: 'none',
    area: 'system',
    frame: 'bare',
  },
  {
    path: '/*',
    file: 'routes/system/not-found.tsx',
    guard: 'none',
    area: 'system',
    frame: 'site',
  },

  {
    path: '/dev/gallery',
    file: 'routes/dev/gallery.tsx',
    guard: 'none',
    area: 'dev',
    frame: 'bare',
  },
]

/** Routes without a screen: form targets and downloads. */
const resources: RouteConfigEntry[] = [
  { id: 'preferences', path: '/preferences', file: 'routes/preferences.ts' },
  {
    id: 'data-download',
    path: '/users/settings/data/download',
    file: 'routes/settings/data-download.ts',
  },
  {
    id: 'staff-log-download',
    path: '/review/log/download',
    file: 'routes/review/log-download.ts',
  },
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

// Production builds have no gallery, except the one for tests and `pnpm screens`.
const hasGallery = process.env['NODE_ENV'] !== 'production' || process.env['WEB_GALLERY'] === 'true'
const includedScreens = screens.filter((screen) => screen.area !== 'dev' || hasGallery)

export default [...toRoutes(includedScreens), ...resources] satisfies RouteConfig
