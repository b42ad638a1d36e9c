import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deviceCookieName, sessionCookieName } from '../src/kernel/session-cookie.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = new Map(
  globSync('{apps/{server/src,web/app},packages/contract/src}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(test|fixture|factory)\./.test(file))
    .map((file) => [file, read(file)]),
)
const allCode = [...sources.values()].join('\n')

/** The names that an expression in a cookie lookup stands for. */
function namesOf(expression: string): string[] {
  const literal = /^'([\w-]+)'$/.exec(expression)?.[1]
  if (literal !== undefined) return [literal]
  const bySite = { sessionCookieName, deviceCookieName }
  for (const [name, nameFor] of Object.entries(bySite))
    if (expression.startsWith(`${name}(`))
      return [nameFor('https://a.example'), nameFor('http://a.example')]
  const constant = new RegExp(`const ${expression} = '([\\w-]+)'`).exec(allCode)?.[1]
  return [constant ?? `unknown: ${expression}`]
}

function cookiesRead() {
  const lookups = [
    ...allCode.matchAll(/(?<!function )readCookie\([^,]+,\s*([^)]+?)\s*\)/g),
    ...allCode.matchAll(/\.cookies\[([^\]]+)\]/g),
  ]
  return new Set(lookups.flatMap(([, expression = '']) => namesOf(expression)))
}

/** The table of cookies in the CDN documentation: name to what a CDN does. */
function documented() {
  const section = /### A CDN\n([\s\S]*?)\n## /.exec(read('docs/operating.md'))?.[1] ?? ''
  const table = section.slice(section.indexOf('| Cookie |'), section.indexOf('\n\nPages made'))
  return new Map(
    [...table.matchAll(/^\| (`[^|]+) \|[^|]+\| ([^|]+) \|$/gm)].flatMap(
      ([, names = '', does = '']) =>
        [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, does] as const),
    ),
  )
}

describe('the cookies in the CDN documentation', () => {
  it('are exactly those that the code reads', () => {
    expect(cookiesRead().size).toBeGreaterThan(5)
    expect([...documented().keys()].toSorted()).toEqual([...cookiesRead()].toSorted())
  })

  it('are read in no other way than by the lookups counted here', () => {
    const parsing = /headers\.cookie\b|headers\['cookie'\]|\.cookies\b(?!\[)/
    const files = [...sources].filter(([, text]) => parsing.test(text)).map(([file]) => file)
    expect(files.toSorted()).toEqual([
      // Redacts the header.
      'apps/server/src/kernel/log.ts',
      // Compares names with `sharedPages` and the session.
      'apps/server/src/kernel/pages/page-key.ts',
      // Asks only whether there is any cookie.
      'apps/server/src/kernel/web/origin.ts',
    ])
  })

  it('are treated by deploy/nginx.conf as the documentation says', () => {
    const config = read('deploy/nginx.conf')
    const ownMap = /map \$http_cookie \$is_own \{([\s\S]*?)\n {2}\}/.exec(config)?.[1] ?? ''
    const patterns = [...ownMap.matchAll(/"~\*(.+)" 1;/g)].map(
      ([, text = '']) => new RegExp(text, 'i'),
    )
    const key = /proxy_cache_key "(\$host\$request_uri .*)";/.exec(config)?.[1] ?? ''
    for (const [name, does] of documented()) {
      const isPassedOn = patterns.some((pattern) => pattern.test(`a=b; ${name}=x`))
      expect(isPassedOn, name).toBe(does.startsWith('passes'))
      expect(key.includes(`$cookie_${name}`), name).toBe(does.startsWith('keeps'))
    }
  })
})
