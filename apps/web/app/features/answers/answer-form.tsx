import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useIsRunning } from '../../kernel/use-is-running.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { MarkdownEditor } from '../../ui/editor/markdown-editor.tsx'
import { ChallengeField } from '../captcha/challenge-field.tsx'
import { useUploadOptions } from '../uploads/use-upload-options.ts'
import { answerForm } from './answer-form-spec.ts'

const AnswerDraft = lazy(async () => ({
  default: (await import('./answer-draft.tsx')).AnswerDraft,
}))

const LoadedPostingBlock = lazy(async () => ({
  default: (await import('../posts/posting-block.tsx')).LoadedPostingBlock,
}))

export type AnswerRefused = Refused<'content' | 'question_id' | 'key'>

type AnswerFormProps = {
  questionId: string
  /** Sent twice under one key, an answer is still posted once. */
  sendKey: string
  refused: AnswerRefused
}

/** Posts an answer; without scripts a plain form. */
export function AnswerForm({ questionId, sendKey, refused }: AnswerFormProps) {
  const t = useTranslate()
  const form = useContractForm(answerForm, refused)
  const options = useUploadOptions()
  const isRunning = useIsRunning()
  const { pathname, search } = useLocation()
  const [isBegun, setBegun] = useState(false)
  return (
    // Without scripts the page that comes back is long: it opens at the form.
    <FormBox
      form={form}
      action={`${pathname}${search}#answer-form`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <input {...form.control('question_id')} type="hidden" defaultValue={questionId} />
      <input {...form.control('key')} type="hidden" defaultValue={refused?.values.key ?? sendKey} />
      {isBegun && (
        <Suspense>
          <LoadedPostingBlock />
        </Suspense>
      )}
      <div onFocus={() => setBegun(true)}>
        <FormField form={form} name="content" label={t('answer.body')} hideLabel>
          {(control) => (
            <MarkdownEditor
              {...control}
              label={t('answer.body')}
              words={(word, values) => t(`editor.${word}`, values)}
              options={options}
              size="sm"
            />
          )}
        </FormField>
      </div>
      <ChallengeField refused={refused} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" loading={form.isSending}>
          {t('answer.post')}
        </Button>
        {isRunning && (
          <Suspense>
            <AnswerDraft
              questionId={questionId}
              isSending={form.isSending}
              isAgain={refused !== undefined}
            />
          </Suspense>
        )}
      </div>
    </FormBox>
  )
}
