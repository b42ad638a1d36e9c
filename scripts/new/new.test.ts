// The output of `pnpm new` passes `pnpm check`, in a copy of this repository.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTimeout, copyTree, runIn } from './copy-tree.ts'
import { newDecision } from './decision.ts'
import { fill, namesOf } from './names.ts'

const locales = join(import.meta.dirname, '../../packages/locales/src')
const migrations = readdirSync(join(import.meta.dirname, '../../apps/server/drizzle'))
/** The second one that is generated. Numbers start at zero. */
const migration = `${String(migrations.filter((file) => file.endsWith('.sql')).length + 1).padStart(4, '0')}_medals`

describe('pnpm new feature', { timeout: copyTimeout }, () => {
  let copy = ''
  const output: Record<string, string> = {}
  const runInCopy = (...command: string[]) => runIn(copy, command)
  const runNew = (...args: string[]) => runInCopy(process.execPath, 'scripts/new/main.ts', ...args)
  const read = (file: string) => readFileSync(join(copy, file), 'utf8')
  const keysOf = (locale: string) =>
    [`${locale}.json`, `admin/${locale}.json`].flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(join(locales, file), 'utf8')) as object),
    )
  const countUntranslated = () => {
    const translated = new Set(keysOf('ar'))
    return keysOf('en_US').filter((key) => !translated.has(key)).length
  }

  beforeAll(async () => {
    copy = copyTree()
    for (const [name, shape] of [
      ['endorsements', 'toggle'],
      ['medals', 'owned'],
    ] as const) {
      const result = await runNew('feature', `community/${name}`, '--shape', shape)
      if (!result.ok) throw new Error(result.output)
      output[shape] = result.output
    }
    putButtonOnQuestion()
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  const screen = 'apps/web/app/routes/questions/detail.tsx'

  /** What is left to do for a toggle. */
  function putButtonOnQuestion() {
    const text = read(screen)
      .replace(
        'import { Slot } from',
        `import { listEndorsements } from '@stoa/contract/features/endorsements'\nimport { Slot } from`,
      )
      .replace(
        'import { SitePage } from',
        `import { EndorsementButton } from '../../features/community/endorsements/endorsement-button.tsx'\nimport { SitePage } from`,
      )
      .replace('import { submit } from', 'import { apiFrom, submit } from')
      .replace(
        '  return {\n    pageData,',
        `  const object_id = pageData.question.id
  return {
    endorsements: await apiFrom(args).call(listEndorsements, { object_id, page_size: 1 }),
    pageData,`,
      )
      .replace(
        '        <AnswerSection\n',
        '        <EndorsementButton questionId={question.id} state={loaderData.endorsements} />\n        <AnswerSection\n',
      )
    writeFileSync(join(copy, screen), text)
  }

  /** What was written and changed. The rest is the same as in this repository, and linting it takes far longer. */
  function listSources() {
    const listed = Object.values(output).flatMap((text) => text.match(/^ {2}\S+\.tsx?$/gm) ?? [])
    const files = new Set([...listed.map((line) => line.trim()), screen])
    expect(files.size).toBeGreaterThan(20)
    return files
  }

  it('changes few files', () => {
    const countOf = (verb: string) =>
      Number(new RegExp(`^${verb} (\\d+) files`, 'm').exec(output['toggle'] ?? '')?.[1])
    const existing = countOf('changed') + [screen].length
    expect(existing).toBeLessThanOrEqual(8)
    expect(countOf('wrote') + existing).toBeLessThanOrEqual(20)
  })

  it('adds the feature to the lists', () => {
    expect(read('packages/contract/src/endpoints.ts')).toContain('endorsements: endpointsOf(')
    expect(read('apps/server/src/features.ts')).toContain(
      '  endorsementsFeature,\n  medalsFeature,\n]',
    )
    expect(read('apps/server/src/events.ts')).toContain("'endorsement.switched': event<")
    expect(read('boundaries.ts')).toContain("endorsements: ['shared', 'users']")
    const [, community] = read('docs/features.md').split('## community')
    expect(community?.split('## ')[0]).toContain(
      '| `medals` | medals that users add for themselves |',
    )
    expect(read('apps/web/app/routes.ts')).toContain(
      "{ path: '/medals', file: 'routes/users/medals.tsx'",
    )
    expect(read('apps/server/test/guards.txt').match(/^\/medals +member +login /gm)).toHaveLength(2)
  })

  it('uses the right article', () => {
    const summary = read('packages/contract/src/features/endorsements.ts')
    expect(summary).toContain('Adds or removes an endorsement')
    expect(read('packages/contract/src/features/medals.ts')).toContain('Adds a medal')
  })

  it('names what it wrote and what is next', () => {
    for (const text of [
      `  apps/server/drizzle/${migration}.sql`,
      'pnpm new migration medals --redo',
      'pnpm test contract.test -t reviewed -u',
    ])
      expect(output['owned']).toContain(text)
  })

  it('writes files that pass every check', async () => {
    const checks =
      'format,unused,types:contract,types:server,types:web,boundaries,locales,contract,migrations,words'
    const result = await runInCopy(process.execPath, 'scripts/check.ts', '--only', checks)
    expect(result.ok, result.output).toBe(true)
    // After the check, which generates the types of routes.
    const lint = await runInCopy('oxlint', ...listSources())
    expect(lint.ok, lint.output).toBe(true)
    expect(result.output).toContain(`ar.json: ${countUntranslated() + 7} not translated: `)
  })

  it('writes tests that pass and the reviewed access, and owes nothing', async () => {
    const tests = ['endorsements', 'medals'].map((name) => `features/community/${name}`)
    // In CI, a snapshot that is missing fails.
    const command = ['env', 'CI=true', 'vitest', 'run', ...tests, 'test/owed.', 'test/contract.']
    const result = await runInCopy(...command)
    expect(result.ok, result.output).toBe(true)
  })

  it('generates the last migration again', async () => {
    const schema = join(copy, 'apps/server/src/schema/medals.ts')
    writeFileSync(
      schema,
      read('apps/server/src/schema/medals.ts').replace('title: text()', 'label: text()'),
    )
    const result = await runNew('migration', 'medals', '--redo')
    expect(result.ok, result.output).toBe(true)
    expect(read(`apps/server/drizzle/${migration}.sql`)).toContain('"label" text')
    expect(read('apps/server/drizzle/meta/_journal.json').match(/medals/g)).toHaveLength(1)
    const other = await runNew('migration', 'endorsements', '--redo')
    expect(other.output).toContain(`the last migration is ${migration}`)
  })

  it('rejects a name that is taken or not a plural noun, and a missing shape', async () => {
    const again = await runNew('feature', 'community/medals', '--shape', 'owned')
    expect(again.output).toContain('already exists')
    const nowhere = await runNew('feature', 'polls', '--shape', 'owned')
    expect(nowhere.output).toContain('name an area: site, people')
    const below = await runNew('feature', 'site/polls', '--shape', 'toggle')
    expect(below.output).toContain('the area site is below')
    expect((await runNew('feature', 'community/polls')).output).toContain('usage:')
    expect(() => namesOf('closeVote')).toThrow('plural noun')
  })
})

describe('pnpm new decision', () => {
  it('uses the next number', () => {
    const dir = mkdtempSync(join(tmpdir(), 'stoa-decisions-'))
    expect(newDecision('One language only', dir)).toBe('0001-one-language-only.md')
    expect(newDecision('Why not two?', dir)).toBe('0002-why-not-two.md')
    expect(readFileSync(join(dir, '0002-why-not-two.md'), 'utf8')).toContain('# 0002. Why not two?')
    rmSync(dir, { recursive: true })
  })
})

describe('namesOf', () => {
  it('returns the forms of a feature name', () => {
    expect(namesOf('close-votes')).toMatchObject({
      One: 'CloseVote',
      many: 'closeVotes',
      many_snake: 'close_votes',
    })
    expect(namesOf('replies')).toMatchObject({ one: 'reply' })
    expect(namesOf('medals')).toMatchObject({ one: 'medal', 'a one words': 'a medal' })
    expect(namesOf('endorsements')).toMatchObject({ 'a one words': 'an endorsement' })
    expect(namesOf('user-groups')).toMatchObject({ a_One: 'aUserGroup' })
  })
})

describe('fill', () => {
  it('replaces placeholders next to other braces', () => {
    expect(fill('{{{many}}.map(x)}', { many: 'votes' })).toBe('{votes.map(x)}')
  })
})
