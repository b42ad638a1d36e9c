import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useActionButtonProps } from '../../../kernel/login-redirect.tsx'
import { useLoaderState } from '../../../kernel/use-loader-state.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Count } from '../../../ui/count.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useAction } from '../../site/captcha/use-action.ts'

type BookmarkableQuestion = { id: string; collected: boolean; collection_count: number }

export function BookmarkButton({ question }: { question: BookmarkableQuestion }) {
  const t = useTranslate()
  const buttonProps = useActionButtonProps()
  const { count: formatCount } = useFormats()
  const { isBookmarked, count, toggle } = useBookmark(question)
  return (
    <>
      <IconButton
        {...buttonProps}
        label={t(isBookmarked ? 'bookmark.remove' : 'bookmark.add')}
        aria-pressed={isBookmarked}
        onClick={(event) => {
          event.preventDefault()
          toggle()
        }}
        icon={<Bookmark className="icon" aria-hidden="true" />}
      />
      {count > 0 && (
        <span className="text-xs text-ink-3">
          <Count text={formatCount(count)} />
          <span className="sr-only"> {t('bookmark.count', { count })}</span>
        </span>
      )}
    </>
  )
}

function useBookmark(question: BookmarkableQuestion) {
  const runAction = useAction()
  const isSending = useRef(false)
  const [{ isBookmarked, count }, setBookmark] = useLoaderState(question, (loaded) => ({
    isBookmarked: loaded.collected,
    count: loaded.collection_count,
  }))

  async function toggle() {
    if (isSending.current) return
    isSending.current = true
    const next = !isBookmarked
    setBookmark(() => ({ isBookmarked: next, count: count + (next ? 1 : -1) }))
    const outcome = await runAction(switchBookmark, { object_id: question.id, bookmark: next })
    setBookmark(() =>
      outcome.ok
        ? { isBookmarked: next, count: outcome.response.object_collection_count }
        : { isBookmarked, count },
    )
    isSending.current = false
  }

  return { isBookmarked, count, toggle: () => void toggle() }
}
