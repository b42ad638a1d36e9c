import type { QuestionOrder } from '@stoa/contract/features/questions'
import { withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { TabLinks, type TabItem } from '../../ui/tabs.tsx'

/** As the tabs name them; what is recommended is a list of its own, for members. */
export type ListOrder = QuestionOrder | 'recommend'

export const orders: readonly [ListOrder, ...ListOrder[]] = [
  'newest',
  'active',
  'unanswered',
  'recommend',
  'score',
  'hot',
  'frequent',
]

/** The orders everyone can have. */
export const publicOrders = [
  'newest',
  'active',
  'unanswered',
  'score',
  'hot',
  'frequent',
] as const satisfies readonly QuestionOrder[]

/** The order everyone starts with stands for itself: its address has no parameter. */
const usual: ListOrder = 'newest'
const shown = 4

type OrderTabsProps = { orders: readonly ListOrder[]; current: ListOrder; path: string }

export function OrderTabs({ orders: offered, current, path }: OrderTabsProps) {
  const t = useTranslate()
  const items = offered.map((order): TabItem => ({
    href: listHref(path, order, 1),
    label: t(`order.${order}`),
    current: order === current,
  }))
  return (
    <TabLinks
      label={t('order.label')}
      items={items.slice(0, shown)}
      more={{ label: t('order.more'), items: items.slice(shown) }}
    />
  )
}

/** The address of one page of the list. */
export function listHref(path: string, order: ListOrder, page: number): string {
  return withQuery(path, {
    order: order === usual ? undefined : order,
    page: page > 1 ? page : undefined,
  })
}
