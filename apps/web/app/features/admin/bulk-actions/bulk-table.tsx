import type { BulkAction } from '@stoa/contract/features/bulk-actions'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Table } from '../../../ui/table.tsx'
import { bulkActionPath } from './bulk-paths.ts'
import { useBulkState, useBulkTitle, useFilterText } from './use-bulk-text.ts'

export function BulkTable({ actions }: { actions: BulkAction[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const titleOf = useBulkTitle()
  const stateOf = useBulkState()
  const filterOf = useFilterText()
  const amount = (value: number) => <span className="numeral">{number(value)}</span>
  return (
    <Table
      caption={t('bulk.title_list')}
      rows={actions}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'action',
          head: t('bulk.action'),
          narrow: 'title',
          cell: (bulk) => (
            <div className="grid gap-0.5">
              <Link
                href={bulkActionPath(bulk.id)}
                className="hit font-semibold text-ink hover:text-accent-ink"
              >
                {titleOf(bulk)}
              </Link>
              {bulk.undoes_id !== '' && (
                <span className="text-sm text-ink-3">{t('bulk.is_undo')}</span>
              )}
              {bulk.filter !== '' && (
                <span className="truncate text-sm text-ink-3">
                  <bdi>{filterOf(bulk)}</bdi>
                </span>
              )}
            </div>
          ),
        },
        {
          id: 'state',
          head: t('bulk.state_head'),
          cell: (bulk) => {
            const { text, tone } = stateOf(bulk)
            return <StatusLabel tone={tone}>{text}</StatusLabel>
          },
        },
        {
          id: 'done',
          narrow: 'hidden',
          head: t('bulk.done'),
          align: 'end',
          cell: ({ done }) => amount(done),
        },
        {
          id: 'rejected',
          narrow: 'hidden',
          head: t('bulk.rejected'),
          align: 'end',
          cell: ({ rejected }) => amount(rejected),
        },
        {
          id: 'user',
          narrow: 'hidden',
          head: t('bulk.started_by'),
          cell: ({ user_info }) => <bdi className="text-sm">{user_info.display_name}</bdi>,
        },
        {
          id: 'time',
          head: t('bulk.started'),
          narrow: 'corner',
          cell: ({ started_at }) => (
            <span className="text-sm whitespace-nowrap text-ink-3">
              <RelativeTime at={started_at} />
            </span>
          ),
        },
      ]}
    />
  )
}
