import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  connectorCookieName,
  deviceCookieName,
  landingCookieName,
  sessionCookieName,
} from '../src/kernel/session-cookie.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = new Map(
  globSync('{apps/{server/src,web/app},packages/contract/src}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(test|fixture|factory)\./.test(file))
    .map((file) => [file, read(file)]),
)
const allCode = [...sources.values()].join('\n')

function namesOf(expression: string): string[] {
  const literal = /^'([\w-]+)'$/.exec(expression)?.[1]
  if (literal !== undefined) return [literal]
  const bySite = { sessionCookieName, deviceCookieName, connectorCookieName, landingCookieName }
  for (const [name, nameFor] of Object.entries(bySite))
    if (expression.startsWith(`${name}(`))
      return [nameFor('https://a.example'), nameFor('http://a.example')]
  const constant = new RegExp(`const ${expression} = '([\\w-]+)'`).exec(allCode)?.[1]
  return [constant ?? `unknown: ${expression}`]
}

function findCookieReads() {
  const lookups = [
    ...allCode.matchAll(/(?<!function )readCookie\([^,]+,\s*([^)]+?)\s*\)/g),
    ...allCode.matchAll(/\.cookies\[([^\]]+)\]/g),
  ]
  return new Set(lookups.flatMap(([, expression = '']) => namesOf(expression)))
}

/** The cookie table of the CDN documentation: name to rule. */
function documentedCookies() {
  const section = /### A CDN\n([\s\S]*?)\n## /.exec(read('docs/operating.md'))?.[1] ?? ''
  const [table = ''] = section.slice(section.indexOf('| Cookie |')).split('\n\n')
  return new Map(
    [...table.matchAll(/^\| (`[^|]+) \|[^|]+\| ([^|]+) \|$/gm)].flatMap(
      ([, names = '', rule = '']) =>
        [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, rule] as const),
    ),
  )
}

describe('cookies in the CDN documentation', () => {
  it('are exactly the cookies that the code reads', () => {
    expect(findCookieReads().size).toBeGreaterThan(5)
    expect([...documentedCookies().keys()].toSorted()).toEqual([...findCookieReads()].toSorted())
  })

  it('are read only by the lookups found here', () => {
    const parsing = /headers\.cookie\b|headers\['cookie'\]|\.cookies\b(?!\[)/
    const files = [...sources].filter(([, text]) => parsing.test(text)).map(([file]) => file)
    expect(files.toSorted()).toEqual([
      // Compares names with `cacheablePages` and the session.
      'apps/server/src/platform/page-cache/page-variant.ts',
      // Redacts the header.
      'apps/server/src/platform/process/log.ts',
      // Only checks whether there is a cookie.
      'apps/server/src/platform/ssr/origin.ts',
    ])
  })

  it('are handled by deploy/nginx.conf as documented', () => {
    const config = read('deploy/nginx.conf')
    const ownMap = /map \$http_cookie \$is_own \{([\s\S]*?)\n {2}\}/.exec(config)?.[1] ?? ''
    const patterns = [...ownMap.matchAll(/"~\*(.+)" 1;/g)].map(
      ([, text = '']) => new RegExp(text, 'i'),
    )
    const key = /proxy_cache_key "(\$host\$request_uri .*)";/.exec(config)?.[1] ?? ''
    for (const [name, rule] of documentedCookies()) {
      const isPassedOn = patterns.some((pattern) => pattern.test(`a=b; ${name}=x`))
      expect(isPassedOn, name).toBe(rule.startsWith('passes'))
      expect(key.includes(`$cookie_${name}`), name).toBe(rule.startsWith('keeps'))
    }
  })
})
