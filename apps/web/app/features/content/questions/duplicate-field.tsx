import { listSimilarQuestions, type SimilarQuestion } from '@stoa/contract/features/search'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { Radio } from '../../../ui/radio-group.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { ReasonFieldProps } from '../shared/reason-dialog.tsx'
import { questionPath } from './permalink.ts'

const maxShown = 4

type DuplicateFieldProps = ReasonFieldProps & { question: { id: string; title: string } }

/** The URL of the original, typed or chosen from questions with a similar title. */
export function DuplicateField({ question, value, onChange, error }: DuplicateFieldProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const similar = useSimilarTo(question)
  const urlOf = (other: SimilarQuestion) =>
    window.location.origin + questionPath(other, site.permalink)
  return (
    <>
      <Field label={t('close.original')} required error={error}>
        <TextInput
          type="url"
          inputMode="url"
          dir="ltr"
          value={value}
          placeholder={t('reason.url_placeholder')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
      {similar.length > 0 && (
        <fieldset className="mt-3">
          <legend className="text-sm text-ink-3">{t('close.similar')}</legend>
          {similar.map((other) => (
            <label
              key={other.id}
              htmlFor={`original-${other.id}`}
              className="flex min-h-target cursor-pointer items-start gap-3 border-b border-line py-2 last:border-0"
            >
              <Radio
                id={`original-${other.id}`}
                className="mt-[0.1em]"
                name="original"
                checked={value === urlOf(other)}
                onChange={() => onChange(urlOf(other))}
              />
              <span className="min-w-0 text-md">
                <b className="block font-semibold">
                  <bdi>{other.title}</bdi>
                </b>
                <span className="block text-sm text-ink-3">
                  {t('ask.similar_answers', { count: other.answer_count })}
                  {other.accepted_answer && `, ${t('ask.similar_accepted')}`}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

function useSimilarTo({ id, title }: { id: string; title: string }): SimilarQuestion[] {
  const api = useApi()
  const [similar, setSimilar] = useState<SimilarQuestion[]>([])
  useEffect(() => {
    const controller = new AbortController()
    api.call(listSimilarQuestions, { title }, controller).then(
      (list) => setSimilar(list.filter((other) => other.id !== id).slice(0, maxShown)),
      // Suggestions are optional: the URL can be typed.
      () => {},
    )
    return () => controller.abort()
  }, [api, id, title])
  return similar
}
