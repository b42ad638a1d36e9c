import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import routes, { screens } from './routes.ts'

const here = import.meta.dirname

it('every screen has an existing file, guard and frame', () => {
  const files = screens.flatMap(({ file, guard, frame }) => [
    file,
    `guards/${guard}.tsx`,
    `frames/${frame}.tsx`,
  ])
  expect(files.filter((path) => !existsSync(join(here, path)))).toEqual([])
})

it('every guard file is used', () => {
  const used = new Set(screens.map((screen) => `${screen.guard}.tsx`))
  expect(readdirSync(join(here, 'guards')).filter((file) => !used.has(file))).toEqual([])
})

it('every path exists once, behind exactly one guard', () => {
  const guarded = routes.flatMap(({ children = [] }) => children)
  const paths = guarded.flatMap(({ children = [] }) => children.map(({ path }) => path))
  expect(new Set(paths)).toEqual(new Set(screens.map(({ path }) => path)))
  expect(paths.length).toBe(screens.length)
})
