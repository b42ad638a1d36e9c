import type { QuestionOrder } from '@stoa/contract/features/questions'
import { listOrderCookie, orderCookie } from '../../../kernel/preferences.ts'
import { withQuery } from '../../../kernel/paging.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TabLinks, type TabItem } from '../../../ui/tabs.tsx'

/** `recommend` has its own endpoint and is for members only. */
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

export const publicOrders = [
  'newest',
  'active',
  'unanswered',
  'score',
  'hot',
  'frequent',
] as const satisfies readonly QuestionOrder[]

/** Has no query parameter, except in a browser that remembers another order. */
const defaultOrder: ListOrder = 'newest'
const visibleTabs = 4

type OrderTabsProps = {
  orders: readonly ListOrder[]
  current: ListOrder
  hrefFor: (order: ListOrder) => string
}

export function OrderTabs({ orders: availableOrders, current, hrefFor }: OrderTabsProps) {
  const t = useTranslate()
  const items = availableOrders.map((order): TabItem => ({
    href: hrefFor(order),
    label: t(`order.${order}`),
    current: order === current,
    // Recommended questions are for members only, so that visitors could not open a list with it.
    cookie: order === 'recommend' ? undefined : orderCookie(listOrderCookie, order, defaultOrder),
  }))
  return (
    <TabLinks
      label={t('order.label')}
      items={items.slice(0, visibleTabs)}
      more={{ label: t('order.more'), items: items.slice(visibleTabs) }}
    />
  )
}

export function listHref(
  path: string,
  order: ListOrder,
  page: number,
  hasRememberedOrder = false,
): string {
  return withQuery(path, {
    order: order === defaultOrder && !hasRememberedOrder ? undefined : order,
    page: page > 1 ? page : undefined,
  })
}
