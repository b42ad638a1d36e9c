import { limits } from '@stoa/contract/limits'
import { parseSearchQuery, printSearchQuery, type SearchQuery } from '@stoa/contract/search-query'
import { toTagNames } from '../tags/tag-names.ts'

/** The text of a search, fit to be asked for. */
export function toQueryText(text: string | null): string {
  return (text ?? '').slice(0, limits.searchQuery.max).toWellFormed().trim()
}

/** What stands for "no answer yet" and its like in the form. */
export const answerChoices = ['', 'none', 'accepted', 'open'] as const
export type AnswerChoice = (typeof answerChoices)[number]

export const kindChoices = ['', 'question', 'answer'] as const
export type KindChoice = (typeof kindChoices)[number]

/** The operators that have a field in the form, as the fields hold them. */
export type Filters = {
  tag: string
  user: string
  score: string
  is: KindChoice
  answered: AnswerChoice
}

export function toFilters(text: string): Filters {
  const query = parseSearchQuery(text)
  return {
    tag: query.tags
      .filter((tag) => !tag.isNot)
      .map(({ slug }) => slug)
      .join(' '),
    user: query.user ?? '',
    score: query.score === null ? '' : String(query.score),
    is: query.is ?? '',
    answered: toAnswerChoice(query),
  }
}

function toAnswerChoice({ answers, hasAccepted }: SearchQuery): AnswerChoice {
  if (answers === 0) return 'none'
  if (hasAccepted === null) return ''
  return hasAccepted ? 'accepted' : 'open'
}

/** The same search with what the form says: the form only writes operators. */
export function withFilters(text: string, filters: Filters): string {
  const query = parseSearchQuery(text)
  const tags = toTagNames(filters.tag.replaceAll(/[[\]"]/gu, ' '))
  query.tags = [
    ...tags.map((name) => ({ slug: name.toLowerCase().normalize('NFC'), isNot: false })),
    ...query.tags.filter((tag) => tag.isNot),
  ]
  query.user = filters.user.replaceAll(/[\s"]+/gu, '') || null
  query.score = /^\d{1,9}$/u.test(filters.score.trim()) ? Number(filters.score) : null
  query.is = filters.is === '' ? null : filters.is
  query.hasAccepted = { '': null, none: null, accepted: true, open: false }[filters.answered]
  if (filters.answered === 'none') query.answers = 0
  else if (query.answers === 0) query.answers = null
  return printSearchQuery(query)
}

/** The filters an address names besides the text; null when it came without the form. */
export function filtersIn(query: URLSearchParams): Filters | null {
  const names = ['tag', 'user', 'score', 'is', 'answered']
  if (!names.some((name) => query.has(name))) return null
  return {
    tag: query.get('tag') ?? '',
    user: query.get('user') ?? '',
    score: query.get('score') ?? '',
    is: kindChoices.find((kind) => kind === query.get('is')) ?? '',
    answered: answerChoices.find((choice) => choice === query.get('answered')) ?? '',
  }
}

/** An operator that was understood, and the same search without it. */
export type Chip = { text: string; without: string }

export function toChips(text: string): Chip[] {
  const query = parseSearchQuery(text)
  const alone = (part: Partial<SearchQuery>, rest: Partial<SearchQuery>): Chip => ({
    text: printSearchQuery({ ...parseSearchQuery(''), ...part }),
    without: printSearchQuery({ ...query, ...rest }),
  })
  const { tags, user, answers, score, views, is, hasAccepted, isAccepted, inQuestion } = query
  return [
    ...tags.map((tag) => alone({ tags: [tag] }, { tags: tags.filter((other) => other !== tag) })),
    ...(user === null ? [] : [alone({ user }, { user: null })]),
    ...(answers === null ? [] : [alone({ answers }, { answers: null })]),
    ...(score === null ? [] : [alone({ score }, { score: null })]),
    ...(views === null ? [] : [alone({ views }, { views: null })]),
    ...(is === null ? [] : [alone({ is }, { is: null })]),
    ...(hasAccepted === null ? [] : [alone({ hasAccepted }, { hasAccepted: null })]),
    ...(isAccepted ? [alone({ isAccepted }, { isAccepted: false })] : []),
    ...(inQuestion === null ? [] : [alone({ inQuestion }, { inQuestion: null })]),
  ]
}

/** The name of the one tag a search asks for, or of the one word that may be a tag. */
export function tagAskedFor(text: string): string | null {
  const query = parseSearchQuery(text)
  const [tag, ...moreTags] = query.tags
  const [term, ...moreTerms] = query.terms
  if (moreTags.length + moreTerms.length > 0 || toChips(text).length > query.tags.length)
    return null
  if (tag !== undefined) return term === undefined && !tag.isNot ? tag.slug : null
  if (term === undefined || term.isNot || term.isPrefix || term.kind === 'phrase') return null
  return term.text
}
