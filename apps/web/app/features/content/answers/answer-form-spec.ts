import type { InputOf } from '@stoa/contract/endpoint'
import { postAnswer } from '@stoa/contract/features/answers'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'
import { withCaptcha } from '../../site/captcha/captcha-form.ts'

type AnswerField = 'content' | 'question_id' | 'key'

export const answerForm = withCaptcha({
  fields: ['content', 'question_id', 'key'],
  schema: postAnswer.input,
  toInput: ({ content, question_id }): InputOf<typeof postAnswer> =>
    omitEmpty({ content, question_id }),
} satisfies FormSpec<AnswerField>)
