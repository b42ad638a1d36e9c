// After a feature is removed as docs/add-a-feature.md describes, the checks name every file that still mentions it.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyTimeout, copyTree, runIn } from './copy-tree.ts'

const ownFiles = [
  'packages/contract/src/features/bookmarks.ts',
  'apps/server/src/schema/bookmarks.ts',
  'apps/server/src/features/content/bookmarks',
  'apps/web/app/features/content/bookmarks',
]
const filesWithItsLines = [
  'packages/contract/src/endpoints.ts',
  'apps/server/src/features.ts',
  'apps/server/src/schema/posts.ts',
  'boundaries.ts',
]
const checks = 'types:contract,types:server,types:web,types:bench,boundaries,locales,contract'

const mention = /bookmark/i
const generatedFolder = /(^|\/)(node_modules|build|dist|\.react-router)$/
/** Tests, samples of the gallery, and old migrations. */
const otherFile = /\.test\.tsx?$|^apps\/server\/(test|drizzle)\/|^apps\/web\/app\/ui\/gallery\//

let copy = ''
beforeAll(() => {
  copy = copyTree()
  for (const path of ownFiles) rmSync(join(copy, path), { recursive: true })
  for (const file of filesWithItsLines) removeLines(join(copy, file))
})
afterAll(() => rmSync(copy, { recursive: true }))

function removeLines(file: string) {
  const text = readFileSync(file, 'utf8').replace(' and ${table.bookmarkCount} >= 0', '')
  const lines = text.split('\n').filter((line) => !mention.test(line))
  writeFileSync(file, lines.join('\n'))
}

function listLeftovers(): string[] {
  const exclude = (path: string) => generatedFolder.test(path)
  return globSync('{apps,bench,packages}/**/*.*', { cwd: copy, exclude })
    .filter((file) => !otherFile.test(file))
    .filter((file) => mention.test(readFileSync(join(copy, file), 'utf8')))
}

it('the checks name every leftover of a removed feature', { timeout: copyTimeout }, async () => {
  const command = [process.execPath, 'scripts/check.ts', '--only', checks]
  const { output, isOutOfTime } = await runIn(copy, command)
  expect(isOutOfTime, output).toBe(false)
  const named = new Set(output.match(/[\w./-]+\.(tsx?|json)\b/g))
  const leftovers = listLeftovers()
  expect(leftovers.length).toBeGreaterThan(10)
  expect(leftovers.filter((file) => !named.has(file))).toEqual([])
})
