import { describe, expect, it } from 'vitest'
import { listSources, readSource } from '../check/sources.ts'
import { rootDir } from '../services/ports.ts'
import { readPage } from './pages.ts'

const source = /^apps\/server\/src\/(?:features\/)?(?!.*\.test\.)(.+\.tsx?)$/
const lock =
  /\.for\('(no key )?(update|share)|\.for\('key share'|for (?:no key )?update|pg_(try_)?advisory/

describe('docs/locks.md', () => {
  it('names exactly the files that take a lock', () => {
    const files = listSources(rootDir)
      .filter((file) => source.test(file) && lock.test(withoutComments(readSource(rootDir, file))))
      .map((file) => source.exec(file)?.[1] ?? '')
    expect(files.length).toBeGreaterThan(20)
    expect(listNamed().toSorted()).toEqual([...files, ...implicit].toSorted())
  })
})

/** Lock by inserting unique rows, or by updating a counter. */
const implicit = [
  'kernel/idempotency.ts',
  'kernel/page-changes.ts',
  'community/badges/awarding.actions.ts',
]

function withoutComments(text: string) {
  return text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
}

/** Files in the tables, each once. */
function listNamed() {
  const rows = readPage('docs/locks.md').match(/^\|.*\|$/gm) ?? []
  const names = rows.flatMap((row) => row.match(/(?<=`)[\w/.-]+\.ts(?=`)/g) ?? [])
  return [...new Set(names)]
}
