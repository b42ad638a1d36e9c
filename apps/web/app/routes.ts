// Also read by plain Node (`pnpm routes`), so only type imports are allowed.
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes'
import type { GuardName } from './platform/guards/rules.ts'

/**
 * `plain` has no side navigation, `settings` has tabs, `admin` has the navigation of the admin area, `bare` has neither header
 * nor footer.
 */
export type Frame = 'site' | 'plain' | 'settings' | 'admin' | 'bare'

/** Groups screens for screenshots (`pnpm screens`). */
export type Area =
  | 'questions'
  | 'tags'
  | 'search'
  | 'users'
  | 'review'
  | 'account'
  | 'settings'
  | 'admin'
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
const pluginPage = {
  file: 'routes/plugin-page.tsx',
  guard: 'reader',
  area: 'system',
  frame: 'site',
} as const
const review = { area: 'review', frame: 'plain' } as const
const account = { area: 'account', frame: 'plain' } as const
const openAccount = { guard: 'none', ...account } as const
const settings = { guard: 'member', area: 'settings', frame: 'settings' } as const
const admin = { guard: 'admin', area: 'admin', frame: 'admin' } as const
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

  { path: '/badges', file: 'routes/badges/list.tsx', guard: 'reader', ...users },
  { path: '/badges/:badge_id', file: 'routes/badges/detail.tsx', guard: 'reader', ...users },

  {
    path: '/help/privileges',
    file: 'routes/help/privileges.tsx',
    guard: 'reader',
    ...users,
  },
  { path: '/p/:slug', ...pluginPage },
  { path: '/p/:slug/*', ...pluginPage },
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
  { path: '/users/auth-landing', file: 'routes/account/auth-landing.tsx', ...openAccount },
  { path: '/users/confirm-email', file: 'routes/account/confirm-email.tsx', ...openAccount },
  {
    path: '/users/confirm-connection',
    file: 'routes/account/confirm-connection.tsx',
    ...openAccount,
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
    path: '/user-center/auth',
    file: 'routes/user-center/auth.tsx',
    guard: 'signed-out',
    ...account,
  },
  { path: '/user-center/auth-failed', file: 'routes/user-center/auth-failed.tsx', ...openAccount },
  {
    path: '/users/account-deleted',
    file: 'routes/account/deleted.tsx',
    guard: 'signed-out',
    ...account,
  },

  { path: '/users/settings', file: 'routes/settings/profile.tsx', ...settings },
  { path: '/users/settings/profile', file: 'routes/settings/profile.tsx', ...settings },
  { path: '/users/settings/notify', file: 'routes/settings/notify.tsx', ...settings },
  { path: '/users/settings/interface', file: 'routes/settings/interface.tsx', ...settings },
  { path: '/users/settings/data', file: 'routes/settings/data.tsx', ...settings },
  { path: '/users/settings/account', file: 'routes/settings/account.tsx', ...settings },
  { path: '/users/settings/security', file: 'routes/settings/security.tsx', ...settings },
  { path: '/users/settings/:slug_name', file: 'routes/settings/plugin.tsx', ...settings },

  { path: '/admin', file: 'routes/admin/dashboard.tsx', ...admin },
  { path: '/admin/dashboard', file: 'routes/admin/dashboard.tsx', ...admin },
  { path: '/admin/tags', file: 'routes/admin/tags.tsx', ...admin },
  { path: '/admin/badges', file: 'routes/admin/badges.tsx', ...admin },
  { path: '/admin/badges/create', file: 'routes/admin/create-badge.tsx', ...admin },
  { path: '/admin/badges/:id', file: 'routes/admin/edit-badge.tsx', ...admin },
  { path: '/admin/health', file: 'routes/admin/health.tsx', ...admin },
  { path: '/admin/jobs', file: 'routes/admin/jobs.tsx', ...admin },
  { path: '/admin/webhooks', file: 'routes/admin/webhooks.tsx', ...admin },
  { path: '/admin/webhooks/:id', file: 'routes/admin/webhook.tsx', ...admin },
  {
    path: '/admin/webhooks/:id/:delivery',
    file: 'routes/admin/webhook-delivery.tsx',
    ...admin,
  },
  { path: '/admin/email-log', file: 'routes/admin/email-log.tsx', ...admin },
  { path: '/admin/questions', file: 'routes/admin/questions.tsx', ...admin },
  { path: '/admin/answers', file: 'routes/admin/answers.tsx', ...admin },
  { path: '/admin/bulk', file: 'routes/admin/bulk.tsx', ...admin },
  { path: '/admin/bulk/:id', file: 'routes/admin/bulk-action.tsx', ...admin },
  { path: '/admin/settings', file: 'routes/admin/settings-search.tsx', ...admin },
  { path: '/admin/general', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/interface', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/branding', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/themes', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/css-html', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/seo', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/legal', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/site-mode', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/login', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/settings-users', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/privileges', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/write', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/moderation', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/voting', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/smtp', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/email-delivery', file: 'routes/admin/settings-page.tsx', ...admin },
  { path: '/admin/users', file: 'routes/admin/users.tsx', ...admin },
  { path: '/admin/users/:user_id', file: 'routes/admin/user.tsx', ...admin },
  { path: '/admin/api-keys', file: 'routes/admin/api-keys.tsx', ...admin },
  { path: '/admin/invitations', file: 'routes/admin/invitations.tsx', ...admin },
  { path: '/admin/sign-ins', file: 'routes/admin/sign-ins.tsx', ...admin },
  { path: '/admin/plugins', file: 'routes/admin/plugins.tsx', ...admin },
  { path: '/admin/installed-plugins', file: 'routes/admin/plugins.tsx', ...admin },
  { path: '/admin/plugins/:slug_name', file: 'routes/admin/plugin.tsx', ...admin },
  { path: '/admin/:slug_name', file: 'routes/admin/plugin.tsx', ...admin },

  { path: '/install', file: 'routes/install/language.tsx', guard: 'install', ...install },
  { path: '/install/key', file: 'routes/install/key.tsx', guard: 'install', ...install },
  { path: '/install/database', file: 'routes/install/database.tsx', guard: 'install', ...install },
  { path: '/install/config', file: 'routes/install/config.tsx', guard: 'install', ...install },
  { path: '/install/site', file: 'routes/install/site.tsx', guard: 'install', ...install },
  { path: '/install/ready', file: 'routes/install/ready.tsx', guard: 'none', ...install },

  { path: '/api-docs', file: 'routes/docs/api.tsx', guard: 'none', area: 'docs', frame: 'plain' },
  {
    path: '/api-docs/:feature',
    file: 'routes/docs/api-feature.tsx',
    guard: 'none',
    area: 'docs',
    frame: 'plain',
  },
  { path: '/tos', file: 'routes/legal.tsx', guard: 'none', ...system },
  { path: '/privacy', file: 'routes/legal.tsx', guard: 'none', ...system },
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
  {
    id: 'questions-download',
    path: '/admin/questions/download',
    file: 'routes/admin/questions-download.ts',
  },
  {
    id: 'answers-download',
    path: '/admin/answers/download',
    file: 'routes/admin/answers-download.ts',
  },
  {
    id: 'users-download',
    path: '/admin/users/download',
    file: 'routes/admin/users-download.ts',
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
