import { endpoints } from '@stoa/contract/endpoints'
import { isTimeZone } from '@stoa/contract/features/profile'
import { toLongId } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import { parseSearchQuery, printSearchQuery } from '@stoa/contract/search-query'
import { languages, negotiate } from '@stoa/locales/languages'
import { slug, tagSlug } from '@stoa/markdown/slug'
import { readPrefill } from '@stoa/web/features/questions/prefill.ts'
import { mergeLists, mergeTexts } from '@stoa/web/features/revisions/merge-texts.ts'
import { toTagNames } from '@stoa/web/features/tags/tag-names.ts'
import { readCookie } from '@stoa/web/kernel/cookies.ts'
import { diffRows } from '@stoa/web/ui/diff-rows.ts'
import { describe, it } from 'vitest'
import type { z } from 'zod'
import { toDevice } from '../src/features/accounts/devices.ts'
import { toUsername } from '../src/features/accounts/usernames.ts'
import { mostAlike } from '../src/features/related/related.rules.ts'
import { matchingOf, wordsOfTerms } from '../src/features/search/search.matching.ts'
import { distanceOf, shorterOf } from '../src/features/search/search.typos.ts'
import { safeName } from '../src/features/uploads/attachments.ts'
import { parseQuery } from '../src/kernel/http.ts'
import { networkOf } from '../src/kernel/network.ts'
import { isBot } from '../src/kernel/user-agents.ts'
import { acceptedEncoding } from '../src/kernel/web/compress.ts'
import { xmlText } from '../src/kernel/xml.ts'
import { expectLinear, hostileTails, hostileTexts } from './growth.ts'

type Work = (text: string) => unknown

/** What Node takes as headers and URL together. */
const headerLimit = 16_384
/** Texts are checked for their length by the same schema that runs their patterns, so patterns see whole bodies. */
const bodyLength = 32_768

/** Every function that reads what users send, with the longest input it gets. */
const readers: [name: string, longest: number, work: Work][] = [
  ['search query', limits.searchQuery.max, (text) => printSearchQuery(parseSearchQuery(text))],
  ['search words', limits.searchQuery.max, (text) => wordsOfTerms(parseSearchQuery(text).terms)],
  [
    'search matching',
    limits.searchQuery.max,
    (text) => matchingOf(parseSearchQuery(text).terms, noStems),
  ],
  ['spelling', 64, (text) => [shorterOf(text), distanceOf(text, text.slice(1))]],
  [
    'related titles',
    limits.title.max,
    (text) => mostAlike(text, [{ id: '1', title: text, tagWeight: 1 }], 1),
  ],
  ['question slug', limits.title.max, (text) => slug(text)],
  ['tag slug', limits.searchQuery.max, (text) => tagSlug(text)],
  ['tag names', bodyLength, (text) => toTagNames(text)],
  ['username', limits.displayName.max, (text) => toUsername(text)],
  ['time zone', bodyLength, (text) => isTimeZone(text)],
  ['object id', bodyLength, (text) => toLongId(text)],
  ['file name', bodyLength, (text) => safeName(text)],
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
  ['feed and sitemap text', limits.body.max, (text) => xmlText(text)],
  ['merge of tags', bodyLength, (text) => mergeLists(['a'], text.split(' '), ['b'])],
]

const offered = languages.map(({ locale }) => locale)
const noStems = { stemOf: () => null, isStop: () => false, isStopSomewhere: () => false }

describe('everything that reads user text takes linear time', () => {
  it.each(readers)(
    '%s of at most %i characters',
    (_, longest, work) => {
      for (const make of hostileTexts) expectLinear(make, work, longest)
    },
    120_000,
  )
})

/** Two texts that have as many lines and words as there is room for, and next to nothing in common. */
const different: [name: string, make: (length: number) => [string, string]][] = [
  ['empty lines', (length) => ['\n'.repeat(length), '\r\n'.repeat(length / 2)]],
  ['short lines', (length) => [numbered(length, 'a', '\n'), numbered(length, 'b', '\n')]],
  [
    'lines in another order',
    (length) => [numbered(length, 'a', '\n'), reversed(numbered(length, 'a', '\n'))],
  ],
  ['lines of two kinds', (length) => ['a\nb\n'.repeat(length / 4), 'a\nb\nb\n'.repeat(length / 6)]],
  ['lines of many words', (length) => [words(length, 'a'), words(length, 'b')]],
  ['one line of words', (length) => [numbered(length, 'a', ' '), numbered(length, 'b', ' ')]],
  ['one line of signs', (length) => ['.,'.repeat(length / 2), ',;'.repeat(length / 2)]],
]

function numbered(length: number, start: string, between: string) {
  let text = ''
  for (let at = 0; text.length < length; at++) text += start + at.toString(36) + between
  return text.slice(0, length)
}

const words = (length: number, start: string) =>
  numbered(length, start, ' ').replaceAll(/(.{100}) /g, '$1\n')
const reversed = (text: string) => text.split('\n').toReversed().join('\n')

describe('texts that have little in common', () => {
  it.each(different)(
    'are merged and compared in linear time: %s',
    (_, make) => {
      const pair = (length: number) => make(length).join('\0')
      const both = (text: string) => text.split('\0') as [string, string]
      const longest = limits.body.max
      expectLinear(pair, (text) => mergeTexts('', ...both(text)), longest)
      expectLinear(pair, (text) => mergeTexts(both(text)[0], both(text)[1], ''), longest)
      expectLinear(pair, (text) => diffRows(...both(text)), longest)
    },
    120_000,
  )
})

describe('the schema of every input', () => {
  const inputs = Object.values(endpoints).flatMap((feature) => Object.values(feature))
  const schemas = [...new Set(inputs.flatMap(({ input }) => textSchemas(input)))]
  const texts = [...hostileTexts, ...hostileTails]

  it('takes linear time for text of any kind', () => {
    for (const schema of schemas)
      for (const make of texts) expectLinear(make, (text) => schema.safeParse(text), headerLimit)
  }, 240_000)
})

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
}

/** The parts of a schema that take a text. */
function textSchemas(schema: z.ZodType): z.ZodType[] {
  const { type, shape = {}, element, innerType, options = [] } = schema.def as unknown as Def
  if (type === 'string' || type === 'pipe') return [schema]
  const inner = [...Object.values(shape), ...options, element, innerType]
  return inner.flatMap((one) => (one === undefined ? [] : textSchemas(one)))
}
