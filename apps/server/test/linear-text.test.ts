import { endpoints } from '@stoa/contract/endpoints'
import { isTimeZone } from '@stoa/contract/features/profile-settings'
import { toLongId } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import { parseSearchQuery, printSearchQuery } from '@stoa/contract/search-query'
import { languages, negotiate } from '@stoa/locales/languages'
import { slug, tagSlug } from '@stoa/markdown/slug'
import { readPrefill } from '@stoa/web/features/content/questions/prefill.ts'
import { mergeLists, mergeTexts } from '@stoa/markdown/merge'
import { toTagNames } from '@stoa/web/features/content/tags/tag-names.ts'
import { readCookie } from '@stoa/web/kernel/preferences.ts'
import { diffRows } from '@stoa/web/ui/diff-rows.ts'
import { describe, it } from 'vitest'
import type { z } from 'zod'
import { toDevice } from '../src/features/people/auth/devices.ts'
import { toUsername } from '../src/features/people/auth/usernames.ts'
import { rankBySimilarity } from '../src/features/content/related/related.rules.ts'
import { toTsQueries, wordsOfTerms } from '../src/features/discovery/search/search.tsquery.ts'
import { editDistance, deletionVariants } from '../src/features/discovery/search/search.typos.ts'
import { toSafeName } from '../src/features/content/uploads/attachments.ts'
import { parseQuery } from '../src/platform/http/http.ts'
import { networkOf, isBot } from '../src/kernel/requests.ts'
import { acceptedEncoding } from '../src/platform/ssr/compress.ts'
import { escapeXml } from '../src/features/discovery/feeds/xml.rules.ts'
import { expectLinear, hostileTails, hostileTexts } from './growth.ts'

type Work = (text: string) => unknown

/** Node's limit for headers and URL. */
const headerLimit = 16_384
/** Zod runs patterns before length checks fail, so patterns see whole bodies. */
const bodyLength = 32_768

/** Every function that parses user input, with its maximum input length. */
const readers: [name: string, maxLength: number, work: Work][] = [
  ['search query', limits.searchQuery.max, (text) => printSearchQuery(parseSearchQuery(text))],
  ['search words', limits.searchQuery.max, (text) => wordsOfTerms(parseSearchQuery(text).terms)],
  [
    'search tsquery',
    limits.searchQuery.max,
    (text) => toTsQueries(parseSearchQuery(text).terms, noStems),
  ],
  ['spelling', 64, (text) => [deletionVariants(text), editDistance(text, text.slice(1))]],
  [
    'related titles',
    limits.title.max,
    (text) => rankBySimilarity(text, [{ id: '1', title: text, tagWeight: 1 }], 1),
  ],
  ['question slug', limits.title.max, (text) => slug(text)],
  ['tag slug', limits.searchQuery.max, (text) => tagSlug(text)],
  ['tag names', bodyLength, (text) => toTagNames(text)],
  ['username', limits.displayName.max, (text) => toUsername(text)],
  ['time zone', bodyLength, (text) => isTimeZone(text)],
  ['object id', bodyLength, (text) => toLongId(text)],
  ['file name', bodyLength, (text) => toSafeName(text)],
  ['User-Agent', headerLimit, (text) => [toDevice(text), isBot(text)]],
  ['Accept-Language', headerLimit, (text) => negotiate(text, offered, 'en_US')],
  ['Accept-Encoding', headerLimit, (text) => acceptedEncoding(text)],
  ['Cookie', headerLimit, (text) => readCookie(text, 'lang')],
  ['query string', headerLimit, (text) => parseQuery(text)],
  ['X-Forwarded-For', headerLimit, (text) => networkOf(text)],
  [
    'prefilled question',
    headerLimit,
    (text) => readPrefill(new URLSearchParams({ prefill: text })),
  ],
  [
    'prefilled head',
    headerLimit,
    (text) => readPrefill(new URLSearchParams({ prefill: `---\n${text}\n---\n` })),
  ],
  [
    'prefilled tags',
    headerLimit,
    (text) => readPrefill(new URLSearchParams({ prefill: `---\ntags:\n${text}` })),
  ],
  ['feed and sitemap text', limits.body.max, (text) => escapeXml(text)],
  ['merge of tags', bodyLength, (text) => mergeLists(['a'], text.split(' '), ['b'])],
]

const offered = languages.map(({ locale }) => locale)
const noStems = { stemOf: () => null, isStopWord: () => false, isStopWordAnywhere: () => false }

describe('parsing of user text in linear time', () => {
  it.each(readers)(
    '%s of at most %i characters',
    (_, maxLength, work) => {
      for (const create of hostileTexts) expectLinear(create, work, maxLength)
    },
    120_000,
  )
})

/** Texts of maximum length with almost nothing in common. */
const differentTexts: [name: string, create: (length: number) => [string, string]][] = [
  ['empty lines', (length) => ['\n'.repeat(length), '\r\n'.repeat(length / 2)]],
  ['short lines', (length) => [numberedText(length, 'a', '\n'), numberedText(length, 'b', '\n')]],
  [
    'lines in another order',
    (length) => [numberedText(length, 'a', '\n'), reverseLines(numberedText(length, 'a', '\n'))],
  ],
  ['lines of two kinds', (length) => ['a\nb\n'.repeat(length / 4), 'a\nb\nb\n'.repeat(length / 6)]],
  ['lines of many words', (length) => [words(length, 'a'), words(length, 'b')]],
  [
    'one line of words',
    (length) => [numberedText(length, 'a', ' '), numberedText(length, 'b', ' ')],
  ],
  ['one line of signs', (length) => ['.,'.repeat(length / 2), ',;'.repeat(length / 2)]],
]

function numberedText(length: number, start: string, between: string) {
  let text = ''
  for (let at = 0; text.length < length; at++) text += start + at.toString(36) + between
  return text.slice(0, length)
}

const words = (length: number, start: string) =>
  numberedText(length, start, ' ').replaceAll(/(.{100}) /g, '$1\n')
const reverseLines = (text: string) => text.split('\n').toReversed().join('\n')

describe('texts with little in common', () => {
  it.each(differentTexts)(
    'are merged and compared in linear time: %s',
    (_, create) => {
      const pair = (length: number) => create(length).join('\0')
      const split = (text: string) => text.split('\0') as [string, string]
      const maxLength = limits.body.max
      expectLinear(pair, (text) => mergeTexts('', ...split(text)), maxLength)
      expectLinear(pair, (text) => mergeTexts(split(text)[0], split(text)[1], ''), maxLength)
      expectLinear(pair, (text) => diffRows(...split(text)), maxLength)
    },
    120_000,
  )
})

describe('input schemas', () => {
  const inputs = Object.values(endpoints).flatMap((feature) => Object.values(feature))
  const schemas = [...new Set(inputs.flatMap(({ input }) => textSchemas(input)))]
  const texts = [...hostileTexts, ...hostileTails]

  it('take linear time for any text', () => {
    for (const schema of schemas)
      for (const create of texts)
        expectLinear(create, (text) => schema.safeParse(text), headerLimit)
  }, 240_000)
})

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
}

function textSchemas(schema: z.ZodType): z.ZodType[] {
  const { type, shape = {}, element, innerType, options = [] } = schema.def as unknown as Def
  if (type === 'string' || type === 'pipe') return [schema]
  const inner = [...Object.values(shape), ...options, element, innerType]
  return inner.flatMap((part) => (part === undefined ? [] : textSchemas(part)))
}
