// Each check must fail for bad input.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { rootDir } from '../services/ports.ts'
import {
  findEventProblems,
  findMounted,
  findMountProblems,
  findTableProblems,
} from './contract-rules.ts'
import {
  describeUntranslated,
  findKeyUse,
  findMisplacedKeys,
  findMissingKeys,
  findServerKeys,
  findUnusedKeys,
} from './locale-rules.ts'
import { findEmitProblems, findSilentRoutes } from './emit-rules.ts'
import { findUnboundedLists } from './list-rules.ts'
import { findDrift } from './migration-drift.ts'
import { runStep, runSteps } from './steps.ts'

const tempDirs: string[] = []
afterAll(() => {
  for (const dir of tempDirs) rmSync(dir, { recursive: true })
})

function aTree(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-check-'))
  tempDirs.push(dir)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  return dir
}

describe('steps', () => {
  it('show the notes of a check that passed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const commands = [[process.execPath, '-e', 'console.log("note: 2 left"); console.log("ok")']]
    await runSteps([{ name: 'locales', commands }], 1)
    const printed = log.mock.calls.map(([text]) => String(text).trim())
    log.mockRestore()
    expect(printed).toEqual([expect.stringMatching(/^ok +locales/), 'note: 2 left'])
  })

  it('name what failed before the output', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const commands = [[process.execPath, '-e', 'console.log("output"); process.exit(1)']]
    await runSteps([{ name: 'tests', commands, failures: () => 'a.test.ts: fails' }], 1)
    const printed = log.mock.calls.map(([text]) => String(text))
    log.mockRestore()
    expect(printed).toEqual([expect.stringMatching(/^FAILED tests/), 'a.test.ts: fails', 'output'])
  })
})

describe('contract check', () => {
  const catalog = { tiers: ['public', 'member'], codes: ['vote.own_post'], implied: [] }
  const vote = { method: 'POST', path: '/vote', access: 'member', errors: ['vote.own_post'] }

  it('accepts a valid table', () => {
    expect(findTableProblems({ votes: { vote } }, catalog)).toEqual([])
  })

  it('rejects an endpoint without access', () => {
    const table = { votes: { vote: { ...vote, access: undefined } } }
    expect(findTableProblems(table, catalog)).toEqual(['votes.vote: no known access'])
  })

  it('rejects unknown and unused error codes', () => {
    const table = { votes: { vote: { ...vote, errors: ['vote.nonsense'] } } }
    expect(findTableProblems(table, catalog)).toEqual([
      'votes.vote: unknown error code vote.nonsense',
      'errors.ts: no endpoint declares vote.own_post',
    ])
  })

  it('rejects two endpoints with the same route', () => {
    const table = { votes: { vote, again: vote } }
    expect(findTableProblems(table, catalog)[0]).toContain('same route as votes.vote')
  })

  it('rejects an endpoint that is not mounted', () => {
    const routes = `import { vote } from '@stoa/contract/features/votes'\nexport const routes = [route(vote, h)]`
    expect(findMounted({ 'votes.routes.ts': routes })).toEqual(['votes.vote'])
    expect(findMountProblems({ votes: { vote } }, ['votes.vote'])).toEqual([])
    expect(findMountProblems({ votes: { vote } }, [])).toEqual([
      'votes.vote: mounted 0 times; needs exactly one route(...)',
    ])
  })
})

describe('routes that write', () => {
  const route = (action: string) => ({
    'a/votes.routes.ts': `import { vote as call } from '@stoa/contract/features/votes'
import { vote } from './votes.actions.ts'
export const routes = [route(call, ({ transact }) => transact((tx) => vote(tx)))]`,
    'a/votes.actions.ts': `export async function vote(tx) { await save(tx) }
async function save(tx) { ${action} }`,
  })
  const findIn = (action: string) =>
    findSilentRoutes(route(action), (file) => file.endsWith('.routes.ts'))

  it('emit an event, also in a function that they call', () => {
    expect(findIn(`await tx.emit('post.voted', {})`)).toEqual([])
    expect(findIn(`await tx.insert(votes)`)).toEqual(['votes.vote'])
  })

  it('or have a reason that is not out of date', () => {
    expect(findEmitProblems(['votes.vote'], ['votes.vote'], {})).toEqual([
      expect.stringContaining('votes.vote: changes something and emits no event'),
    ])
    expect(findEmitProblems(['votes.vote'], ['votes.vote'], { 'votes.vote': 'x' })).toEqual([])
    expect(findEmitProblems(['votes.vote'], [], { 'votes.vote': 'x' })).toEqual([
      expect.stringContaining('remove its reason'),
    ])
  })
})

describe('lists in responses', () => {
  const document = (schema: object, parameters: { name: string }[] = []) => {
    const responses = { 200: { content: { 'application/json': { schema } } } }
    const get = { operationId: 'listVotes', tags: ['votes'], parameters, responses }
    return { paths: { '/votes': { get } } }
  }
  const list = { type: 'array', items: { type: 'string' } }
  const none = { endpoints: {}, fields: {} }

  it('are paged, have a maximum or have a reason', () => {
    expect(findUnboundedLists(document(list, [{ name: 'page_size' }]), none)).toEqual([])
    expect(findUnboundedLists(document({ ...list, maxItems: 9 }), none)).toEqual([])
    const reasons = { endpoints: { 'votes.listVotes': 'x' }, fields: {} }
    expect(findUnboundedLists(document(list), reasons)).toEqual([])
  })

  it('are found in any part of the response', () => {
    const nested = { type: 'object', properties: { voters: { anyOf: [list, { type: 'null' }] } } }
    expect(findUnboundedLists(document(nested), none)).toEqual([
      'votes.listVotes: voters has no bound: page it or use .max()',
    ])
    const short = { endpoints: {}, fields: { voters: 'x' } }
    expect(findUnboundedLists(document(nested), short)).toEqual([])
  })
})

describe('types', () => {
  async function compile(text: string): Promise<string> {
    const dir = aTree({
      'fixture.ts': `import { z } from 'zod'\nimport { endpoint } from '@stoa/contract/endpoint'\n${text}`,
      'tsconfig.json': JSON.stringify({ extends: './base.json', include: ['fixture.ts'] }),
      'base.json': JSON.stringify({ extends: join(rootDir, 'tsconfig.base.json') }),
    })
    symlinkSync(join(rootDir, 'apps/server/node_modules'), join(dir, 'node_modules'))
    // Type roots are resolved from the fixture, which has only the server's dependencies.
    const command = ['tsc', '--project', dir, '--types', '']
    return (await runStep({ name: 'tsc', commands: [command] })).output
  }
  const parts = `method: 'GET', path: '/answer/api/v1/x', summary: 'x', response: z.null()`

  it('accept a complete endpoint', async () => {
    const text = `export const x = endpoint({ ${parts}, access: 'public', errors: ['auth.required'] })`
    expect(await compile(text)).toBe('')
  })

  it('reject an endpoint without access', async () => {
    expect(await compile(`export const x = endpoint({ ${parts} })`)).toContain(
      "'access' is missing",
    )
  })

  it('reject an unknown error code', async () => {
    const text = `export const x = endpoint({ ${parts}, access: 'public', errors: ['no.such_code'] })`
    expect(await compile(text)).toContain('"no.such_code"')
  })
})

describe('events', () => {
  it('are emitted somewhere', () => {
    const sources = [`await tx.emit('a.happened', { id })`, `tx.emit(\n  'b.happened',\n  event)`]
    expect(findEventProblems(['a.happened', 'b.happened', 'c.happened'], sources)).toEqual([
      'apps/server/src/events.ts: nothing emits c.happened',
    ])
  })

  const compile = async (declaration: string) => {
    const dir = aTree({
      'fixture.ts': `import { event } from '${join(rootDir, 'apps/server/src/kernel/invalidation.ts')}'\nexport const events = { 'x.happened': ${declaration} }`,
      'tsconfig.json': JSON.stringify({
        extends: join(rootDir, 'tsconfig.base.json'),
        include: ['fixture.ts'],
      }),
    })
    const command = ['tsc', '--project', dir, '--types', '']
    return (await runStep({ name: 'tsc', commands: [command] })).output
  }

  it('compile with a declaration of what they invalidate', async () => {
    const declared = await compile('event<{ id: string }>(({ id }) => ({ pages: [`o${id}`] }))')
    expect(declared).toBe('')
  })

  it('do not compile if they invalidate all pages and do not name the stored ones', async () => {
    const missing = await compile("event<{ id: string }>(() => ({ pages: ['*'] }))")
    expect(missing).toContain('is not assignable')
  })

  it('do not compile without one', async () => {
    expect(await compile('event<{ id: string }>()')).toContain('Expected 1 arguments, but got 0')
  })
})

describe('locale check', () => {
  const use = findKeyUse({
    'page.tsx': `const title = 'page.title'\nexport const Page = ({ t }) => <h1>{t('page.hello')}{t.rich('page.rich', {})}</h1>`,
  })

  it('accepts keys that are used in a table or a call', () => {
    const keys = ['page.title', 'page.hello', 'page.rich', 'error.x']
    expect(findMissingKeys(keys, use, ['error.x'])).toEqual([])
    expect(findUnusedKeys(keys, use, ['error.x'])).toEqual([])
  })

  it('counts a template as use, except in a derived family', () => {
    const tabs = findKeyUse({ 'tabs.ts': 't(`order.${order}`); t(`error.${code}`)' })
    const keys = ['order.newest', 'error.x', 'error.gone']
    expect(findUnusedKeys(keys, tabs, ['error.x'])).toEqual(['error.gone'])
  })

  it('rejects an unused key', () => {
    const keys = ['page.title', 'page.hello', 'page.rich', 'page.gone']
    expect(findUnusedKeys(keys, use, [])).toEqual(['page.gone'])
  })

  it('rejects a key and an error code without a message', () => {
    expect(findMissingKeys(['page.title', 'page.rich'], use, ['error.x'])).toEqual([
      'page.tsx:2: no message page.hello in en_US.json',
      'en_US.json: error.x is missing',
    ])
  })

  it('rejects a key of the admin area that is used elsewhere', () => {
    const keys = ['page.title', 'order.newest', 'jobs.retry']
    const elsewhere = findKeyUse({
      'page.tsx': "t('page.title')",
      'tabs.ts': 't(`order.${order}`)',
    })
    expect(findMisplacedKeys(keys, elsewhere)).toEqual([
      'packages/locales/src/admin: page.title is used outside of the admin area',
      'packages/locales/src/admin: order.newest is used outside of the admin area',
    ])
  })

  it('that only the server has is not used on a page', () => {
    const onPages = findKeyUse({ 'page.tsx': "t('mails.title')" })
    expect(findServerKeys(['mails.title', 'mails.footer'], onPages)).toEqual([
      'en_US.json: mails.title is used on a page, but only the server has it',
    ])
  })
})

describe('untranslated messages', () => {
  it('are counted, and the first are named', () => {
    expect(describeUntranslated('ar', [])).toEqual([])
    const keys = ['a.a', 'a.b', 'a.c', 'a.d', 'a.e', 'a.f']
    expect(describeUntranslated('ar', keys)).toEqual([
      'packages/locales/src/ar.json: 6 not translated: a.a, a.b, a.c, a.d, a.e, …',
    ])
  })
})

describe('migration check', () => {
  const server = join(rootDir, 'apps/server')
  const drizzleKit = join(server, 'node_modules/.bin/drizzle-kit')
  const table = (columns: string) =>
    `import { integer, pgTable, text } from 'drizzle-orm/pg-core'\nexport const votes = pgTable('votes', { ${columns} })\n`

  it('rejects tables that differ from the migrations', async () => {
    const dir = aTree({
      'drizzle.config.ts': `export default { dialect: 'postgresql', schema: './src/**/*.table.ts', out: './drizzle' }`,
      'src/votes.table.ts': table(`id: integer('id').primaryKey()`),
    })
    symlinkSync(join(server, 'node_modules'), join(dir, 'node_modules'))
    const generate = { name: 'generate', commands: [[drizzleKit, 'generate']], cwd: dir }
    expect(await runStep(generate)).toMatchObject({ ok: true })
    expect(await findDrift(dir, drizzleKit)).toEqual([])

    const changed = table(`id: integer('id').primaryKey(), note: text('note')`)
    writeFileSync(join(dir, 'src/votes.table.ts'), changed)
    expect(await findDrift(dir, drizzleKit)).toEqual([expect.stringContaining('ADD COLUMN "note"')])
  })
})
