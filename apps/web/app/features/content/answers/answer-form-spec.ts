import type { InputOf } from '@stoa/contract/endpoint'
import { postAnswer } from '@stoa/contract/features/answers'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'
import { withCaptcha } from '../../site/captcha/captcha-form.ts'

type AnswerField = 'content' | 'question_id' | 'key' | 'homepage'

export const answerForm = withCaptcha({
  fields: ['content', 'question_id', 'key', 'homepage'],
  schema: postAnswer.input,
  toInput: ({ content, question_id, homepage }): InputOf<typeof postAnswer> =>
    omitEmpty({ content, question_id, homepage }),
} satisfies FormSpec<AnswerField>)
