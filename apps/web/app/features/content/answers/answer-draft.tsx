import { getDraft, type Draft } from '@stoa/contract/features/drafts'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useDraft } from '../drafts/use-draft.tsx'

type AnswerDraftProps = {
  questionId: string
  isSubmitting: boolean
  /** The form was rendered with values newer than any draft. */
  hasNewerValues: boolean
}

/** Autosaves an unfinished answer. Rendered inside the form, and loaded only by those who write. */
export function AnswerDraft(props: AnswerDraftProps) {
  const savedDraft = useSavedDraft(props.questionId)
  return savedDraft === undefined ? null : <AutosavedDraft {...props} savedDraft={savedDraft} />
}

function AutosavedDraft({
  questionId,
  isSubmitting,
  hasNewerValues,
  savedDraft,
}: AnswerDraftProps & { savedDraft: Draft | null }) {
  const draft = useDraft({
    target: { kind: 'answer', objectId: questionId },
    pristine: { content: '' },
    savedDraft,
    isSubmitting,
    hasNewerValues,
    isFetchedLater: true,
  })
  return (
    <>
      {draft.anchor}
      {draft.notice}
      <div className="text-sm text-ink-3">{draft.status}</div>
    </>
  )
}

/** Undefined while loading. */
function useSavedDraft(questionId: string): Draft | null | undefined {
  const api = useApi()
  const [savedDraft, setSavedDraft] = useState<Draft | null>()
  useEffect(() => {
    const controller = new AbortController()
    api
      .call(getDraft, { kind: 'answer', object_id: questionId }, { signal: controller.signal })
      // If the server is unreachable, the local draft is still available.
      .then(setSavedDraft, () => !controller.signal.aborted && setSavedDraft(null))
    return () => controller.abort()
  }, [api, questionId])
  return savedDraft
}
