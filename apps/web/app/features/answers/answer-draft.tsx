import { getDraft, type Draft } from '@stoa/contract/features/drafts'
import { useEffect, useState } from 'react'
import { useApi } from '../../kernel/api.ts'
import { useDraft } from '../drafts/use-draft.tsx'

type AnswerDraftProps = {
  questionId: string
  isSending: boolean
  /** The form came back with something newer than any draft. */
  isAgain: boolean
}

/** Keeps an unfinished answer. Stands inside the form; most readers never fetch it. */
export function AnswerDraft(props: AnswerDraftProps) {
  const kept = useKept(props.questionId)
  return kept === undefined ? null : <Keeping {...props} kept={kept} />
}

function Keeping({
  questionId,
  isSending,
  isAgain,
  kept,
}: AnswerDraftProps & { kept: Draft | null }) {
  const draft = useDraft({
    place: { kind: 'answer', objectId: questionId },
    pristine: { content: '' },
    kept,
    isSending,
    isAgain,
    isLate: true,
  })
  return (
    <>
      {draft.anchor}
      {draft.notice}
      <div className="text-sm text-ink-3">{draft.status}</div>
    </>
  )
}

/** What the server keeps of it: undefined while that is asked. */
function useKept(questionId: string): Draft | null | undefined {
  const api = useApi()
  const [kept, setKept] = useState<Draft | null>()
  useEffect(() => {
    const stop = new AbortController()
    api
      .call(getDraft, { kind: 'answer', object_id: questionId }, { signal: stop.signal })
      // A site that cannot be reached keeps nothing now; the browser still does.
      .then(setKept, () => !stop.signal.aborted && setKept(null))
    return () => stop.abort()
  }, [api, questionId])
  return kept
}
