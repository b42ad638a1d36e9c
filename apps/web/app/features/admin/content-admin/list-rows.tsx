import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { PageLinks } from '../../../kernel/page-links.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

type ListRowsProps = {
  isEmpty: boolean
  isFiltered: boolean
  isCapped: boolean
  clearHref: string
  emptyTitle: string
  page: number
  pages: number
  hrefFor: (page: number) => string
  bar: ReactNode
  children: ReactNode
}

/** The table with its bar and pages, or why there is none. */
export function ListRows(props: ListRowsProps) {
  const { isEmpty, isFiltered, isCapped, clearHref, emptyTitle, bar, children, ...paging } = props
  const t = useTranslate()
  const { state } = useNavigation()
  const capped = isCapped && <p className="mt-3 text-sm text-ink-3">{t('content_admin.capped')}</p>
  if (isEmpty)
    return (
      <>
        <EmptyState
          title={isFiltered ? t('content_admin.none_found') : emptyTitle}
          action={
            isFiltered && <ButtonLink href={clearHref}>{t('content_admin.clear')}</ButtonLink>
          }
        >
          {isFiltered && t('content_admin.none_found_text')}
        </EmptyState>
        {capped}
        {bar}
      </>
    )
  return (
    <>
      <div
        aria-busy={state === 'loading' || undefined}
        className={state === 'loading' ? 'mt-2 opacity-60 transition-opacity' : 'mt-2'}
      >
        {children}
      </div>
      {capped}
      {bar}
      <PageLinks {...paging} />
    </>
  )
}
