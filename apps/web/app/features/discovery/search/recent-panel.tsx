import { History, SlidersHorizontal, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { MENU_ITEM } from '../../../ui/menu-classes.ts'
import { TextButton } from '../../../ui/text-button.tsx'
import { useRecentSearches } from './recent-searches.ts'
import { searchPath } from './search-path.ts'

const item = `${MENU_ITEM} min-w-0 text-ink-2 hover:bg-wash-2 hover:text-ink`

/** Below the empty field of the header: recent searches, and the way to the search page. */
export function RecentPanel({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslate()
  const headingId = useId()
  const { searches, forget, forgetAll } = useRecentSearches()
  return (
    <div
      className="absolute inset-x-0 top-full z-menu max-h-[min(26rem,calc(100dvh-4rem))] animate-rise overflow-y-auto border border-line bg-raised p-1.25 text-md shadow-menu md:mt-1 md:rounded-lg"
      onMouseDown={(event) => event.preventDefault()}
    >
      {searches.length > 0 && (
        <>
          <div className="flex items-center justify-between gap-2 ps-2.5">
            <h2 id={headingId} className="text-sm text-ink-3">
              {t('search.recent')}
            </h2>
            <TextButton onClick={forgetAll}>{t('search.clear_recent')}</TextButton>
          </div>
          <ul aria-labelledby={headingId}>
            {searches.map((text) => (
              <li key={text} className="flex items-center">
                <Link href={searchPath(text)} onClick={onNavigate} className={item}>
                  <History className="icon text-ink-3" aria-hidden="true" />
                  <bdi className="min-w-0 truncate">{text}</bdi>
                </Link>
                <IconButton
                  label={t('search.forget', { text })}
                  icon={<X className="icon" aria-hidden="true" />}
                  onClick={() => forget(text)}
                  className="flex-none"
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Link href="/search" onClick={onNavigate} className={item}>
        <SlidersHorizontal className="icon text-ink-3" aria-hidden="true" />
        {t('search.advanced')}
      </Link>
    </div>
  )
}
