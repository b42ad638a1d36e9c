// Each lint rule that the project relies on must report one bad line.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootDir } from '../services/ports.ts'

const src = 'apps/server/src'
const longFile = Array.from({ length: 401 }, (_, i) => `export const v${i} = ${i}`).join('\n')
const manyCases = Array.from({ length: 12 }, (_, i) => `if (a === ${i}) return ${i}`).join('\n')
const fetcher = 'export async function f(): Promise<number> { return 1 }\n'

const bad: [rule: string, file: string, text: string][] = [
  ['typescript(no-floating-promises)', 'floating.ts', `${fetcher}export function g() { f() }`],
  ['typescript(no-misused-promises)', 'misused.ts', `${fetcher}if (f()) void f()`],
  [
    'typescript(switch-exhaustiveness-check)',
    'switch.ts',
    `export function h(s: 'a' | 'b') { switch (s) { case 'a': return 1 } return 2 }`,
  ],
  [
    'typescript(consistent-type-imports)',
    'types.ts',
    `import { A } from './a.ts'\nexport type B = A`,
  ],
  ['typescript(no-explicit-any)', 'any.ts', 'export const a: any = 1'],
  ['typescript(no-unsafe-assignment)', 'unsafe.ts', `export const a: string = JSON.parse('1')`],
  ['typescript(no-non-null-assertion)', 'assert.ts', 'export const a = [1][0]!'],
  ['import(no-default-export)', 'default.ts', 'export default 1'],
  ['import(no-cycle)', 'cycle-a.ts', `import { b } from './cycle-b.ts'\nexport const a = () => b`],
  ['node(no-process-env)', 'env.ts', 'export const home = process.env.HOME'],
  ['oxc(no-barrel-file)', 'barrel.ts', `export * from './a.ts'`],
  ['unicorn(filename-case)', 'BadName.ts', 'export const a = 1'],
  ['eslint(no-console)', 'console.ts', `console.log('x')`],
  ['eslint(max-lines)', 'long.ts', longFile],
  [
    'eslint(max-params)',
    'params.ts',
    'export function f(a: number, b: number, c: number, d: number, e: number) { return a + b + c + d + e }',
  ],
  ['eslint(complexity)', 'complex.ts', `export function f(a: number) {\n${manyCases}\nreturn 1 }`],
  ['eslint(no-restricted-globals)', 'fetch.ts', `export const response = fetch('/x')`],
  [
    'vitest(no-focused-tests)',
    'only.test.ts',
    `import { it } from 'vitest'\nit.only('x', () => {})`,
  ],
]

const good: [rule: string, file: string, text: string][] = [
  [
    'node(no-process-env)',
    `${src}/platform/process/read-config.ts`,
    'export const home = process.env.HOME',
  ],
  ['eslint(no-console)', 'scripts/hello.ts', `console.log('x')`],
  ['import(no-default-export)', 'apps/web/app/routes/home.tsx', 'export default 1'],
]

describe('lint', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-lint-'))
  let problems: string[] = []

  beforeAll(() => {
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(dir, file)), { recursive: true })
      writeFileSync(join(dir, file), `${text}\n`)
    }
    cpSync(join(rootDir, '.oxlintrc.json'), join(dir, '.oxlintrc.json'))
    cpSync(join(rootDir, 'tsconfig.base.json'), join(dir, 'tsconfig.base.json'))
    symlinkSync(join(rootDir, 'node_modules'), join(dir, 'node_modules'))
    write('tsconfig.json', '{ "extends": "./tsconfig.base.json", "include": ["apps", "scripts"] }')
    write(`${src}/a.ts`, 'export type A = number')
    write(`${src}/cycle-b.ts`, `import { a } from './cycle-a.ts'\nexport const b = () => a`)
    for (const [, file, text] of bad) write(`${src}/${file}`, text)
    for (const [, file, text] of good) write(file, text)
    problems = lint(dir)
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it.each(bad)('reports %s', (rule, file) => {
    expect(problems).toContain(`${src}/${file} ${rule}`)
  })

  it.each(good)('allows %s in %s', (rule, file) => {
    expect(problems).not.toContain(`${file} ${rule}`)
  })
})

function lint(dir: string): string[] {
  try {
    execFileSync('oxlint', ['--format=json'], { cwd: dir, encoding: 'utf8', timeout: 120_000 })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { filename: string; code: string }[]
    }
    return diagnostics.map(({ filename, code }) => `${filename} ${code}`)
  }
}
