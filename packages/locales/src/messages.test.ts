import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { getMessages, messageFiles } from './all.ts'
import { languages } from './languages.ts'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

interface Arguments {
  all: Set<string>
  /** Without numbers that only select a plural form. */
  shown: Set<string>
}

function argumentsOf(text: string, tag: string): Arguments {
  const args: Arguments = { all: new Set(), shown: new Set() }
  collect(new IntlMessageFormat(text, tag).getAst(), args, null)
  return args
}

function collect(elements: Element[], args: Arguments, plural: string | null): void {
  for (const element of elements) {
    if (isPound(element)) {
      if (plural !== null) args.shown.add(plural)
    } else if ('children' in element) {
      args.all.add(`<${element.value}>`)
      args.shown.add(`<${element.value}>`)
      collect(element.children, args, plural)
    } else if ('options' in element) {
      const isPlural = 'pluralType' in element
      args.all.add(element.value)
      if (!isPlural) args.shown.add(element.value)
      for (const option of Object.values(element.options))
        collect(option.value, args, isPlural ? element.value : plural)
    } else if (!isLiteral(element)) {
      args.all.add(element.value)
      args.shown.add(element.value)
    }
  }
}

const isLiteral = (element: Element): boolean => element.type === 0
const isPound = (element: Element): element is Extract<Element, { type: 7 }> => element.type === 7

function pluralsOf(elements: Element[]): string[][] {
  return elements.flatMap((element) => {
    if ('children' in element) return pluralsOf(element.children)
    if (!('options' in element)) return []
    const inner = Object.values(element.options).flatMap((option) => pluralsOf(option.value))
    return 'pluralType' in element ? [Object.keys(element.options), ...inner] : inner
  })
}

describe.each(languages)('$locale', ({ locale, tag }) => {
  const messages = Object.entries(getMessages(locale))
  const english: Partial<Record<string, string>> = getMessages('en_US')

  it.each(Object.entries(messageFiles[locale]))('has sorted keys in %s', (_file, inFile) => {
    const keys = Object.keys(inFile)
    expect(keys).toEqual([...keys].sort())
  })

  it('has no key in two files', () => {
    const counts = Object.values(messageFiles[locale]).map((inFile) => Object.keys(inFile).length)
    expect(messages).toHaveLength(counts.reduce((sum, count) => sum + count))
  })

  it('has only lowercase dotted keys that exist in English', () => {
    for (const [key] of messages) {
      expect(key).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/)
      expect(english).toHaveProperty([key])
    }
  })

  it('uses exactly the values and rich tags of English', () => {
    for (const [key, text] of messages) {
      const expected = argumentsOf(english[key] ?? '', 'en-US')
      const used = argumentsOf(text, tag)
      const unknown = [...used.all].filter((name) => !expected.all.has(name))
      const missing = [...expected.shown].filter((name) => !used.all.has(name))
      expect({ key, unknown, missing }).toEqual({ key, unknown: [], missing: [] })
    }
  })

  it('has all plural forms of the language', () => {
    const required = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    for (const [key, text] of messages) {
      for (const forms of pluralsOf(new IntlMessageFormat(text, tag).getAst())) {
        expect({ key, missing: required.filter((form) => !forms.includes(form)) }).toEqual({
          key,
          missing: [],
        })
      }
    }
  })
})
