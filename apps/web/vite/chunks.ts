import type { Rolldown } from 'vite'

/** Loaded on demand by pages with posts. */
const postActions =
  /\/(?:answer-draft|comment-editor|confetti|deleted-comments|deletion-dialog|hover-card-view|invite-dialog|login-dialog|posting-block|reaction-picker|requirement-tip|share-menu|solve-captcha)\.tsx?/

/** Only pages that edit or compare texts need it. */
const comparing =
  /\/node_modules\/diff\/|\/(?:diff-rows|diff-view|word-diff|suggestion-diff|comment-history-dialog|tag-editor-conflict)\.tsx?|\/content\/revisions\//

/** The lists of notifications, for the popover in the header and their screens. */
const notifications = /\/community\/notifications\/|\/contract\/src\/features\/notifications\.ts/

/** The stream and what it changes on pages, loaded for members only. */
const live = /\/community\/live\/|\/ui\/live-bar\.|\/contract\/src\/features\/live\.ts/

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
        test: (id) => ![comparing, notifications, live].some((group) => group.test(id)),
        priority: 2,
        minShareCount: 2,
      },
      { name: 'comparing', test: comparing, priority: 1 },
      { name: 'notifications', test: notifications, priority: 1 },
      { name: 'live', test: live, priority: 1 },
      { name: 'post-actions', test: postActions, priority: 1 },
    ],
  },
}
