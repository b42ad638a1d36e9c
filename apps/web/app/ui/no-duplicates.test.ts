import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const app = join(import.meta.dirname, '..')

/** Only allowed inside `ui`. */
const restricted: [pattern: RegExp, replacement: string][] = [
  [/<button\b/, 'ui/button, ui/icon-button, ui/text-button or ui/menu-submit'],
  [/<(dialog|textarea|select)\b/, 'ui/dialog, ui/text-area or ui/select'],
  [/<input(?![^>]*type="hidden")/, 'ui/text-input, ui/checkbox or ui/radio-group'],
  [/<table\b/, 'ui/table'],
  [/<progress\b/, 'ui/progress'],
  [
    /role="(dialog|alertdialog|menu|listbox|combobox|switch|tablist|tooltip)"/,
    'the component in ui',
  ],
  [/from '(radix-ui|@radix-ui\/[^']+|@codemirror\/[^']+|d3-[^']+)'/, 'the component in ui'],
]

function findDuplicates(file: string, text: string): string[] {
  return restricted
    .filter(([pattern]) => pattern.test(text))
    .map(([pattern, replacement]) => `${file}: ${pattern.exec(text)?.[0]}; use ${replacement}`)
}

it('code outside of ui uses the components of ui instead of its own', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: app })
    .filter((file) => !file.startsWith('ui/') && !file.includes('.test.'))
    .map((file) => [file, readFileSync(join(app, file), 'utf8')] as const)
  expect(files.length).toBeGreaterThan(40)
  expect(files.flatMap(([file, text]) => findDuplicates(file, text))).toEqual([])
})

it('no component is defined twice in ui', () => {
  const kinds = /^(button|dialog|toast|menu|tooltip|select|checkbox|switch|tabs|pager|avatar)\.tsx$/
  const components = globSync('**/*.tsx', { cwd: join(app, 'ui') })
    .map((file) => file.split('/').at(-1) ?? '')
    .filter((name) => kinds.test(name))
  expect(components.toSorted()).toEqual([...new Set(components)].toSorted())
  expect(components.length).toBe(11)
})

it('findDuplicates reports a button outside of ui', () => {
  expect(findDuplicates('features/x.tsx', '<button className="blue">Ask</button>')).toHaveLength(1)
  expect(findDuplicates('features/x.tsx', '<input type="hidden" name="return" />')).toEqual([])
})
