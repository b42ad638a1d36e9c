import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useHydrated } from '../../../kernel/hydration.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { MarkdownEditor } from '../../../ui/editor/markdown-editor.tsx'
import { Honeypot } from '../../../ui/honeypot.tsx'
import { CaptchaField } from '../../site/captcha/captcha-field.tsx'
import { useEditorOptions } from '../uploads/use-editor-options.tsx'
import { answerForm } from './answer-form-spec.ts'

const AnswerDraft = lazy(async () => ({
  default: (await import('./answer-draft.tsx')).AnswerDraft,
}))

const LoadedPostingBlock = lazy(async () => ({
  default: (await import('../shared/posting-block.tsx')).LoadedPostingBlock,
}))

export type RejectedAnswer = RejectedForm<'content' | 'question_id' | 'key' | 'homepage'>

type AnswerFormProps = {
  questionId: string
  idempotencyKey: string
  rejected: RejectedAnswer
}

export function AnswerForm({ questionId, idempotencyKey, rejected }: AnswerFormProps) {
  const t = useTranslate()
  const form = useContractForm(answerForm, rejected)
  const options = useEditorOptions('answer')
  const isHydrated = useHydrated()
  const { pathname, search } = useLocation()
  const [hasFocused, setHasFocused] = useState(false)
  return (
    // The fragment scrolls to the form when it is rejected without JavaScript.
    <FormBox
      form={form}
      action={`${pathname}${search}#answer-form`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <input {...form.control('question_id')} type="hidden" defaultValue={questionId} />
      <input
        {...form.control('key')}
        type="hidden"
        defaultValue={rejected?.values.key ?? idempotencyKey}
      />
      <Honeypot />
      {hasFocused && (
        <Suspense>
          <LoadedPostingBlock />
        </Suspense>
      )}
      <div onFocus={() => setHasFocused(true)}>
        <FormField form={form} name="content" label={t('answer.body')} hideLabel>
          {(control) => (
            <MarkdownEditor
              {...control}
              label={t('answer.body')}
              labels={(label, values) => t(`editor.${label}`, values)}
              options={options}
              size="sm"
            />
          )}
        </FormField>
      </div>
      <CaptchaField rejected={rejected} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" loading={form.isSubmitting}>
          {t('answer.post')}
        </Button>
        {isHydrated && (
          <Suspense>
            <AnswerDraft
              questionId={questionId}
              isSubmitting={form.isSubmitting}
              hasNewerValues={rejected !== undefined}
            />
          </Suspense>
        )}
      </div>
    </FormBox>
  )
}
