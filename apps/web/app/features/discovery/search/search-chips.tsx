import type { SearchOrder } from '@stoa/contract/features/search'
import { X } from 'lucide-react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { toChips } from './query-parts.ts'
import { searchPath } from './search-path.ts'

/** The recognized operators; each links to the search without it. */
export function SearchChips({ text, order }: { text: string; order: SearchOrder }) {
  const t = useTranslate()
  const chips = toChips(text)
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('search.filters')} className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.text} className="min-w-0">
          <Link
            href={searchPath(chip.without, order)}
            rel="nofollow"
            aria-label={t('search.remove', { filter: chip.text })}
            className="inline-flex min-h-[max(1.75rem,var(--target))] max-w-full items-center gap-1.5 rounded-sm bg-accent-tint px-2 font-mono text-xs text-accent-ink hover:bg-wash-2"
          >
            <bdi dir="ltr" className="truncate">
              {chip.text}
            </bdi>
            <X className="icon flex-none" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
