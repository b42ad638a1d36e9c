import { listDecisions } from '@stoa/contract/features/review'
import { limits } from '@stoa/contract/limits'
import { DecisionRows } from '../../features/community/review/decision-rows.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/history.ts'

const path = '/review/history'

export async function loader(args: Route.LoaderArgs) {
  const page = parsePageNumber(new URL(args.request.url).searchParams)
  const decisions = await apiFrom(args).call(listDecisions, { page })
  return toListPage(decisions, page, limits.pageSize.default)
}

export default function ReviewHistory({ loaderData }: Route.ComponentProps) {
  const { list, page, pages, own_today: own } = loaderData
  const t = useTranslate()
  const title = t('review.history_title')
  return (
    <Page layout="bare">
      <PageMeta title={title} noIndex />
      <PageHead
        title={title}
        note={t('review.own_today', { count: own })}
        end={
          <ButtonLink href="/review" size="sm">
            {t('review.to_desk')}
          </ButtonLink>
        }
      />
      {list.length === 0 ? (
        <EmptyState title={t('review.history_none')}>
          <p>{t('review.history_none_text')}</p>
        </EmptyState>
      ) : (
        <DecisionRows decisions={list} />
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefFor={(target) => withQuery(path, { page: target > 1 ? target : undefined })}
      />
    </Page>
  )
}
