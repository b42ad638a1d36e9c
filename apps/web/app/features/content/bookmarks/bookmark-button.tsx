import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { Bookmark } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useActionButtonProps } from '../../../kernel/login-redirect.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Count } from '../../../ui/count.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type BookmarkableQuestion = { id: string; collected: boolean; collection_count: number }

export function BookmarkButton({ question }: { question: BookmarkableQuestion }) {
  const t = useTranslate()
  const buttonProps = useActionButtonProps()
  const { count: formatCount } = useFormats()
  const { state, run } = useBookmark(question)
  const { isBookmarked, count } = state
  return (
    <>
      <IconButton
        {...buttonProps}
        label={t('bookmark.add')}
        aria-pressed={isBookmarked}
        onClick={(event) => {
          event.preventDefault()
          void run(!isBookmarked)
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
  const t = useTranslate()
  return useMutation({
    send: (call, isBookmarked: boolean) =>
      call(switchBookmark, { object_id: question.id, bookmark: isBookmarked }),
    loginPrompt: () => ({ title: t('bookmark.log_in') }),
    optimistic: {
      id: question.id,
      source: question,
      loaded: { isBookmarked: question.collected, count: question.collection_count },
      apply(previous, isBookmarked) {
        if (previous.isBookmarked === isBookmarked) return previous
        return { isBookmarked, count: previous.count + (isBookmarked ? 1 : -1) }
      },
      confirm: (response, isBookmarked) => ({
        isBookmarked,
        count: response.object_collection_count,
      }),
    },
  })
}
