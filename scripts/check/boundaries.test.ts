import { describe, expect, it } from 'vitest'
import { findBoundaryProblems, findCycle } from './boundary-rules.ts'
import { findInternalsProblems } from './internals-rules.ts'
import { importsOf } from './sources.ts'

const list = {
  areas: {
    people: { users: [] },
    content: { questions: ['users'], votes: ['questions'] },
  },
  sharedRoles: ['actions', 'queries', 'rules'],
  maxKernelFiles: { server: 1, web: 1 },
}

function problemsOf(file: string, specifier: string, isType = false): string[] {
  const folders = Object.fromEntries(existing.map((name) => [name, []]))
  return findBoundaryProblems(list, { ...folders, [file]: [{ specifier, line: 1, isType }] })
}

const server = 'apps/server/src'
const web = 'apps/web/app'
const votes = `${server}/features/content/votes`
const users = `${server}/features/people/users`
const webVotes = `${web}/features/content/votes`
const existing = ['people/users/users', 'content/questions/questions', 'content/votes/votes'].map(
  (path) => `${server}/features/${path}.queries.ts`,
)

describe('boundaries', () => {
  it.each([
    [`${votes}/votes.actions.ts`, '../questions/questions.actions.ts'],
    [`${votes}/votes.test.ts`, '../../people/users/users.factory.ts'],
    [`${votes}/votes.test.ts`, '../../../platform/http/http.ts'],
    [`${votes}/votes.actions.ts`, '../../../schema/votes.ts'],
    [`${votes}/tally/tally.ts`, '../../questions/questions.actions.ts'],
    [`${server}/kernel/events.ts`, '../events.ts'],
    [`${server}/kernel/settings.ts`, '../schema/settings.ts'],
    [`${server}/platform/jobs/jobs.ts`, '../../kernel/events.ts'],
    [`${server}/features.ts`, './features/content/votes/votes.feature.ts'],
    [`${server}/app.ts`, './platform/http/http.ts'],
    [`${server}/app.ts`, '@stoa/contract/endpoints'],
    [`${web}/features/content/votes/vote-buttons.tsx`, '../questions/question-row.tsx'],
    [`${web}/routes/questions/list.tsx`, '../../features/content/votes/vote-buttons.tsx'],
    [`${web}/platform/ssr/csp.server.ts`, '../../kernel/visit.ts'],
    [`${web}/root.tsx`, './platform/boot/boot.tsx'],
    [`${web}/guards/member.tsx`, '../platform/guards/guard.server.ts'],
    ['packages/contract/src/ids.ts', 'zod'],
    ['packages/contract/src/ids.test.ts', 'node:fs'],
    ['packages/plugin-kit/src/package.ts', 'node:zlib'],
    ['plugins/hello/src/index.ts', '@stoa/plugin-kit/define'],
    ['e2e/ask.test.ts', '../scripts/services/inbox.ts'],
  ])('allow %s to import %s', (file, specifier) => {
    expect(problemsOf(file, specifier)).toEqual([])
  })

  it.each([
    [`${users}/users.actions.ts`, '../../content/votes/votes.queries.ts', 'not listed'],
    [`${votes}/votes.actions.ts`, '../questions/questions.routes.ts', 'not routes'],
    [`${votes}/votes.actions.ts`, '../questions/questions.jobs.ts', 'not jobs'],
    [`${votes}/votes.actions.ts`, '../questions/questions.test.ts', 'not test'],
    [`${votes}/votes.actions.ts`, '../../../app.ts', 'features may import only'],
    [`${votes}/votes.actions.ts`, '../../../platform/http/http.ts', 'features may import only'],
    [`${server}/kernel/route.ts`, '../platform/http/http.ts', 'kernel may import only'],
    [`${server}/kernel/route.ts`, '../features/people/users/users.queries.ts', 'kernel may import'],
    [`${server}/kernel/route.ts`, '../../../../scripts/build.ts', 'may not import scripts'],
    [`${server}/schema/votes.ts`, '../kernel/route.ts', 'schema may import only schema'],
    [
      `${server}/platform/http/http.ts`,
      '../../features/people/users/users.rules.ts',
      'platform may',
    ],
    [`${web}/ui/button.tsx`, '../kernel/session.ts', 'ui may import only ui'],
    [`${web}/ui/button.tsx`, '../platform/boot/boot.tsx', 'ui may import only ui'],
    [`${web}/kernel/api.ts`, '../features/content/votes/use-vote.ts', 'kernel may import only'],
    [`${web}/kernel/api.ts`, '../platform/boot/boot.tsx', 'kernel may import only kernel, ui'],
    [
      `${web}/platform/host.ts`,
      '../features/content/votes/use-vote.ts',
      'platform may import only',
    ],
    [`${web}/routes/questions/list.tsx`, '../../platform/boot/boot.tsx', 'routes may import'],
    [`${webVotes}/use-vote.ts`, '../../../routes/questions/list.tsx', 'features may import'],
    [`${webVotes}/use-vote.ts`, '../../../platform/boot/boot.tsx', 'features may import'],
    [
      `${web}/features/people/users/user-card.tsx`,
      '../../content/votes/vote-buttons.tsx',
      'not listed',
    ],
    [`${web}/kernel/api.server.ts`, '@stoa/server/kernel/route', 'through the contract only'],
    ['packages/contract/src/ids.ts', 'node:crypto', 'contract may import only zod'],
    ['packages/plugin-kit/src/ui.tsx', 'node:fs', 'plugin-kit may import only'],
    ['packages/contract/src/ids.ts', 'react', 'contract may import only zod'],
    ['packages/contract/src/ids.ts', 'drizzle-orm/pg-core', 'contract may import only zod'],
    ['packages/markdown/src/render.ts', '../../../apps/server/src/app.ts', 'may not import an app'],
    ['plugins/hello/src/index.ts', '@stoa/server/kernel/route', 'may not import an app'],
    ['e2e/ask.test.ts', '../apps/server/src/app.ts', 'through the browser'],
  ])('reject %s importing %s', (file, specifier, reason) => {
    expect(problemsOf(file, specifier)).toEqual([expect.stringContaining(reason)])
  })

  it('reject a type-only import too', () => {
    const file = `${users}/users.rules.ts`
    expect(problemsOf(file, '../../content/votes/votes.rules.ts', true)).toHaveLength(1)
  })

  it('reject a cycle in the list', () => {
    const cyclic = { ...list, areas: { content: { votes: ['questions'], questions: ['votes'] } } }
    expect(findBoundaryProblems(cyclic, {})).toEqual([
      'boundaries.ts: cycle votes -> questions -> votes',
    ])
    expect(findCycle({ a: ['b', 'c'], b: ['c'], c: [] })).toBeNull()
  })

  it('reject a feature that uses an area above its own', () => {
    const upward = { ...list, areas: { people: { users: ['votes'] }, content: { votes: [] } } }
    expect(findBoundaryProblems(upward, {})).toEqual([
      'boundaries.ts: people/users uses votes of an area above',
    ])
  })

  it('reject unlisted features, listed ones without a folder, and unknown names', () => {
    const files = { [`${server}/features/community/medals/medals.rules.ts`]: [] }
    expect(findBoundaryProblems({ ...list, areas: { people: { users: [] } } }, files)).toEqual([
      'boundaries.ts: feature community/medals is not listed',
      'boundaries.ts: feature people/users has no folder',
    ])
    expect(findBoundaryProblems({ ...list, areas: { content: { votes: ['posts'] } } }, {})).toEqual(
      ['boundaries.ts: votes uses posts, which is not listed'],
    )
  })

  it('reject a kernel with too many files', () => {
    const files = ['rules.ts', 'events.ts', 'events.test.ts'].map(
      (name) => `${server}/kernel/${name}`,
    )
    expect(findBoundaryProblems(list, Object.fromEntries(files.map((file) => [file, []])))).toEqual(
      ['boundaries.ts: the kernel of server has 2 files, more than 1'],
    )
  })

  it('find static, re-exported and dynamic imports', () => {
    const text = `import type { A } from './a.ts'\nexport { b } from './b.ts'\nawait import('./c.ts')\n`
    expect(importsOf('x.ts', text)).toEqual([
      { specifier: './a.ts', line: 1, isType: true },
      { specifier: './b.ts', line: 2, isType: false },
      { specifier: './c.ts', line: 3, isType: false },
    ])
  })
})

describe('internals of frameworks', () => {
  const file = `${web}/root.tsx`

  it.each([
    `import { UNSAFE_useScrollRestoration } from 'react-router'`,
    `import { unstable_useRoute } from 'react-router'`,
    `import { x } from 'react-router/dist/development/lib/hooks.js'`,
    `window.__reactRouterContext = {}`,
    `const { serverHandoffStream } = entry`,
    `if (path.endsWith('.data')) return`,
    `path.replace(/\\.data$/, '')`,
    `url.searchParams.delete('_routes')`,
    `Object.keys(main).some((key) => key.startsWith('__reactFiber'))`,
    `html.includes('<!--$!-->')`,
    `html.includes('$RC(')`,
    `page.indexOf('</head>')`,
    `renderToPipeableStream(page, { progressiveChunkSize: 1 })`,
    `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')`,
    `router._internalSetRoutes(routes)`,
    `React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE`,
  ])('are rejected outside of their folder: %s', (line) => {
    expect(findInternalsProblems({ [file]: line })).toEqual([
      expect.stringMatching(/^apps\/web\/app\/root\.tsx:1: .* only$/),
    ])
    expect(findInternalsProblems({ [`${web}/framework-internals/x.ts`]: line })).toEqual([])
  })

  it.each([`t('settings.data')`, `const { data } = envelope.data`, `<!-- note -->`])(
    'are not %s',
    (line) => {
      expect(findInternalsProblems({ [file]: line })).toEqual([])
    },
  )
})
