import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { MarkdownEditor } from '../../ui/editor/markdown-editor.tsx'
import { ChallengeField } from '../captcha/challenge-field.tsx'
import { answerForm } from './answer-form-spec.ts'

export type AnswerRefused = Refused<'content' | 'question_id' | 'key'>

type AnswerFormProps = {
  questionId: string
  /** Sent twice under one key, an answer is still posted once. */
  sendKey: string
  refused: AnswerRefused
  /** What became of an unfinished answer, and what it said. */
  draft?: { text?: string; status?: ReactNode; onText?: (text: string) => void }
}

/** Posts an answer; without scripts a plain form. */
export function AnswerForm({ questionId, sendKey, refused, draft }: AnswerFormProps) {
  const t = useTranslate()
  const form = useContractForm(answerForm, refused)
  const { pathname, search } = useLocation()
  return (
    // Without scripts the page that comes back is long: it opens at the form.
    <FormBox
      form={form}
      action={`${pathname}${search}#answer-form`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <input {...form.control('question_id')} type="hidden" defaultValue={questionId} />
      <input {...form.control('key')} type="hidden" defaultValue={refused?.values.key ?? sendKey} />
      <FormField form={form} name="content" label={t('answer.body')} hideLabel>
        {(control) => (
          <MarkdownEditor
            {...control}
            defaultValue={control.defaultValue ?? draft?.text}
            label={t('answer.body')}
            words={(word, values) => t(`editor.${word}`, values)}
            status={draft?.status}
            size="sm"
            onInput={(event) => draft?.onText?.(event.currentTarget.value)}
          />
        )}
      </FormField>
      <ChallengeField refused={refused} />
      <div>
        <Button type="submit" variant="primary" loading={form.isSending}>
          {t('answer.post')}
        </Button>
      </div>
    </FormBox>
  )
}
