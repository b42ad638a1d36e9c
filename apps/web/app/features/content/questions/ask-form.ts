import { askWithAnswer } from '@stoa/contract/features/answers'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'
import { withCaptcha } from '../../site/captcha/captcha-form.ts'
import { toTagNames } from '../tags/tag-names.ts'

export type AskField =
  | 'title'
  | 'content'
  | 'tags'
  | 'with_answer'
  | 'answer_content'
  | 'key'
  | 'homepage'

type QuestionTexts = { title: string; content: string; tags: string }

/** A title is one line, even if it was pasted with line breaks. */
export function toQuestionInput({ title, content, tags }: QuestionTexts) {
  return {
    ...omitEmpty({ title: title.replaceAll(/\s+/gu, ' ').trim(), content }),
    tags: toTagNames(tags).map((name) => ({ slug_name: name, display_name: name })),
  }
}

/** The switch decides whether the answer is sent, not the content of its field. */
export const askForm = withCaptcha({
  fields: ['title', 'content', 'tags', 'with_answer', 'answer_content', 'key', 'homepage'],
  schema: askWithAnswer.input.partial({ answer_content: true }),
  toInput: (values) => ({
    ...toQuestionInput(values),
    ...omitEmpty({ homepage: values.homepage }),
    ...(values.with_answer ? { answer_content: values.answer_content } : {}),
  }),
} satisfies FormSpec<AskField>)
