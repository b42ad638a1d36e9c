import { listSignIns } from '@stoa/contract/features/sign-ins'
import { SignInFilters } from '../../features/admin/people/sign-in-filters.tsx'
import {
  readSignInFilters,
  signInsPath,
  toSignInsHref,
} from '../../features/admin/people/sign-in-query.ts'
import { SignInTable } from '../../features/admin/people/sign-in-table.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/sign-ins.ts'

const pageSize = 50

export async function loader(args: Route.LoaderArgs) {
  const { searchParams: query } = args.url
  const page = parsePageNumber(query)
  const filters = readSignInFilters(query)
  const attempts = await apiFrom(args).call(listSignIns, { ...filters, page, page_size: pageSize })
  return { filters, ...toListPage(attempts, page, pageSize) }
}

export default function SignIns({ loaderData }: Route.ComponentProps) {
  const { filters, list, page, pages } = loaderData
  const t = useTranslate()
  return (
    <>
      <PageMeta title={t('sign_ins.title')} noIndex />
      <PageHead title={t('sign_ins.title')} />
      <p className="mt-1 max-w-measure text-md leading-body text-ink-2">{t('sign_ins.about')}</p>
      <SignInFilters filters={filters} />
      {list.length === 0 ? (
        <NoSignIns isFiltered={Object.keys(filters).length > 0} />
      ) : (
        <>
          <SignInTable attempts={list} />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) => toSignInsHref(filters, number)}
          />
        </>
      )}
    </>
  )
}

function NoSignIns({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslate()
  if (!isFiltered) return <EmptyState title={t('sign_ins.none_found')} />
  return (
    <EmptyState
      title={t('sign_ins.none_found')}
      action={<ButtonLink href={signInsPath}>{t('sign_ins.show_all')}</ButtonLink>}
    >
      {t('sign_ins.none_found_text')}
    </EmptyState>
  )
}
