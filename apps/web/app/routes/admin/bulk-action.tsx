import { getBulkAction, listRejectedItems } from '@stoa/contract/features/bulk-actions'
import { limits } from '@stoa/contract/limits'
import { data } from 'react-router'
import { bulkActionPath, bulkPath, isBulkId } from '../../features/admin/bulk-actions/bulk-paths.ts'
import { BulkProgress } from '../../features/admin/bulk-actions/bulk-progress.tsx'
import { RejectedTable } from '../../features/admin/bulk-actions/rejected-table.tsx'
import { useBulkAction } from '../../features/admin/bulk-actions/use-bulk-action.ts'
import { useBulkTitle, useFilterText } from '../../features/admin/bulk-actions/use-bulk-text.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import type { Route } from './+types/bulk-action.ts'

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  if (!isBulkId(id)) throw data(null, { status: 404 })
  const page = parsePageNumber(new URL(args.request.url).searchParams)
  const api = apiFrom(args)
  const bulk = await api.call(getBulkAction, { id })
  const rejected = await api.call(listRejectedItems, { id, page })
  return { bulk, ...toListPage(rejected, page, limits.pageSize.default) }
}

export default function BulkActionPage({ loaderData }: Route.ComponentProps) {
  const { list, page, pages } = loaderData
  const t = useTranslate()
  const { dateTime } = useFormats()
  const state = useBulkAction(loaderData.bulk)
  const { bulk } = state
  const title = useBulkTitle()(bulk)
  const filter = useFilterText()(bulk)
  const by = { name: bulk.user_info.display_name, date: dateTime(bulk.started_at) }
  return (
    <>
      <PageMeta title={title} noIndex />
      <PageHead
        title={title}
        end={
          <ButtonLink href={bulkPath} size="sm">
            {t('bulk.all')}
          </ButtonLink>
        }
      />
      <p className="mt-1 text-sm text-ink-3">
        {t(bulk.undoes_id === '' ? 'bulk.by' : 'bulk.undo_by', by)}
        {filter !== '' && (
          <>
            {' · '}
            {t('bulk.filter')} <bdi>{filter}</bdi>
          </>
        )}
      </p>
      <BulkProgress {...state} />
      {list.length > 0 && (
        <div className="mt-8">
          <Section title={t('bulk.rejected_title')}>
            <RejectedTable items={list} />
            <PageLinks
              page={page}
              pages={pages}
              hrefFor={(target) =>
                withQuery(bulkActionPath(bulk.id), { page: target > 1 ? target : undefined })
              }
            />
          </Section>
        </div>
      )}
    </>
  )
}
