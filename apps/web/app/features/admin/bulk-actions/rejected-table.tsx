import type { ResponseOf } from '@stoa/contract/endpoint'
import type { listRejectedItems } from '@stoa/contract/features/bulk-actions'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Table } from '../../../ui/table.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'

type Item = ResponseOf<typeof listRejectedItems>['list'][number]

/** What was not changed, and why. */
export function RejectedTable({ items }: { items: Item[] }) {
  const t = useTranslate()
  return (
    <Table
      caption={t('bulk.rejected_title')}
      rows={items}
      rowKey={({ object_id }) => object_id}
      columns={[
        {
          id: 'post',
          head: t('bulk.post'),
          narrow: 'title',
          cell: (item) => <Post item={item} />,
        },
        { id: 'reason', head: t('bulk.reason'), cell: ({ reason_text }) => reason_text },
      ]}
    />
  )
}

function Post({ item }: { item: Item }) {
  const t = useTranslate()
  const { site } = useVisit()
  if (item.title === '')
    return (
      <span className="text-ink-3">
        {t('bulk.gone')} <bdi dir="ltr">{item.object_id}</bdi>
      </span>
    )
  const question = { id: item.question_id, url_title: item.url_title }
  const href =
    item.object_id === item.question_id
      ? questionPath(question, site.permalink)
      : answerPath(question, item.object_id, site.permalink)
  return (
    <Link href={href} className="hit font-semibold text-ink hover:text-accent-ink">
      <bdi>{item.title}</bdi>
    </Link>
  )
}
