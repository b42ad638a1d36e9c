import { describe, expect, it } from 'vitest'
import { findBoundaryProblems, findCycle } from './boundary-rules.ts'
import { importsOf } from './sources.ts'

const list = {
  features: { votes: ['questions'], questions: ['users'], users: [] },
  sharedRoles: ['actions', 'queries', 'rules', 'table'],
}

function problemsOf(file: string, specifier: string, isType = false): string[] {
  return findBoundaryProblems(list, { [file]: [{ specifier, line: 1, isType }] })
}

const server = 'apps/server/src'
const web = 'apps/web/app'

describe('boundaries', () => {
  it.each([
    [`${server}/features/votes/votes.actions.ts`, '../questions/questions.actions.ts'],
    [`${server}/features/votes/votes.test.ts`, '../users/users.factory.ts'],
    [`${server}/features/votes/votes.table.ts`, '../../kernel/columns.ts'],
    [`${server}/kernel/events.ts`, '../events.ts'],
    [`${server}/features.ts`, './features/votes/votes.feature.ts'],
    [`${server}/app.ts`, '@stoa/contract/endpoints'],
    [`${web}/features/votes/vote-buttons.tsx`, '../questions/question-row.tsx'],
    [`${web}/routes/questions/list.tsx`, '../../features/votes/vote-buttons.tsx'],
    [`${web}/platform/ssr/csp.server.ts`, '../../kernel/visit.ts'],
    [`${web}/root.tsx`, './platform/boot/boot.tsx'],
    [`${web}/guards/member.tsx`, '../platform/guards/guard.server.ts'],
    ['packages/contract/src/ids.ts', 'zod'],
    ['packages/contract/src/ids.test.ts', 'node:fs'],
    ['plugins/hello/src/index.ts', '@stoa/plugin-kit/define'],
    ['e2e/ask.test.ts', '../scripts/services/inbox.ts'],
  ])('allow %s to import %s', (file, specifier) => {
    expect(problemsOf(file, specifier)).toEqual([])
  })

  it.each([
    [`${server}/features/users/users.actions.ts`, '../votes/votes.queries.ts', 'not listed'],
    [`${server}/features/votes/votes.actions.ts`, '../questions/questions.routes.ts', 'not routes'],
    [`${server}/features/votes/votes.actions.ts`, '../questions/questions.jobs.ts', 'not jobs'],
    [`${server}/features/votes/votes.actions.ts`, '../questions/questions.test.ts', 'not test'],
    [`${server}/features/votes/votes.actions.ts`, '../../app.ts', 'may not import the app'],
    [`${server}/kernel/route.ts`, '../features/users/users.queries.ts', 'may not import a feature'],
    [`${server}/kernel/route.ts`, '../../../../scripts/build.ts', 'may not import scripts'],
    [`${web}/ui/button.tsx`, '../kernel/session.ts', 'ui may import only ui'],
    [`${web}/kernel/api.ts`, '../features/votes/use-vote.ts', 'kernel may import only'],
    [`${web}/features/votes/use-vote.ts`, '../../routes/questions/list.tsx', 'features may import'],
    [`${web}/features/votes/use-vote.ts`, '../../platform/boot/boot.tsx', 'features may import'],
    [`${web}/routes/questions/list.tsx`, '../../platform/boot/boot.tsx', 'routes may import'],
    [`${web}/kernel/api.ts`, '../platform/boot/boot.tsx', 'kernel may import only kernel, ui'],
    [`${web}/ui/button.tsx`, '../platform/boot/boot.tsx', 'ui may import only ui'],
    [`${web}/platform/host.ts`, '../features/votes/use-vote.ts', 'platform may import only'],
    [`${web}/features/users/user-card.tsx`, '../votes/vote-buttons.tsx', 'not listed'],
    [`${web}/kernel/api.server.ts`, '@stoa/server/kernel/route', 'through the contract only'],
    ['packages/contract/src/ids.ts', 'node:crypto', 'contract may import only zod'],
    ['packages/contract/src/ids.ts', 'react', 'contract may import only zod'],
    ['packages/contract/src/ids.ts', 'drizzle-orm/pg-core', 'contract may import only zod'],
    ['packages/markdown/src/render.ts', '../../../apps/server/src/app.ts', 'may not import an app'],
    ['plugins/hello/src/index.ts', '@stoa/server/kernel/route', 'may not import an app'],
    ['e2e/ask.test.ts', '../apps/server/src/app.ts', 'through the browser'],
  ])('reject %s importing %s', (file, specifier, reason) => {
    expect(problemsOf(file, specifier)).toEqual([expect.stringContaining(reason)])
  })

  it('reject a type-only import too', () => {
    const file = `${server}/features/users/users.rules.ts`
    expect(problemsOf(file, '../votes/votes.rules.ts', true)).toHaveLength(1)
  })

  it('reject a cycle in the list', () => {
    const cyclic = { ...list, features: { votes: ['questions'], questions: ['votes'] } }
    expect(findBoundaryProblems(cyclic, {})).toEqual([
      'boundaries.ts: cycle votes -> questions -> votes',
    ])
    expect(findCycle({ a: ['b', 'c'], b: ['c'], c: [] })).toBeNull()
  })

  it('reject an unlisted feature, and a listed name that is not a feature', () => {
    expect(
      findBoundaryProblems(list, { [`${server}/features/badges/badges.rules.ts`]: [] }),
    ).toEqual(['boundaries.ts: feature badges is not listed'])
    expect(findBoundaryProblems({ ...list, features: { votes: ['posts'] } }, {})).toEqual([
      'boundaries.ts: votes uses posts, which is not listed',
    ])
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
