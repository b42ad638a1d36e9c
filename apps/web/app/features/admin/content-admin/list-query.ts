import {
  answerListStatuses,
  answerSorts,
  type AnswerListStatus,
  type AnswerSort,
  questionListStatuses,
  questionSorts,
  type QuestionListStatus,
  type QuestionSort,
} from '@stoa/contract/features/content-admin'
import { limits } from '@stoa/contract/limits'
import { pickOption, withQuery } from '../../../kernel/paging.ts'

export const questionsPath = '/admin/questions'
export const answersPath = '/admin/answers'

export type QuestionListQuery = { status: QuestionListStatus; query: string; sort: QuestionSort }
export type AnswerListQuery = {
  status: AnswerListStatus
  query: string
  sort: AnswerSort
  question_id?: string
}

export function readQuestionQuery(search: URLSearchParams): QuestionListQuery {
  return {
    status: pickOption(questionListStatuses, search.get('status')),
    query: readText(search),
    sort: pickOption(questionSorts, search.get('sort')),
  }
}

export function readAnswerQuery(search: URLSearchParams): AnswerListQuery {
  const questionId = search.get('question_id')?.slice(0, 32) ?? ''
  return {
    status: pickOption(answerListStatuses, search.get('status')),
    query: readText(search),
    sort: pickOption(answerSorts, search.get('sort')),
    ...(questionId === '' ? {} : { question_id: questionId }),
  }
}

function readText(search: URLSearchParams) {
  return search.get('query')?.trim().slice(0, limits.adminQuery.max) ?? ''
}

type ListQuery = { status: string; query: string; sort: string; question_id?: string }

/** Without what is the default. */
export function listHref(path: string, { status, sort, ...rest }: ListQuery, page = 1) {
  return withQuery(path, {
    ...rest,
    status: status === 'normal' ? undefined : status,
    sort: sort === 'newest' ? undefined : sort,
    page: page > 1 ? page : undefined,
  })
}

/** Adds a term of the search, or removes it. Terms with the same name replace each other. */
export function toggleTerm(query: string, term: string): string {
  const name = term.split(':')[0]
  const others = query.split(/\s+/).filter((word) => word !== '' && word.split(':')[0] !== name)
  return (hasTerm(query, term) ? others : [...others, term]).join(' ')
}

export function hasTerm(query: string, term: string): boolean {
  return query.split(/\s+/).includes(term)
}
