import type { QuestionChanges } from '@stoa/contract/features/live'
import { toShortId } from '@stoa/contract/ids'
import { describe, expect, it } from 'vitest'
import { findNews, isNothing, type QuestionNews } from './question-news.ts'

const question = '10010000000000001'
const answers = ['10020000000000002', '10020000000000003', '10020000000000004'] as const

const state = (id: string, fields: { comment_count?: number; version?: number } = {}) => ({
  id,
  vote_count: 0,
  comment_count: 0,
  version: 1,
  ...fields,
})

type Fields = Parameters<typeof state>[1]

function aChange(fields: Fields = {}, answerFields: Fields[] = [{}, {}]): QuestionChanges {
  return {
    question: { ...state(question, fields), accepted_answer_id: '0' },
    answers: answerFields.map((each, index) => state(answers[index] ?? '', each)),
  }
}

const page = {
  question: { id: question, version: 1 },
  answers: answers.slice(0, 2).map((id) => ({ id, version: 1 })),
  answerCount: 2,
  pages: 1,
}
const counts = new Map([question, ...answers].map((id) => [id, { count: 1 }]))

const noNews: QuestionNews = {
  answers: [],
  isQuestionEdited: false,
  editedAnswers: 0,
  comments: 0,
  commentedPosts: [],
}

describe('findNews', () => {
  it.each<[string, QuestionChanges, Partial<QuestionNews>]>([
    ['nothing', aChange({ comment_count: 1 }), {}],
    ['a new answer', aChange({}, [{}, {}, {}]), { answers: [answers[2]] }],
    ['an edited question', aChange({ version: 2 }), { isQuestionEdited: true }],
    ['edited answers', aChange({}, [{ version: 3 }, { version: 2 }]), { editedAnswers: 2 }],
    [
      'comments on the question and an answer',
      aChange({ comment_count: 3 }, [{}, { comment_count: 2 }]),
      { comments: 3, commentedPosts: [question, answers[1]] },
    ],
    ['nothing when something was deleted', aChange({ comment_count: 0 }, [{}]), {}],
    ['nothing that is older than the page', aChange({ version: 0 }), {}],
  ])('finds %s', (_, changes, expected) => {
    const news = findNews(page, changes, counts)
    expect(news).toEqual({ ...noNews, ...expected })
    expect(isNothing(news)).toBe(Object.keys(expected).length === 0)
  })

  it('compares short ids with long ones', () => {
    const short = {
      ...page,
      question: { id: toShortId(question), version: 1 },
      answers: page.answers.map(({ id }) => ({ id: toShortId(id), version: 1 })),
    }
    const shortCounts = new Map([[toShortId(question), { count: 1 }]])
    const changes = aChange({ version: 2, comment_count: 2 }, [{}, {}, {}])
    expect(findNews(short, changes, shortCounts)).toEqual({
      answers: [answers[2]],
      isQuestionEdited: true,
      editedAnswers: 0,
      comments: 1,
      commentedPosts: [toShortId(question)],
    })
  })

  it('counts answers if they fill several pages', () => {
    const second = { ...page, answers: [], pages: 2 }
    expect(findNews(second, aChange(), counts).answers).toEqual([])
    expect(findNews(second, aChange({}, [{}, {}, {}]), counts).answers).toEqual([answers[2]])
  })

  it('leaves out the comments of posts whose comments are not on the page', () => {
    expect(findNews(page, aChange({ comment_count: 5 }), new Map())).toEqual(noNews)
  })
})
