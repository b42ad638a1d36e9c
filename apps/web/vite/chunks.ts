import type { Rolldown } from 'vite'

/** A file for each language. Without names of their own they would have those of the other messages. */
const adminMessages = /\/locales\/src\/admin\/(?<locale>\w+)\.json/

/** Loaded on demand by pages with posts. */
const postActions =
  /\/(?:answer-draft|comment-editor|confetti|deleted-comments|deletion-dialog|flag-dialog|hover-card-view|invite-dialog|login-dialog|posting-block|reaction-picker|requirement-tip|share-menu|solve-captcha)\.tsx?/

/** Only pages that edit or compare texts need it. */
const comparing =
  /\/node_modules\/diff\/|\/(?:diff-rows|diff-view|word-diff|suggestion-diff|comment-history-dialog|tag-editor-conflict)\.tsx?|\/content\/revisions\//

/** The lists of notifications, for the popover in the header and their screens. */
const notifications = /\/community\/notifications\/|\/contract\/src\/features\/notifications\.ts/

/** Loaded for members only: the stream and what it changes on pages, push messages, and copies for offline reading. */
const live =
  /\/community\/(?:live|push)\/|\/site\/offline\/(?:page-copy|saved-pages)|\/ui\/live-bar\.|\/contract\/src\/features\/(?:live|push)\.ts/

/** The screens of badges, and the congratulation. */
const badges = /\/community\/badges\/|\/ui\/badge-medal\.|\/contract\/src\/features\/badges\.ts/

/** Scripts of plugins, their captchas and their settings: only where there are plugins. */
const plugins =
  /\/site\/plugin-fields\/|\/site\/captcha\/captcha-(?:dialog|frame)\.|\/plugin-slots\/(?:load-plugin|plugin-component|shared-modules)\.|\/plugin-kit\/|\/contract\/src\/(?:features\/plugins|plugin-fields|settings\/secret-mask)\.ts/

/** Logging in and the accounts of users. The icons of services are also on profiles. */
const accounts =
  /\/people\/(?:auth|connectors|user-center)\/(?!connector-icon|branding-links)|\/contract\/src\/features\/(?:connectors|recovery|second-factor|sessions|user-center)\.ts/

/** The screens of admins, and what they share with the moderation of a user. */
const admin = new RegExp(
  [
    '/features/admin/(?:people|site-settings|content-admin|bulk-actions|dashboard|health|operations|plugins|webhooks)/',
    '/community/staff-log/',
    '/community/user-moderation/(?!moderation-button|standing-banner)',
    '/ui/(?:chart/|table\\.|bulk-bar\\.|save-bar\\.|compact-table\\.|color-input\\.)',
    '/node_modules/(?:d3-[a-z]+|internmap)/',
    '/contract/src/settings/(?:fields|pages)\\.ts',
    '/contract/src/features/(?:people|user-overview|invitations|staff-log|user-moderation|site-settings|content-admin|bulk-actions|dashboard|operations|webhooks|webhook-events)\\.ts',
  ].join('|'),
)

/**
 * Few files: what every page needs, what several pages share, and the actions on posts. A group takes the dependencies
 * of its modules too, except those of a higher priority, so chunks never import each other in a circle. Each route
 * keeps a file, as React Router requires.
 */
export const clientChunks: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      {
        name: 'app',
        test: /\/app\/(?:entry\.client|root|frames\/site|guards\/reader)\.tsx/,
        priority: 3,
      },
      {
        name: 'shared',
        test: (id) =>
          ![comparing, notifications, live, badges, plugins, accounts, admin].some((group) =>
            group.test(id),
          ),
        priority: 2,
        minShareCount: 2,
      },
      { name: 'comparing', test: comparing, priority: 1 },
      { name: 'notifications', test: notifications, priority: 1 },
      { name: 'live', test: live, priority: 1 },
      { name: 'badges', test: badges, priority: 1 },
      { name: 'plugins', test: plugins, priority: 1 },
      { name: 'accounts', test: accounts, priority: 1, minShareCount: 2 },
      { name: 'admin', test: admin, priority: 1 },
      {
        name: (id) => `admin-${adminMessages.exec(id)?.groups?.['locale']}`,
        test: adminMessages,
        priority: 1,
      },
      { name: 'post-actions', test: postActions, priority: 1 },
    ],
  },
}
