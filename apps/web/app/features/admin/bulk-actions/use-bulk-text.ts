import type { BulkAction } from '@stoa/contract/features/bulk-actions'
import { questionListStatuses } from '@stoa/contract/features/content-admin'
import { useTranslate } from '../../../kernel/visit-context.tsx'

/** "Delete 40 questions". */
export function useBulkTitle() {
  const t = useTranslate()
  return ({ action, object_type: type, total: count }: BulkAction) => {
    if (type === 'answer')
      return t(
        `bulk.of_answers.${action === 'undelete' || action === 'delete' ? action : 'delete_permanently'}`,
        {
          count,
        },
      )
    return t(`bulk.of_questions.${action}`, { count })
  }
}

/** The status and the query that chose the posts. */
export function useFilterText() {
  const t = useTranslate()
  return ({ filter, object_type: type }: BulkAction) => {
    const [status = '', ...query] = filter.split(' ')
    const known = questionListStatuses.find((name) => name === status)
    if (known === undefined) return filter
    const isPosted = type === 'answer' && known === 'normal'
    const label = t(isPosted ? 'content_admin.posted' : `content_admin.tab.${known}`)
    return [label, ...query].join(' ')
  }
}

export function useBulkState() {
  const t = useTranslate()
  return (bulk: BulkAction) => {
    if (bulk.undone_by_id !== '') return { text: t('bulk.state.undone'), tone: 'plain' } as const
    const tone = { running: 'warn', done: 'ok', stopped: 'bad' } as const
    return { text: t(`bulk.state.${bulk.state}`), tone: tone[bulk.state] }
  }
}
