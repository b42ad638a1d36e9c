import { countAdminQuestions, listAdminQuestions } from '@stoa/contract/features/content-admin'
import { limits } from '@stoa/contract/limits'
import { SelectionBar } from '../../features/admin/bulk-actions/selection-bar.tsx'
import { useSelection } from '../../features/admin/bulk-actions/use-selection.ts'
import { EmptyDeletedButton } from '../../features/admin/content-admin/empty-deleted-button.tsx'
import { ExportMenu, ListHead } from '../../features/admin/content-admin/list-head.tsx'
import { ListRows } from '../../features/admin/content-admin/list-rows.tsx'
import {
  listHref,
  questionsPath,
  readQuestionQuery,
} from '../../features/admin/content-admin/list-query.ts'
import { QuestionTable } from '../../features/admin/content-admin/question-table.tsx'
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
import type { Route } from './+types/questions.ts'

const statuses = ['normal', 'closed', 'pending', 'deleted'] as const

export async function loader(args: Route.LoaderArgs) {
  const search = new URL(args.request.url).searchParams
  const page = parsePageNumber(search)
  const query = readQuestionQuery(search)
  const api = apiFrom(args)
  const questions = await api.call(listAdminQuestions, { ...query, page })
  const counts = await api.call(countAdminQuestions, {})
  return { query, counts, ...toListPage(questions, page, limits.pageSize.default) }
}

export default function AdminQuestions({ loaderData }: Route.ComponentProps) {
  const { query, counts, list, count, is_capped: isCapped, page, pages } = loaderData
  const t = useTranslate()
  const countText = useCountText()
  const range = useRangeText({ page, shown: list.length, count, isCapped })
  const selection = useSelection(listHref(questionsPath, { ...query, sort: 'newest' }))
  return (
    <>
      <PageMeta title={t('content_admin.questions')} noIndex />
      <PageHead
        title={t('content_admin.questions')}
        end={
          <>
            {query.status === 'deleted' && list.length > 0 && (
              <EmptyDeletedButton type="questions" />
            )}
            {list.length > 0 && <ExportMenu path={questionsPath} query={query} />}
          </>
        }
      />
      <ListHead
        path={questionsPath}
        query={query}
        placeholder={t('content_admin.search_questions')}
        tabs={statuses.map((status) => ({
          href: listHref(questionsPath, { ...query, status }),
          label: t(`content_admin.tab.${status}`),
          count: countText(counts[status]),
          current: status === query.status,
        }))}
        filters={[
          { term: 'answers:0', label: t('content_admin.filters.unanswered') },
          { term: 'hasaccepted:no', label: t('content_admin.filters.unaccepted') },
          { term: 'score:0', label: t('content_admin.filters.no_votes') },
          { term: 'score:10', label: t('content_admin.filters.score') },
          { term: 'after:7d', label: t('content_admin.filters.week') },
          { term: 'before:365d', label: t('content_admin.filters.old') },
        ]}
        aside={range}
      />
      <ListRows
        isEmpty={list.length === 0}
        isFiltered={query.query !== ''}
        isCapped={isCapped}
        clearHref={listHref(questionsPath, { ...query, query: '' })}
        emptyTitle={t(`content_admin.no_questions.${query.status}`)}
        page={page}
        pages={pages}
        hrefFor={(number) => listHref(questionsPath, query, number)}
        bar={
          <SelectionBar
            selection={selection}
            status={query.status}
            list={{ object_type: 'question', question_filter: query }}
            count={count}
            isPart={isPartOf({ page, count, isCapped })}
            isPageSelected={list.every(({ id }) => selection.ids.has(id))}
          />
        }
      >
        <QuestionTable
          questions={list}
          query={query}
          selected={selection.isAll ? new Set(list.map(({ id }) => id)) : selection.ids}
          onSelect={selection.change}
        />
      </ListRows>
    </>
  )
}
