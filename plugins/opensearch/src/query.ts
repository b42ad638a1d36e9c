import type { SearchRequest, SearchTerm } from '@stoa/plugin-kit/search'
import { isStopWord } from './stop-words.ts'

export type Query = Record<string, unknown>

const weights = { title: 2, tags: 1.5, text: 1 }
/** Posts with all terms come before posts with some. */
const allTermsBoost = 100
const fields = (part = '') =>
  Object.entries(weights).map(([name, weight]) => `${name}${part}^${weight}`)
const plainFields = (part = '') => Object.keys(weights).map((name) => `${name}${part}`)

const run =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30FC\u3005\u3006]+/gu
/** OpenSearch rejects queries with more than 1,024 parts. Nobody types longer words. */
const maxWordLength = 64
const maxRuns = 16
/** A long text without spaces has hundreds of pairs. */
const maxLoosePairs = 40
/** Of one misspelled word. A query has a maximum of parts. */
const maxSimilarWords = 10

/** The body of a search. */
export function toSearchBody(request: SearchRequest) {
  const { limit, order } = request
  return {
    size: limit,
    track_total_hits: limit + 1,
    timeout: '1s',
    stored_fields: '_none_',
    docvalue_fields: ['id'],
    query: toQuery(request),
    ...(order === 'newest' ? { sort: [{ createdAt: 'desc' }] } : {}),
  }
}

export function toQuery(request: SearchRequest): Query {
  const included = request.terms.filter(({ isExcluded }) => !isExcluded)
  const excluded = request.terms.filter(({ isExcluded }) => isExcluded)
  const significant = included.filter((term) => term.kind === 'phrase' || !isStopWord(term.text))
  const used = significant.length === 0 ? included : significant
  const must = used.map(strictQuery)
  const allTerms = { constant_score: { filter: { bool: { must } }, boost: allTermsBoost } }
  const words: Query =
    request.match === 'all'
      ? { must }
      : { should: [allTerms, ...used.flatMap(looseQueries)], minimum_should_match: 1 }
  const { filter, mustNot } = toFilters(request)
  return { bool: { ...words, filter, must_not: [...mustNot, ...excluded.map(strictQuery)] } }
}

function toFilters(request: SearchRequest) {
  const { type, userId, questionId, tagIds, createdSince, createdBefore } = request
  const pairs = [
    ['type', type],
    ['userId', userId],
    ['questionId', questionId],
    ...tagIds.map((id) => ['tagIds', id] as const),
  ] as const
  const term = ([name, value]: readonly [string, string]): Query => ({ term: { [name]: value } })
  const filter = pairs.flatMap(([name, value]) => (value === null ? [] : [term([name, value])]))
  const range = {
    ...(createdSince === null ? {} : { gte: createdSince }),
    ...(createdBefore === null ? {} : { lt: createdBefore }),
  }
  if (Object.keys(range).length > 0) filter.push({ range: { createdAt: range } })
  return { filter, mustNot: request.excludedTagIds.map((id) => term(['tagIds', id])) }
}

/** The term as written, or another form of it. */
function strictQuery(term: SearchTerm): Query {
  const { words, runs } = split(term)
  const last = runs.at(-1)
  const isPrefix = term.isPrefix && (last === undefined || !term.text.endsWith(last))
  const parts = [
    ...words.map((text, index) =>
      wordsQuery({ ...term, text }, isPrefix && index === words.length - 1),
    ),
    ...runs.map((text) => runQuery(text, term.kind === 'phrase')),
  ]
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first : { bool: { must: parts } }
}

/** The words of a phrase stay together. */
function split({ kind, text }: SearchTerm) {
  const runs = (text.match(run) ?? []).slice(0, maxRuns)
  const texts = kind === 'phrase' ? [text] : text.slice(0, maxWordLength).split(run)
  const hasWords = (part: string) => /[\p{L}\p{N}]/u.test(part.replaceAll(run, ''))
  return { words: texts.filter(hasWords).slice(0, maxRuns), runs }
}

function wordsQuery({ kind, text }: SearchTerm, isPrefix: boolean): Query {
  const exact = phraseQuery(text, fields())
  if (kind === 'phrase') return exact
  if (isPrefix)
    return anyOf([
      exact,
      ...prefixQueries(fold(text)),
      {
        multi_match: { query: text, type: 'phrase_prefix', fields: fields(), max_expansions: 500 },
      },
    ])
  return anyOf([exact, phraseQuery(text, fields('.stems'))])
}

const phraseQuery = (query: string, names: string[]): Query => ({
  multi_match: { query, type: 'phrase', fields: names },
})

const anyOf = (queries: Query[]): Query => ({ dis_max: { queries, tie_breaker: 0.1 } })

const prefixQueries = (value: string): Query[] =>
  Object.entries(weights).map(([name, weight]) => ({
    prefix: { [name]: { value, boost: weight / 2 } },
  }))

/** A single character matches any pair that begins with it. */
function runQuery(text: string, isPhrase: boolean): Query {
  const normal = text.normalize('NFKC')
  if ([...normal].length === 1)
    return anyOf(plainFields('.pairs').map((name) => ({ prefix: { [name]: { value: normal } } })))
  if (isPhrase) return phraseQuery(normal, fields('.pairs'))
  return { multi_match: { query: normal, operator: 'and', fields: fields('.pairs') } }
}

/** The term or similar words. */
function looseQueries(term: SearchTerm): Query[] {
  if (term.kind === 'phrase') return [strictQuery(term)]
  const { words, runs } = split(term)
  const ofRuns = runs.map((text) => {
    const characters = [...text.normalize('NFKC')].slice(0, maxLoosePairs + 1)
    if (characters.length === 1) return runQuery(text, false)
    return { multi_match: { query: characters.join(''), fields: fields('.pairs') } }
  })
  const ofWords = words.map((text) => {
    const exact = { bool: { must: [wordsQuery({ ...term, text }, false)], boost: 2 } }
    return anyOf([exact, ...similarWords(text)])
  })
  return [...ofWords, ...ofRuns]
}

function similarWords(text: string): Query[] {
  const word = fold(text)
  if (!/^\p{L}{3,40}$/u.test(word)) return []
  const cut = word.length < 5 ? 0 : word.length < 8 ? 1 : 2
  const similar = {
    multi_match: {
      query: word,
      fields: fields(),
      fuzziness: 'AUTO:4,6',
      prefix_length: 1,
      max_expansions: maxSimilarWords,
    },
  }
  const prefixes = prefixQueries([...word].slice(0, word.length - cut).join(''))
  return word.length < 4 ? prefixes : [similar, ...prefixes]
}

/** As the analyzers do it, for queries that are not analyzed. */
function fold(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replaceAll('ß', 'ss')
    .normalize('NFKC')
}
