import { listBulkActions } from '@stoa/contract/features/bulk-actions'
import { limits } from '@stoa/contract/limits'
import { bulkPath } from '../../features/admin/bulk-actions/bulk-paths.ts'
import { BulkTable } from '../../features/admin/bulk-actions/bulk-table.tsx'
import { questionsPath } from '../../features/admin/content-admin/list-query.ts'
import { useProgress } from '../../features/site/progress/use-progress.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/bulk.ts'

export async function loader(args: Route.LoaderArgs) {
  const page = parsePageNumber(new URL(args.request.url).searchParams)
  const actions = await apiFrom(args).call(listBulkActions, { page })
  return toListPage(actions, page, limits.pageSize.default)
}

export default function BulkActions({ loaderData }: Route.ComponentProps) {
  const { page, pages } = loaderData
  const t = useTranslate()
  const { progress: list } = useProgress({
    loaded: loaderData.list,
    isRunning: (actions) => actions.some(({ state }) => state === 'running'),
    load: async (call) => (await call(listBulkActions, { page })).list,
  })
  return (
    <>
      <PageMeta title={t('bulk.title_list')} noIndex />
      <PageHead title={t('bulk.title_list')} />
      {list.length === 0 ? (
        <EmptyState
          title={t('bulk.none')}
          action={<ButtonLink href={questionsPath}>{t('content_admin.questions')}</ButtonLink>}
        >
          {t('bulk.none_text')}
        </EmptyState>
      ) : (
        <div className="mt-4">
          <BulkTable actions={list} />
        </div>
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefFor={(target) => withQuery(bulkPath, { page: target > 1 ? target : undefined })}
      />
    </>
  )
}
