import { editAnswer } from '@stoa/contract/features/answers'
import { editQuestion } from '@stoa/contract/features/questions'
import { omitEmpty, type FormSpec, type FormValues } from '../../../kernel/form-spec.ts'
import { withCaptcha } from '../../site/captcha/captcha-form.ts'
import { toQuestionInput } from '../questions/ask-form.ts'

export type EditField = 'title' | 'content' | 'tags' | 'edit_summary' | 'version'

export type EditValues = FormValues<EditField>

const toEdit = ({ edit_summary, version }: EditValues) => ({
  edit_summary: edit_summary.trim(),
  version: Number(version),
})

const fields: readonly EditField[] = ['title', 'content', 'tags', 'edit_summary', 'version']

export const editQuestionForm = withCaptcha({
  fields,
  schema: editQuestion.input.omit({ id: true }),
  toInput: (values) => ({ ...toQuestionInput(values), ...toEdit(values) }),
} satisfies FormSpec<EditField>)

export const editAnswerForm = withCaptcha({
  fields,
  schema: editAnswer.input.omit({ id: true }),
  toInput: (values) => ({ ...omitEmpty({ content: values.content }), ...toEdit(values) }),
} satisfies FormSpec<EditField>)
