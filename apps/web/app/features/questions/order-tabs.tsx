import type { QuestionOrder } from '@stoa/contract/features/questions'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { TabLinks, type TabItem } from '../../ui/tabs.tsx'

/** The order everyone starts with stands for itself: its address has no parameter. */
const usual: QuestionOrder = 'newest'
const shown = 4

type OrderTabsProps = { orders: readonly QuestionOrder[]; current: QuestionOrder; path: string }

export function OrderTabs({ orders, current, path }: OrderTabsProps) {
  const t = useTranslate()
  const items = orders.map((order): TabItem => ({
    href: order === usual ? path : `${path}?order=${order}`,
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
export function listHref(path: string, order: QuestionOrder, page: number): string {
  const query = new URLSearchParams()
  if (order !== usual) query.set('order', order)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
