// The output of `pnpm new` passes `pnpm check`, in a copy of this repository.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTimeout, copyTree, runIn } from './copy-tree.ts'
import { newDecision } from './decision.ts'
import { fill, namesOf } from './names.ts'

describe('pnpm new feature', { timeout: copyTimeout }, () => {
  let copy = ''
  const runInCopy = (...command: string[]) => runIn(copy, command)

  beforeAll(async () => {
    copy = copyTree()
    const result = await runInCopy(
      process.execPath,
      'scripts/new/main.ts',
      'feature',
      'community/close-votes',
    )
    if (!result.ok) throw new Error(result.output)
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  it('adds the feature to the lists', () => {
    const read = (file: string) => readFileSync(join(copy, file), 'utf8')
    expect(read('packages/contract/src/endpoints.ts')).toContain(
      `'close-votes': endpointsOf(closeVotes)`,
    )
    expect(read('apps/server/src/features.ts')).toContain('  closeVotesFeature,\n]')
    expect(read('boundaries.ts')).toContain(`'close-votes': ['users']`)
  })

  it('writes files that pass every check', async () => {
    const checks =
      'format,lint,unused,types:contract,types:server,types:web,boundaries,locales,contract,migrations'
    const result = await runInCopy(process.execPath, 'scripts/check.ts', '--only', checks)
    expect(result.ok, result.output).toBe(true)
  })

  it('writes tests that pass', async () => {
    const result = await runInCopy('vitest', 'run', 'features/community/close-votes')
    expect(result.ok, result.output).toBe(true)
  })

  it('rejects a name that is taken or not a plural noun', async () => {
    const again = await runInCopy(
      process.execPath,
      'scripts/new/main.ts',
      'feature',
      'community/close-votes',
    )
    expect(again.output).toContain('already exists')
    const nowhere = await runInCopy(process.execPath, 'scripts/new/main.ts', 'feature', 'polls')
    expect(nowhere.output).toContain('name an area: site, people')
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
    expect(namesOf('badges')).toMatchObject({ one: 'badge' })
  })
})

describe('fill', () => {
  it('replaces placeholders next to other braces', () => {
    expect(fill('{{{many}}.map(x)}', { many: 'votes' })).toBe('{votes.map(x)}')
  })
})
