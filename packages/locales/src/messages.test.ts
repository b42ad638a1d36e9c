import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { allMessages, progressOf } from './all.ts'
import { languages } from './languages.ts'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

interface Arguments {
  all: Set<string>
  /** Left out of these: numbers that English only needs to choose a plural form. */
  shown: Set<string>
}

function argumentsOf(text: string, tag: string): Arguments {
  const found: Arguments = { all: new Set(), shown: new Set() }
  collect(new IntlMessageFormat(text, tag).getAst(), found, null)
  return found
}

function collect(elements: Element[], found: Arguments, plural: string | null): void {
  for (const element of elements) {
    if (isPound(element)) {
      if (plural !== null) found.shown.add(plural)
    } else if ('children' in element) {
      found.all.add(`<${element.value}>`)
      found.shown.add(`<${element.value}>`)
      collect(element.children, found, plural)
    } else if ('options' in element) {
      const isPlural = 'pluralType' in element
      found.all.add(element.value)
      if (!isPlural) found.shown.add(element.value)
      for (const option of Object.values(element.options))
        collect(option.value, found, isPlural ? element.value : plural)
    } else if (!isLiteral(element)) {
      found.all.add(element.value)
      found.shown.add(element.value)
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

describe.each(languages)('$locale', ({ locale, tag, complete }) => {
  const messages = Object.entries(allMessages[locale])
  const english: Partial<Record<string, string>> = allMessages.en_US

  it('has sorted keys', () => {
    const keys = messages.map(([key]) => key)
    expect(keys).toEqual([...keys].sort())
  })

  it('has dotted lower-case keys that English has', () => {
    for (const [key] of messages) {
      expect(key).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/)
      expect(english).toHaveProperty([key])
    }
  })

  it('is complete when it says so', () => {
    const missing = Object.keys(english).filter((key) => !(key in allMessages[locale]))
    if (complete) expect(missing).toEqual([])
    expect(progressOf(locale) === 100).toBe(complete)
  })

  it('uses the values and tags that English uses, and no others', () => {
    for (const [key, text] of messages) {
      const wanted = argumentsOf(english[key] ?? '', 'en-US')
      const used = argumentsOf(text, tag)
      const unknown = [...used.all].filter((name) => !wanted.all.has(name))
      const lost = [...wanted.shown].filter((name) => !used.all.has(name))
      expect({ key, unknown, lost }).toEqual({ key, unknown: [], lost: [] })
    }
  })

  it('has every plural form the language needs', () => {
    const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    for (const [key, text] of messages) {
      for (const forms of pluralsOf(new IntlMessageFormat(text, tag).getAst())) {
        expect({ key, lacks: needed.filter((form) => !forms.includes(form)) }).toEqual({
          key,
          lacks: [],
        })
      }
    }
  })
})
