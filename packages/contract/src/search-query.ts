/** A word or a phrase that is looked for, or (`isNot`) kept out. */
export type SearchTerm = {
  kind: 'word' | 'phrase'
  text: string
  isNot: boolean
  /** Any word that starts with it will do: written with a star, or still being typed. */
  isPrefix: boolean
}

/** What a search asks for. Numbers mean "at least"; zero means exactly zero. */
export type SearchQuery = {
  terms: SearchTerm[]
  tags: { slug: string; isNot: boolean }[]
  /** A name, or `me`. */
  user: string | null
  answers: number | null
  score: number | null
  views: number | null
  is: 'question' | 'answer' | null
  hasAccepted: boolean | null
  isAccepted: boolean
  /** The id of a question in either form, as it was typed. */
  inQuestion: string | null
}

const mostTerms = 16

// A phrase (its end may still be missing), a tag, or anything up to the next space or quotation mark.
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

function emptyQuery(): SearchQuery {
  return {
    terms: [],
    tags: [],
    user: null,
    answers: null,
    score: null,
    views: null,
    is: null,
    hasAccepted: null,
    isAccepted: false,
    inQuestion: null,
  }
}

/** Reads any text as a search. What is no known operator is a word; what comes after sixteen terms is left out. */
export function parseSearchQuery(text: string, { isTyping = false } = {}): SearchQuery {
  const query = emptyQuery()
  const clean = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
  let count = 0
  let end = 0
  for (const match of clean.matchAll(token)) {
    if (count === mostTerms) break
    count += addToken(query, match)
    end = match.index + match[0].length
  }
  const last = query.terms.at(-1)
  if (isTyping && last !== undefined && end === clean.length && isOpenWord(clean, last))
    last.isPrefix = true
  return query
}

/** Whether a search ends in this word, and not in something that was written after it. */
function isOpenWord(text: string, { kind, text: word, isNot }: SearchTerm) {
  return kind === 'word' && !isNot && text.endsWith(word)
}

/** How many terms a piece of the text has given. */
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

const hasSubstance = (text: string) => /[\p{L}\p{N}]/u.test(text)

function addPhrase(query: SearchQuery, phrase: string, isNot: boolean) {
  const text = phrase.replaceAll(/\s+/gu, ' ').trim()
  if (!hasSubstance(text)) return 0
  query.terms.push({ kind: 'phrase', text, isNot, isPrefix: false })
  return 1
}

function addTag(query: SearchQuery, written: string, isNot: boolean) {
  query.tags.push({ slug: written.toLowerCase().normalize('NFC'), isNot })
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
  const isNot = word.startsWith('-')
  const bare = isNot ? word.slice(1) : word
  const text = bare.replace(/\*+$/, '')
  return hasSubstance(text)
    ? { kind: 'word', text, isNot, isPrefix: text.length < bare.length }
    : null
}

/** The text of a search: read again, it gives the same tree. */
export function printSearchQuery(query: SearchQuery): string {
  const pairs: [string, string | number | null][] = [
    ['user', query.user],
    ['answers', query.answers],
    ['score', query.score],
    ['views', query.views],
    ['is', query.is],
    ['hasaccepted', query.hasAccepted === null ? null : query.hasAccepted ? 'yes' : 'no'],
    ['isaccepted', query.isAccepted ? 'yes' : null],
    ['inquestion', query.inQuestion],
  ]
  return [
    ...query.tags.map(({ slug, isNot }) => `${isNot ? '-' : ''}[${slug}]`),
    ...pairs.flatMap(([name, value]) => (value === null ? [] : [`${name}:${value}`])),
    ...query.terms.map((term) => printTerm(term)),
  ].join(' ')
}

function printTerm({ kind, text, isNot, isPrefix }: SearchTerm) {
  const body = kind === 'phrase' ? `"${text}"` : text
  return `${isNot ? '-' : ''}${body}${isPrefix ? '*' : ''}`
}
