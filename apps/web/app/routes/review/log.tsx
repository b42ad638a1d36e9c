import { listStaffLog } from '@stoa/contract/features/staff-log'
import { Download } from 'lucide-react'
import { StaffLogFilters } from '../../features/community/staff-log/staff-log-filters.tsx'
import { StaffLogTable } from '../../features/community/staff-log/staff-log-table.tsx'
import {
  readStaffLogFilters,
  staffLogPath,
  toStaffLogHref,
} from '../../features/community/staff-log/staff-log-query.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/log.ts'

const pageSize = 50

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const filters = readStaffLogFilters(query)
  const entries = await apiFrom(args).call(listStaffLog, { ...filters, page, page_size: pageSize })
  return { filters, ...toListPage(entries, page, pageSize) }
}

export default function StaffLogPage({ loaderData }: Route.ComponentProps) {
  const { filters, list, page, pages } = loaderData
  const t = useTranslate()
  const isFiltered = Object.keys(filters).length > 0
  return (
    <SitePage>
      <PageMeta title={t('staff_log.title')} noIndex />
      <PageHead
        title={t('staff_log.title')}
        end={
          list.length > 0 && (
            <ButtonLink
              href={toStaffLogHref(`${staffLogPath}/download`, filters)}
              download
              icon={<Download className="icon" aria-hidden="true" />}
            >
              {t('staff_log.export')}
            </ButtonLink>
          )
        }
      />
      <StaffLogFilters filters={filters} />
      {list.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'staff_log.none_found' : 'staff_log.empty')}
          action={isFiltered && <ButtonLink href={staffLogPath}>{t('staff_log.clear')}</ButtonLink>}
        >
          {t(isFiltered ? 'staff_log.none_found_text' : 'staff_log.empty_text')}
        </EmptyState>
      ) : (
        <>
          <StaffLogTable entries={list} />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) => toStaffLogHref(staffLogPath, filters, number)}
          />
        </>
      )}
    </SitePage>
  )
}
