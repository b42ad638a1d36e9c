// A check that cannot fail is no check: each is fed what it must refuse.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { rootDir } from '../services/ports.ts'
import { findMounted, findMountProblems, findTableProblems } from './contract-rules.ts'
import { findKeyProblems, findKeyUse } from './locale-rules.ts'
import { findDrift } from './migration-drift.ts'
import { runStep } from './steps.ts'

const made: string[] = []
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true })
})

function aTree(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-check-'))
  made.push(dir)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  return dir
}

describe('the contract check', () => {
  const catalogue = { tiers: ['public', 'member'], codes: ['vote.own_post'], implied: [] }
  const vote = { method: 'POST', path: '/vote', access: 'member', errors: ['vote.own_post'] }

  it('accepts a sound table', () => {
    expect(findTableProblems({ votes: { vote } }, catalogue)).toEqual([])
  })

  it('refuses an endpoint without access', () => {
    const table = { votes: { vote: { ...vote, access: undefined } } }
    expect(findTableProblems(table, catalogue)).toEqual(['votes.vote: no known access'])
  })

  it('refuses an undeclared error code, and one that no endpoint declares', () => {
    const table = { votes: { vote: { ...vote, errors: ['vote.nonsense'] } } }
    expect(findTableProblems(table, catalogue)).toEqual([
      'votes.vote: unknown error code vote.nonsense',
      'errors.ts: no endpoint declares vote.own_post',
    ])
  })

  it('refuses two endpoints at one address', () => {
    const table = { votes: { vote, again: vote } }
    expect(findTableProblems(table, catalogue)[0]).toContain('same address as votes.vote')
  })

  it('refuses an endpoint that no route answers', () => {
    const routes = `import { vote } from '@stoa/contract/features/votes'\nexport const routes = [route(vote, h)]`
    expect(findMounted({ 'votes.routes.ts': routes })).toEqual(['votes.vote'])
    expect(findMountProblems({ votes: { vote } }, ['votes.vote'])).toEqual([])
    expect(findMountProblems({ votes: { vote } }, [])).toEqual([
      'votes.vote: mounted 0 times; one route(...) must answer it',
    ])
  })
})

describe('the types', () => {
  async function compile(text: string): Promise<string> {
    const dir = aTree({
      'fixture.ts': `import { z } from 'zod'\nimport { endpoint } from '@stoa/contract/endpoint'\n${text}`,
      'tsconfig.json': JSON.stringify({ extends: './base.json', include: ['fixture.ts'] }),
      'base.json': JSON.stringify({ extends: join(rootDir, 'tsconfig.base.json') }),
    })
    symlinkSync(join(rootDir, 'apps/server/node_modules'), join(dir, 'node_modules'))
    // Type roots are looked up from the fixture, which has only the server's dependencies.
    const command = ['tsc', '--project', dir, '--types', '']
    return (await runStep({ name: 'tsc', commands: [command] })).output
  }
  const parts = `method: 'GET', path: '/answer/api/v1/x', summary: 'x', reply: z.null()`

  it('accept a complete endpoint', async () => {
    const text = `export const x = endpoint({ ${parts}, access: 'public', errors: ['auth.required'] })`
    expect(await compile(text)).toBe('')
  })

  it('refuse an endpoint without access', async () => {
    expect(await compile(`export const x = endpoint({ ${parts} })`)).toContain(
      "'access' is missing",
    )
  })

  it('refuse an undeclared error code', async () => {
    const text = `export const x = endpoint({ ${parts}, access: 'public', errors: ['no.such_code'] })`
    expect(await compile(text)).toContain('"no.such_code"')
  })
})

describe('the locale check', () => {
  const use = findKeyUse({
    'page.tsx': `const title = 'page.title'\nexport const Page = ({ t }) => <h1>{t('page.hello')}{t.rich('page.rich', {})}</h1>`,
  })

  it('accepts keys that are used, in a table or by a call', () => {
    expect(
      findKeyProblems(['page.title', 'page.hello', 'page.rich', 'error.x'], use, ['error.x']),
    ).toEqual([])
  })

  it('takes a key made from parts as used, but not in a family that has its own list', () => {
    const tabs = findKeyUse({ 'tabs.ts': 't(`order.${order}`); t(`error.${code}`)' })
    expect(findKeyProblems(['order.newest', 'error.x', 'error.gone'], tabs, ['error.x'])).toEqual([
      'en_US.json: error.gone is not used anywhere',
    ])
  })

  it('refuses an unused key', () => {
    const english = ['page.title', 'page.hello', 'page.rich', 'page.gone']
    expect(findKeyProblems(english, use, [])).toEqual([
      'en_US.json: page.gone is not used anywhere',
    ])
  })

  it('refuses a key without a message, and an error code without one', () => {
    expect(findKeyProblems(['page.title', 'page.rich'], use, ['error.x'])).toEqual([
      'page.tsx:2: no message page.hello in en_US.json',
      'en_US.json: error.x is missing',
    ])
  })
})

describe('the migration check', () => {
  const server = join(rootDir, 'apps/server')
  const drizzleKit = join(server, 'node_modules/.bin/drizzle-kit')
  const table = (columns: string) =>
    `import { integer, pgTable, text } from 'drizzle-orm/pg-core'\nexport const votes = pgTable('votes', { ${columns} })\n`

  it('refuses tables that the migrations do not make', async () => {
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
