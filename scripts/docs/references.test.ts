import { describe, expect, it } from 'vitest'
import { foreignNames } from './foreign.ts'
import { readKnown } from './known.ts'
import { addNames, emptyNames } from './names.ts'
import { listBlocks, listCodeSpans, listCommands, pages, readPage } from './pages.ts'
import { isKnownCode, type Known } from './references.ts'

const known = readKnown()
const foreign = Object.values(foreignNames).flat()

describe('code in the documentation', () => {
  it.each(pages)('exists: %s', (page) => {
    const text = readPage(page)
    const codes = [...listCodeSpans(text), ...listCommands(text)]
    const unknown = codes.filter((code) => !foreign.includes(code) && !isKnownCode(code, known))
    expect(unknown).toEqual([])
  })

  it.each(pages)('names existing variables and identifiers in blocks: %s', (page) => {
    const text = readPage(page)
    const variables = text.match(/\bSTOA_[A-Z_]+/g) ?? []
    expect(variables.filter((name) => !known.variables.has(name))).toEqual([])
    const identifiers = listBlocks(text, 'ts').flatMap((block) => identifiersOf(block))
    expect(identifiers.filter((name) => !known.names.identifiers.has(name))).toEqual([])
  })

  it('has only foreign names that are foreign and mentioned', () => {
    expect(foreign.filter((code) => isKnownCode(code, known))).toEqual([])
    const mentioned = new Set(pages.flatMap((page) => listCodeSpans(readPage(page))))
    expect(foreign.filter((code) => !mentioned.has(code))).toEqual([])
  })
})

function identifiersOf(block: string) {
  const names = emptyNames()
  addNames(names, 'block.ts', block)
  return [...names.identifiers]
}

describe('isKnownCode', () => {
  it.each([
    ['a file', 'features/tags/tags.rules.ts', 'features/tags/tags.rule.ts'],
    ['a file without its folder', 'tags.rules.ts', 'tags.rule.ts'],
    ['a folder', 'features/tags', 'features/tag'],
    ['a folder that the code creates', '.services/', '.service/'],
    ['an identifier', 'canUseTags', 'canUseTag'],
    ['a call', 'canUseTags(actor, …)', 'canUseTag(actor, …)'],
    ['an argument of a call', 'canUseTags(actor, …)', 'canUseTags(actors, …)'],
    ['a member', 'tx.emit(…)', 'tx.emitted(…)'],
    ['a group of identifiers', 'canX', 'mayX'],
    ['an event', 'question.asked', 'question.answered'],
    ['an error', '403 error.tag.reserved', '403 error.tag.forbidden'],
    ['a setting', 'login.allow_new_registrations', 'login.allow_registrations'],
    ['a column', 'users.points', 'users.karma'],
    ['a metric', 'stoa_jobs_dead', 'stoa_jobs_lost'],
    ['a group of metrics', 'stoa_jobs_*', 'stoa_tasks_*'],
    ['a variable', 'STOA_PORT=3000', 'STOA_PORTS=3000'],
    ['an endpoint', 'GET /question/tags', 'POST /question/tags'],
    ['the path of an endpoint', 'question/tags', 'question/tag'],
    ['a URL', '/install/key#…', '/install/code#…'],
    ['a parameter of a URL', '/install?safe_mode', '/install?safer_mode'],
    ['a value', 'kept', 'held'],
    ['a name in SQL', 'search_times', 'search_dates'],
    ['a header', 'X-Request-Id', 'X-Request-Key'],
    ['a log line', 'not installed yet', 'not configured yet'],
    ['a package', '@noble/hashes', '@noble/hash'],
    ['a script', 'pnpm check', 'pnpm verify'],
    ['a subcommand', 'pnpm bench data', 'pnpm bench fill'],
    ['an option of a script', 'pnpm bench data --questions 10', 'pnpm bench data --answers 10'],
    ['an option that is passed on', 'pnpm e2e --trace=on', 'pnpm e2e --debug=on'],
    ['a command', 'stoa doctor', 'stoa nurse'],
    ['a command with a subcommand', 'stoa jobs dead', 'stoa jobs alive'],
    ['an option of a command', 'stoa doctor --fix', 'stoa doctor --repair'],
    ['an option alone', '--fix', '--repair'],
    ['a command through pnpm', 'pnpm stoa doctor', 'pnpm stoa nurse'],
  ])('knows %s', (_kind, existing, missing) => {
    expect([isKnownCode(existing, example), isKnownCode(missing, example)]).toEqual([true, false])
  })

  it('ignores comments, and strings of tests', () => {
    const names = emptyNames()
    addNames(names, 'a.ts', '/* removed */ const kept = 1 // gone')
    addNames(names, 'a.test.ts', "expect('no_longer').toBe(kept)")
    const codes = ['kept', 'removed', 'gone', 'no_longer']
    expect(codes.filter((code) => isKnownCode(code, { ...example, names }))).toEqual(['kept'])
  })

  it('reads no bad examples and no blocks', () => {
    const table = '| Instead of | Write |\n|---|---|\n| `oldName` | `newName` |\n'
    const block = '```ts\nconst a = `b`\n```\n'
    expect(listCodeSpans(`${table}\n${block}\nand \`after\``)).toEqual(['newName', 'after'])
  })
})

const exampleNames = emptyNames()
addNames(
  exampleNames,
  'example.ts',
  `export function canUseTags(actor: Actor) {
    tx.emit('question.asked', { safe_mode: true })
    app.get('/install/key', 'not installed yet', 'kept', '.services', '/install')
    return sql\`select search_times(now()), 'x-request-id'\`
  }`,
)

const example: Known = {
  names: exampleNames,
  dotted: new Set([
    'question.asked',
    'error.tag.reserved',
    'login.allow_new_registrations',
    'users.points',
  ]),
  endpoints: [{ method: 'GET', path: '/api/v1/question/tags' }],
  metrics: ['stoa_jobs_dead'],
  variables: new Set(['STOA_PORT']),
  packages: new Set(['@noble/hashes']),
  programs: {
    'pnpm check': { text: '' },
    'pnpm bench': { text: "case 'data': // --questions" },
    'pnpm e2e': { text: '', passedOn: ['trace'] },
    stoa: { text: "['doctor', f], ['jobs', 'dead'], fix: { type: 'boolean' }" },
  },
  hasPath: (path) =>
    ['features/tags', 'features/tags/tags.rules.ts', 'tags.rules.ts'].includes(path),
}
