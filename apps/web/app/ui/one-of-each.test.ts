import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const app = join(import.meta.dirname, '..')

/** What only the pieces themselves may be made of. Everyone else uses the piece. */
const materials: [what: RegExp, piece: string][] = [
  [/<button\b/, 'ui/button, ui/icon-button, ui/text-button or ui/menu-submit'],
  [/<(dialog|textarea|select)\b/, 'ui/dialog, ui/text-area or ui/select'],
  [/<input(?![^>]*type="hidden")/, 'ui/text-input, ui/checkbox or ui/radio-group'],
  [/<table\b/, 'ui/table'],
  [/<progress\b/, 'ui/progress'],
  [/role="(dialog|alertdialog|menu|listbox|combobox|switch|tablist|tooltip)"/, 'the piece in ui'],
  [/from '(radix-ui|@radix-ui\/[^']+|@codemirror\/[^']+|d3-[^']+)'/, 'the piece in ui'],
]

function secondPieces(file: string, text: string): string[] {
  return materials
    .filter(([what]) => what.test(text))
    .map(([what, piece]) => `${file}: ${what.exec(text)?.[0]}; use ${piece}`)
}

it('there is one button, one dialog, one field: nobody outside ui makes their own', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: app })
    .filter((file) => !file.startsWith('ui/') && !file.includes('.test.'))
    .map((file) => [file, readFileSync(join(app, file), 'utf8')] as const)
  expect(files.length).toBeGreaterThan(40)
  expect(files.flatMap(([file, text]) => secondPieces(file, text))).toEqual([])
})

it('no piece is defined twice in ui', () => {
  const kinds = /^(button|dialog|toast|menu|tooltip|select|checkbox|switch|tabs|pager|avatar)\.tsx$/
  const pieces = globSync('**/*.tsx', { cwd: join(app, 'ui') })
    .map((file) => file.split('/').at(-1) ?? '')
    .filter((name) => kinds.test(name))
  expect(pieces.toSorted()).toEqual([...new Set(pieces)].toSorted())
  expect(pieces.length).toBe(11)
})

it('the check sees a second button', () => {
  expect(secondPieces('features/x.tsx', '<button className="blue">Ask</button>')).toHaveLength(1)
  expect(secondPieces('features/x.tsx', '<input type="hidden" name="return" />')).toEqual([])
})
