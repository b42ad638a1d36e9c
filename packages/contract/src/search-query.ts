export type SearchTerm = {
  kind: 'word' | 'phrase'
  text: string
  isExcluded: boolean
  /** Matches every word that starts with it: written with `*`, or still being typed. */
  isPrefix: boolean
}

/** A parsed search. Numbers mean "at least", except that zero means exactly zero. */
export type SearchQuery = {
  terms: SearchTerm[]
  tags: { slug: string; isExcluded: boolean }[]
  /** A username, or `me`. */
  user: string | null
  answers: number | null
  score: number | null
  views: number | null
  /** A day (`2026-05-01`) or an age in days (`7d`). */
  after: string | null
  before: string | null
  is: 'question' | 'answer' | null
  hasAccepted: boolean | null
  isAccepted: boolean
  /** A long or short question id, as typed. */
  inQuestion: string | null
}

const maxTerms = 16

// A phrase (the closing quote is optional), a tag, or anything up to the next space or quote.
const token = /(-?)"([^"]*)"?|(-?)\[([^\s[\]"]+)\]|([^\s"]+)/gu

type Operator = (query: SearchQuery, value: string) => boolean

const operators: Record<string, Operator> = {
  user: (query, value) => {
    query.user = value
    return true
  },
  answers: (query, value) => setNumber(query, 'answers', value),
  score: (query, value) => setNumber(query, 'score', value),
  views: (query, value) => setNumber(query, 'views', value),
  after: (query, value) => setTime(query, 'after', value),
  before: (query, value) => setTime(query, 'before', value),
  is: (query, value) => {
    const kind = value.toLowerCase()
    if (kind !== 'question' && kind !== 'answer') return false
    query.is = kind
    return true
  },
  hasaccepted: (query, value) => {
    if (!/^(yes|no)$/i.test(value)) return false
    query.hasAccepted = value.toLowerCase() === 'yes'
    return true
  },
  isaccepted: (query, value) => {
    if (!/^yes$/i.test(value)) return false
    query.isAccepted = true
    return true
  },
  inquestion: (query, value) => {
    if (!/^[0-9a-z]{4,17}$/i.test(value)) return false
    query.inQuestion = value
    return true
  },
}

function setNumber(query: SearchQuery, name: 'answers' | 'score' | 'views', value: string) {
  if (!/^\d{1,9}$/.test(value)) return false
  query[name] = Number(value)
  return true
}

function setTime(query: SearchQuery, name: 'after' | 'before', value: string) {
  const text = value.toLowerCase()
  if (toSearchTime(text, new Date(0)) === null) return false
  query[name] = text
  return true
}

/** The start of a day in UTC, or the moment that many days ago. Null for anything else. */
export function toSearchTime(text: string, now: Date): Date | null {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? []
  if (days !== undefined) return new Date(now.getTime() - Number(days) * 86_400_000)
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  // Some engines move an impossible day, such as 02-30, to the next month.
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? null : day
}

function emptyQuery(): SearchQuery {
  return {
    terms: [],
    tags: [],
    user: null,
    answers: null,
    score: null,
    views: null,
    after: null,
    before: null,
    is: null,
    hasAccepted: null,
    isAccepted: false,
    inQuestion: null,
  }
}

/** Parses any text. Unknown operators are words; terms after `maxTerms` are ignored. */
export function parseSearchQuery(text: string, { isTyping = false } = {}): SearchQuery {
  const query = emptyQuery()
  const clean = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
  let count = 0
  let end = 0
  for (const match of clean.matchAll(token)) {
    if (count === maxTerms) break
    count += addToken(query, match)
    end = match.index + match[0].length
  }
  const last = query.terms.at(-1)
  if (isTyping && last !== undefined && end === clean.length && endsWithTerm(clean, last))
    last.isPrefix = true
  return query
}

/** Whether the text ends with this word, so that the user may still be typing it. */
function endsWithTerm(text: string, { kind, text: word, isExcluded }: SearchTerm) {
  return kind === 'word' && !isExcluded && text.endsWith(word)
}

/** Returns the number of terms added. */
function addToken(query: SearchQuery, match: RegExpExecArray): number {
  const [, notPhrase, phrase, notTag, slug, word = ''] = match
  if (phrase !== undefined) return addPhrase(query, phrase, notPhrase === '-')
  if (slug !== undefined) return addTag(query, slug, notTag === '-')
  if (applyOperator(query, word)) return 1
  const term = toWord(word)
  if (term === null) return 0
  query.terms.push(term)
  return 1
}

const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text)

function addPhrase(query: SearchQuery, phrase: string, isExcluded: boolean) {
  const text = phrase.replaceAll(/\s+/gu, ' ').trim()
  if (!hasLetterOrDigit(text)) return 0
  query.terms.push({ kind: 'phrase', text, isExcluded, isPrefix: false })
  return 1
}

function addTag(query: SearchQuery, name: string, isExcluded: boolean) {
  query.tags.push({ slug: name.toLowerCase().normalize('NFC'), isExcluded })
  return 1
}

function applyOperator(query: SearchQuery, word: string) {
  const colon = word.indexOf(':')
  if (colon < 1 || colon === word.length - 1) return false
  const name = word.slice(0, colon).toLowerCase()
  if (!Object.hasOwn(operators, name)) return false
  return operators[name]?.(query, word.slice(colon + 1)) ?? false
}

function toWord(word: string): SearchTerm | null {
  const isExcluded = word.startsWith('-')
  const bare = isExcluded ? word.slice(1) : word
  const text = bare.replace(/\*+$/, '')
  return hasLetterOrDigit(text)
    ? { kind: 'word', text, isExcluded, isPrefix: text.length < bare.length }
    : null
}

/** The inverse of `parseSearchQuery`. */
export function printSearchQuery(query: SearchQuery): string {
  const pairs: [string, string | number | null][] = [
    ['user', query.user],
    ['answers', query.answers],
    ['score', query.score],
    ['views', query.views],
    ['after', query.after],
    ['before', query.before],
    ['is', query.is],
    ['hasaccepted', query.hasAccepted === null ? null : query.hasAccepted ? 'yes' : 'no'],
    ['isaccepted', query.isAccepted ? 'yes' : null],
    ['inquestion', query.inQuestion],
  ]
  return [
    ...query.tags.map(({ slug, isExcluded }) => `${isExcluded ? '-' : ''}[${slug}]`),
    ...pairs.flatMap(([name, value]) => (value === null ? [] : [`${name}:${value}`])),
    ...query.terms.map((term) => printTerm(term)),
  ].join(' ')
}

function printTerm({ kind, text, isExcluded, isPrefix }: SearchTerm) {
  const body = kind === 'phrase' ? `"${text}"` : text
  return `${isExcluded ? '-' : ''}${body}${isPrefix ? '*' : ''}`
}
