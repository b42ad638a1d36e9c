import { askQuestion } from '@stoa/contract/features/questions'
import type { InputOf } from '@stoa/contract/endpoint'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'
import { withChallenge } from '../captcha/challenge-form.ts'
import { toTagNames } from '../tags/tag-names.ts'

type AskField = 'title' | 'content' | 'tags' | 'key'

export const askForm = withChallenge({
  fields: ['title', 'content', 'tags', 'key'],
  schema: askQuestion.input,
  toInput: ({ title, content, tags }): InputOf<typeof askQuestion> => ({
    ...filled({ title, content }),
    tags: toTagNames(tags).map((name) => ({ slug_name: name, display_name: name })),
  }),
} satisfies FormSpec<AskField>)
