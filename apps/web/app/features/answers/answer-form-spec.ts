import type { InputOf } from '@stoa/contract/endpoint'
import { postAnswer } from '@stoa/contract/features/answers'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'
import { withChallenge } from '../captcha/challenge-form.ts'

type AnswerField = 'content' | 'question_id' | 'key'

export const answerForm = withChallenge({
  fields: ['content', 'question_id', 'key'],
  schema: postAnswer.input,
  toInput: ({ content, question_id }): InputOf<typeof postAnswer> =>
    filled({ content, question_id }),
} satisfies FormSpec<AnswerField>)
