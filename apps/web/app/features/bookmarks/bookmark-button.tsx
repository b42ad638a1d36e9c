import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { useFormats } from '../../kernel/formats.ts'
import { useGate } from '../../kernel/login-first.tsx'
import { useLoaded } from '../../kernel/use-loaded.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Count } from '../../ui/count.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAct } from '../captcha/use-act.ts'

type Kept = { id: string; collected: boolean; collection_count: number }

/** Keeps a question for later. */
export function BookmarkButton({ question }: { question: Kept }) {
  const t = useTranslate()
  const gate = useGate()
  const { count } = useFormats()
  const { isKept, times, toggle } = useBookmark(question)
  return (
    <>
      <IconButton
        {...gate}
        label={t(isKept ? 'bookmark.remove' : 'bookmark.add')}
        aria-pressed={isKept}
        onClick={(event) => {
          event.preventDefault()
          toggle()
        }}
        icon={<Bookmark className="icon" aria-hidden="true" />}
      />
      {times > 0 && (
        <span className="text-xs text-ink-3">
          <Count text={count(times)} />
          <span className="sr-only"> {t('bookmark.times', { count: times })}</span>
        </span>
      )}
    </>
  )
}

function useBookmark(question: Kept) {
  const act = useAct()
  const isSending = useRef(false)
  const [{ isKept, times }, set] = useLoaded(question, (loaded) => ({
    isKept: loaded.collected,
    times: loaded.collection_count,
  }))

  async function toggle() {
    if (isSending.current) return
    isSending.current = true
    const wish = !isKept
    set(() => ({ isKept: wish, times: times + (wish ? 1 : -1) }))
    const outcome = await act(switchBookmark, { object_id: question.id, bookmark: wish })
    set(() =>
      outcome.ok
        ? { isKept: wish, times: outcome.reply.object_collection_count }
        : { isKept, times },
    )
    isSending.current = false
  }

  return { isKept, times, toggle: () => void toggle() }
}
