import { limits } from '@stoa/contract/limits'
import {
  parseSearchQuery,
  printSearchQuery,
  type SearchQuery,
  toSearchTime,
} from '@stoa/contract/search-query'
import { toTagNames } from '../../content/tags/tag-names.ts'

/** Cuts the text to the limit of the API. */
export function toQueryText(text: string | null): string {
  return (text ?? '').slice(0, limits.searchQuery.max).toWellFormed().trim()
}

export const answerChoices = ['', 'none', 'accepted', 'open'] as const
export type AnswerChoice = (typeof answerChoices)[number]

export const kindChoices = ['', 'question', 'answer'] as const
export type KindChoice = (typeof kindChoices)[number]

/** Ages in days. */
export const ageChoices = ['', '1d', '7d', '30d', '365d'] as const

/** The search operators that have a form field, as the fields hold them. */
export type Filters = {
  tag: string
  user: string
  score: string
  is: KindChoice
  answered: AnswerChoice
  after: string
}

export function toFilters(text: string): Filters {
  const query = parseSearchQuery(text)
  return {
    tag: query.tags
      .filter((tag) => !tag.isExcluded)
      .map(({ slug }) => slug)
      .join(' '),
    user: query.user ?? '',
    score: query.score === null ? '' : String(query.score),
    is: query.is ?? '',
    answered: toAnswerChoice(query),
    after: query.after ?? '',
  }
}

function toAnswerChoice({ answers, hasAccepted }: SearchQuery): AnswerChoice {
  if (answers === 0) return 'none'
  if (hasAccepted === null) return ''
  return hasAccepted ? 'accepted' : 'open'
}

/** Replaces the operators of the search by those of the form. */
export function withFilters(text: string, filters: Filters): string {
  const query = parseSearchQuery(text)
  const tags = toTagNames(filters.tag.replaceAll(/[[\]"]/gu, ' '))
  query.tags = [
    ...tags.map((name) => ({ slug: name.toLowerCase().normalize('NFC'), isExcluded: false })),
    ...query.tags.filter((tag) => tag.isExcluded),
  ]
  query.user = filters.user.replaceAll(/[\s"]+/gu, '') || null
  query.score = /^\d{1,9}$/u.test(filters.score.trim()) ? Number(filters.score) : null
  query.is = filters.is === '' ? null : filters.is
  query.hasAccepted = { '': null, none: null, accepted: true, open: false }[filters.answered]
  query.after = toSearchTime(filters.after, new Date(0)) === null ? null : filters.after
  if (filters.answered === 'none') query.answers = 0
  else if (query.answers === 0) query.answers = null
  return printSearchQuery(query)
}

/** Null if the URL has no form fields. */
export function readFilters(query: URLSearchParams): Filters | null {
  const names = ['tag', 'user', 'score', 'is', 'answered', 'after']
  if (!names.some((name) => query.has(name))) return null
  return {
    tag: query.get('tag') ?? '',
    user: query.get('user') ?? '',
    score: query.get('score') ?? '',
    is: kindChoices.find((kind) => kind === query.get('is')) ?? '',
    answered: answerChoices.find((choice) => choice === query.get('answered')) ?? '',
    after: query.get('after') ?? '',
  }
}

/** A recognized operator, and the search without it. */
export type Chip = { text: string; without: string }

export function toChips(text: string): Chip[] {
  const query = parseSearchQuery(text)
  const toChip = (part: Partial<SearchQuery>, rest: Partial<SearchQuery>): Chip => ({
    text: printSearchQuery({ ...parseSearchQuery(''), ...part }),
    without: printSearchQuery({ ...query, ...rest }),
  })
  const { tags, user, answers, score, views, after, before, is, hasAccepted, isAccepted } = query
  const { inQuestion } = query
  return [
    ...tags.map((tag) => toChip({ tags: [tag] }, { tags: tags.filter((other) => other !== tag) })),
    ...(user === null ? [] : [toChip({ user }, { user: null })]),
    ...(answers === null ? [] : [toChip({ answers }, { answers: null })]),
    ...(score === null ? [] : [toChip({ score }, { score: null })]),
    ...(views === null ? [] : [toChip({ views }, { views: null })]),
    ...(after === null ? [] : [toChip({ after }, { after: null })]),
    ...(before === null ? [] : [toChip({ before }, { before: null })]),
    ...(is === null ? [] : [toChip({ is }, { is: null })]),
    ...(hasAccepted === null ? [] : [toChip({ hasAccepted }, { hasAccepted: null })]),
    ...(isAccepted ? [toChip({ isAccepted }, { isAccepted: false })] : []),
    ...(inQuestion === null ? [] : [toChip({ inQuestion }, { inQuestion: null })]),
  ]
}

/** The tag if the search is a single tag, or a single word that may be one. */
export function findSingleTag(text: string): string | null {
  const query = parseSearchQuery(text)
  const [tag, ...moreTags] = query.tags
  const [term, ...moreTerms] = query.terms
  if (moreTags.length + moreTerms.length > 0 || toChips(text).length > query.tags.length)
    return null
  if (tag !== undefined) return term === undefined && !tag.isExcluded ? tag.slug : null
  if (term === undefined || term.isExcluded || term.isPrefix || term.kind === 'phrase') return null
  return term.text
}
