import { countAdminAnswers, listAdminAnswers } from '@stoa/contract/features/content-admin'
import { limits } from '@stoa/contract/limits'
import { SelectionBar } from '../../features/admin/bulk-actions/selection-bar.tsx'
import { useSelection } from '../../features/admin/bulk-actions/use-selection.ts'
import { AnswerTable } from '../../features/admin/content-admin/answer-table.tsx'
import { EmptyDeletedButton } from '../../features/admin/content-admin/empty-deleted-button.tsx'
import { ExportMenu, ListHead } from '../../features/admin/content-admin/list-head.tsx'
import {
  answersPath,
  listHref,
  readAnswerQuery,
} from '../../features/admin/content-admin/list-query.ts'
import { ListRows } from '../../features/admin/content-admin/list-rows.tsx'
import {
  isPartOf,
  useCountText,
  useRangeText,
} from '../../features/admin/content-admin/use-list-text.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/answers.ts'

const statuses = ['normal', 'pending', 'deleted'] as const

export async function loader(args: Route.LoaderArgs) {
  const search = new URL(args.request.url).searchParams
  const page = parsePageNumber(search)
  const query = readAnswerQuery(search)
  const api = apiFrom(args)
  const answers = await api.call(listAdminAnswers, { ...query, page })
  const counts = await api.call(countAdminAnswers, {})
  return { query, counts, ...toListPage(answers, page, limits.pageSize.default) }
}

export default function AdminAnswers({ loaderData }: Route.ComponentProps) {
  const { query, counts, list, count, is_capped: isCapped, page, pages } = loaderData
  const t = useTranslate()
  const countText = useCountText()
  const range = useRangeText({ page, shown: list.length, count, isCapped })
  const selection = useSelection(listHref(answersPath, { ...query, sort: 'newest' }))
  const isOfQuestion = query.question_id !== undefined
  return (
    <>
      <PageMeta title={t('content_admin.answers')} noIndex />
      <PageHead
        title={t(isOfQuestion ? 'content_admin.answers_of_one' : 'content_admin.answers')}
        end={
          <>
            {query.status === 'deleted' && list.length > 0 && !isOfQuestion && (
              <EmptyDeletedButton type="answers" />
            )}
            {list.length > 0 && <ExportMenu path={answersPath} query={query} />}
          </>
        }
      />
      <ListHead
        path={answersPath}
        query={query}
        placeholder={t('content_admin.search_answers')}
        tabs={statuses.map((status) => ({
          href: listHref(answersPath, { ...query, status }),
          label: t(status === 'normal' ? 'content_admin.posted' : `content_admin.tab.${status}`),
          count: isOfQuestion ? undefined : countText(counts[status]),
          current: status === query.status,
        }))}
        filters={[
          { term: 'isaccepted:yes', label: t('content_admin.filters.accepted') },
          { term: 'score:0', label: t('content_admin.filters.no_votes') },
          { term: 'score:10', label: t('content_admin.filters.score') },
          { term: 'after:7d', label: t('content_admin.filters.week') },
          { term: 'before:365d', label: t('content_admin.filters.old') },
        ]}
        aside={range}
      />
      <ListRows
        isEmpty={list.length === 0}
        isFiltered={query.query !== '' || isOfQuestion}
        isCapped={isCapped}
        clearHref={listHref(answersPath, { status: query.status, sort: query.sort, query: '' })}
        emptyTitle={t(`content_admin.no_answers.${query.status}`)}
        page={page}
        pages={pages}
        hrefFor={(number) => listHref(answersPath, query, number)}
        bar={
          <SelectionBar
            selection={selection}
            status={query.status}
            list={{ object_type: 'answer', answer_filter: query }}
            count={count}
            isPart={isPartOf({ page, count, isCapped })}
            isPageSelected={list.every(({ id }) => selection.ids.has(id))}
          />
        }
      >
        <AnswerTable
          answers={list}
          query={query}
          selected={selection.isAll ? new Set(list.map(({ id }) => id)) : selection.ids}
          onSelect={selection.change}
        />
      </ListRows>
    </>
  )
}
