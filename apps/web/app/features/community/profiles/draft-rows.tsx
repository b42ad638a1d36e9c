import { discardDraft, type DraftItem, saveDraft } from '@stoa/contract/features/drafts'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { createRandomKey } from '../../../kernel/api.ts'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import type { Site } from '../../../kernel/visit.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { removeLocalDraft, toStorageKey } from '../../content/drafts/browser-store.ts'
import {
  editAnswerPath,
  editQuestionPath,
  questionPath,
} from '../../content/questions/permalink.ts'

export function DraftRows({ drafts, label }: { drafts: DraftItem[]; label: string }) {
  const { discard, isSending } = useDiscard()
  return (
    <ol aria-label={label}>
      {drafts.map((draft) => (
        <DraftRow
          key={`${draft.kind}-${draft.object_id}`}
          draft={draft}
          isDisabled={isSending}
          onDiscard={() => void discard(draft)}
        />
      ))}
    </ol>
  )
}

type DraftRowProps = { draft: DraftItem; isDisabled: boolean; onDiscard: () => void }

function DraftRow({ draft, isDisabled, onDiscard }: DraftRowProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const path = draftPath(draft, site.permalink)
  const title = draft.title || draft.question_title || t('draft.untitled')
  const heading = <bdi>{title}</bdi>
  return (
    <li className="flex items-start gap-4 border-b border-line py-2.5">
      <div className="min-w-0 flex-1">
        <h3 className="font-serif text-title leading-snug font-semibold tracking-row text-pretty">
          {path === null ? (
            heading
          ) : (
            <Link href={path} className="hit hover:text-accent-ink">
              {heading}
            </Link>
          )}
        </h3>
        <p className="line-clamp-2 text-md break-words text-ink-2" dir="auto">
          {(draft.content || draft.answer_content).slice(0, 300)}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-3">
          <span>{t(`draft.kind.${draft.kind}`)}</span>
          <span>
            {t.rich<ReactNode>('draft.saved', {
              time: <RelativeTime key="time" at={draft.saved_at} />,
            })}
          </span>
          {path === null && <span>{t('draft.question_gone')}</span>}
        </p>
      </div>
      <IconButton
        label={t('draft.discard_named', { title })}
        disabled={isDisabled}
        onClick={onDiscard}
        icon={<Trash2 className="icon" aria-hidden="true" />}
      />
    </li>
  )
}

/** Null when the post is gone. */
function draftPath(draft: DraftItem, permalink: Site['permalink']): string | null {
  const { kind, object_id: objectId, question_id: questionId } = draft
  if (kind === 'question') return '/questions/ask'
  if (questionId === '0') return null
  if (kind === 'answer')
    return `${questionPath({ id: questionId, url_title: draft.url_title }, permalink)}#answer-form`
  return objectId === questionId ? editQuestionPath(objectId) : editAnswerPath(questionId, objectId)
}

/** In the list, because the row of a discarded draft cannot restore it. */
function useDiscard() {
  const t = useTranslate()
  const toast = useToast()
  const { viewer } = useVisit()
  const restoration = useMutation({
    send: (call, draft: DraftItem) => {
      const { kind, object_id, title, content, tags, answer_content, edit_summary } = draft
      return call(saveDraft, {
        kind,
        object_id,
        title,
        content,
        tags,
        answer_content,
        edit_summary,
        base_version: draft.base_version,
        writer: createRandomKey(),
        counter: 1,
        known_version: 0,
      })
    },
    revalidates: true,
  })
  const { run, isSending } = useMutation({
    send: (call, { kind, object_id }: DraftItem) => call(discardDraft, { kind, object_id }),
    onSuccess(_, draft) {
      const target = { kind: draft.kind, objectId: draft.object_id }
      removeLocalDraft(toStorageKey(viewer?.id ?? '', target))
      toast({
        text: t('draft.discarded'),
        action: { label: t('draft.undo'), onSelect: () => void restoration.run(draft) },
      })
    },
    revalidates: true,
  })
  return { discard: run, isSending }
}
