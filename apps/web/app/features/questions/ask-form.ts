import { askWithAnswer } from '@stoa/contract/features/answers'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'
import { withChallenge } from '../captcha/challenge-form.ts'
import { toTagNames } from '../tags/tag-names.ts'

export type AskField = 'title' | 'content' | 'tags' | 'with_answer' | 'answer_content' | 'key'

type QuestionTexts = { title: string; content: string; tags: string }

/** A title is one line, whatever the field it was typed into allows. */
export function toQuestionInput({ title, content, tags }: QuestionTexts) {
  return {
    ...filled({ title: title.replaceAll(/\s+/gu, ' ').trim(), content }),
    tags: toTagNames(tags).map((name) => ({ slug_name: name, display_name: name })),
  }
}

/** With an own answer or without; the switch decides, not what stands in the field behind it. */
export const askForm = withChallenge({
  fields: ['title', 'content', 'tags', 'with_answer', 'answer_content', 'key'],
  schema: askWithAnswer.input.partial({ answer_content: true }),
  toInput: (values) => ({
    ...toQuestionInput(values),
    ...(values.with_answer ? { answer_content: values.answer_content } : {}),
  }),
} satisfies FormSpec<AskField>)
