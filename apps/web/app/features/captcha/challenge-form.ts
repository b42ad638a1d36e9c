import { filled, type FormSpec, type FormValues } from '../../kernel/form-spec.ts'

type PlainSpec<Field extends string, Input extends object> = Omit<FormSpec<Field>, 'toInput'> & {
  toInput(values: FormValues<Field>): Input
}

const answer = ['captcha_id', 'captcha_code'] as const
type Answer = Partial<FormValues<(typeof answer)[number]>>

/** The same form with room for the answer to a challenge, which only `ChallengeField` needs to know about. */
export function withChallenge<Field extends string, Input extends object>(
  spec: PlainSpec<Field, Input>,
): PlainSpec<Field, Input & Answer> {
  const withAnswer = (fields: readonly Field[]) => [...fields, ...answer] as readonly Field[]
  return {
    fields: withAnswer(spec.fields),
    // An answer is good once: none is given back.
    secret: withAnswer(spec.secret ?? []),
    schema: spec.schema,
    toInput(values) {
      const { captcha_id = '', captcha_code = '', ...own } = values as FormValues<Field> & Answer
      const given = captcha_id === '' ? {} : filled({ captcha_id, captcha_code })
      return { ...spec.toInput(own as unknown as FormValues<Field>), ...given }
    },
  }
}
