import {
  removeSavedSearch,
  type SavedSearch,
  saveSearch,
} from '@stoa/contract/features/saved-searches'
import type { SearchOrder } from '@stoa/contract/features/search'
import { Star, X } from 'lucide-react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { searchPath } from '../search/search-path.ts'

type SaveSearchButtonProps = { text: string; order: SearchOrder; saved: readonly SavedSearch[] }

/** Saves the search, or removes it when it is saved. */
export function SaveSearchButton({ text, order, saved }: SaveSearchButtonProps) {
  const t = useTranslate()
  const remove = useRemove()
  const { run: save } = useMutation({
    send: (call) => call(saveSearch, { q: text, order }),
    successToast: () => ({ text: t('saved_searches.saved') }),
    revalidates: true,
  })
  const existing = saved.find((search) => search.q === text && search.order === order)
  return (
    <TextButton
      icon={<Star className="icon" aria-hidden="true" />}
      highlighted={existing !== undefined}
      onClick={() => void (existing === undefined ? save() : remove(existing.id))}
    >
      {t(existing === undefined ? 'saved_searches.save' : 'saved_searches.is_saved')}
    </TextButton>
  )
}

/** `saved` is null for visitors. */
export function SavedSearches({ saved }: { saved: readonly SavedSearch[] | null }) {
  const t = useTranslate()
  const remove = useRemove()
  if (saved === null || saved.length === 0) return null
  const title = t('saved_searches.title')
  return (
    <Section title={title} size="sm">
      <ul aria-label={title}>
        {saved.map(({ id, q, order }) => (
          <li key={id} className="flex items-center gap-2 border-b border-line last:border-0">
            <Link
              href={searchPath(q, order)}
              className="flex min-h-target min-w-0 flex-1 items-center gap-2 py-1 text-sm hover:text-accent-ink"
            >
              <bdi className="min-w-0 truncate">{q}</bdi>
              {order !== 'relevance' && (
                <span className="flex-none text-xs text-ink-3">{t(`order.${order}`)}</span>
              )}
            </Link>
            <IconButton
              size="sm"
              label={t('saved_searches.remove', { search: q })}
              icon={<X className="icon" aria-hidden="true" />}
              onClick={() => void remove(id)}
              className="flex-none"
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function useRemove() {
  const t = useTranslate()
  const { run } = useMutation({
    send: (call, id: string) => call(removeSavedSearch, { id }),
    isRepeat: (previous, next) => previous === next,
    successToast: () => ({ text: t('saved_searches.removed') }),
    revalidates: true,
  })
  return run
}
