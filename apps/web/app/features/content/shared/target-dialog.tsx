import { type Answer, listAnswers } from '@stoa/contract/features/answers'
import { questionStatuses } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { type ModeratedContent, useContentModeration } from './use-content-moderation.ts'

type TargetDialogProps = {
  content: ModeratedContent
  action: 'convert_to_comment' | 'move'
  onClose: () => void
}

/** The option for a post that is not on this page. */
const elsewhere = 'elsewhere'

/** Asks where a comment goes. */
export function TargetDialog({ content, action, onClose }: TargetDialogProps) {
  const t = useTranslate()
  const { run, isSending } = useContentModeration(content, { showsFieldError: true })
  const { options, isLoading, hasFailed } = useTargets(content, action)
  const [chosen, setChosen] = useState<string>()
  const [url, setUrl] = useState('')
  const [error, setError] = useState<string>()
  const value = chosen ?? options[0]?.value ?? ''

  async function submit() {
    const target = value === elsewhere ? url.trim() : value
    if (target === '') return setError(t('error.target.bad_url'))
    const outcome = await run({ action, id: content.id, target })
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <FormDialog
      title={t(`content_mod.${action}_title`)}
      description={t(`content_mod.${action}_text`)}
      submitLabel={t(`action.${action}`)}
      cancelLabel={t('content_mod.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <RadioGroup
        legend={t('content_mod.target')}
        name="target"
        options={options}
        value={value}
        onChange={(target) => {
          setChosen(target)
          setError(undefined)
        }}
        error={value === elsewhere ? undefined : error}
      />
      {isLoading && (
        <p role="status" className="text-sm text-ink-3">
          {t('app.loading')}
        </p>
      )}
      {hasFailed && <p className="text-sm text-ink-3">{t('content_mod.load_failed')}</p>}
      {value === elsewhere && (
        <Field label={t('content_mod.target_url')} required error={error}>
          <TextInput
            dir="ltr"
            maxLength={limits.siteUrl.max}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        </Field>
      )}
    </FormDialog>
  )
}

const excerptLength = 90

/** The question and its answers, without the one that the comment is on or that is converted. */
function useTargets({ id, kind, postId, questionId }: ModeratedContent, action: string) {
  const t = useTranslate()
  const { answers, hasFailed } = useAnswers(questionId)
  const excluded = kind === 'answer' ? id : postId
  const isTarget = ({ id: answerId, status, is_locked: isLocked }: Answer) =>
    answerId !== excluded && status === questionStatuses.open && isLocked !== true
  const question = { value: questionId, label: t('content_mod.target_question') }
  const options = [
    ...(excluded === questionId ? [] : [question]),
    ...(answers ?? []).filter(isTarget).map((answer) => ({
      value: answer.id,
      label: t('content_mod.target_answer', { name: answer.user_info.display_name }),
      hint: <bdi>{answer.content.slice(0, excerptLength)}</bdi>,
    })),
    ...(action === 'move' ? [{ value: elsewhere, label: t('content_mod.target_other') }] : []),
  ]
  return { options, isLoading: answers === null && !hasFailed, hasFailed }
}

function useAnswers(questionId: string) {
  const api = useApi()
  const [answers, setAnswers] = useState<readonly Answer[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const input = { question_id: questionId, page_size: limits.pageSize.max }
    api.call(listAnswers, { ...input, order: 'created' }, controller).then(
      ({ list }) => setAnswers(list),
      () => setFailed(!controller.signal.aborted),
    )
    return () => controller.abort()
  }, [api, questionId])
  return { answers, hasFailed }
}
