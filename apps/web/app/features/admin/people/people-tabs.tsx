import type { ResponseOf } from '@stoa/contract/endpoint'
import type { countAccounts } from '@stoa/contract/features/people'
import { limits } from '@stoa/contract/limits'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TabLinks } from '../../../ui/tabs.tsx'
import { type PeopleFilters, peopleTabs, tabOf, toTabHref } from './people-query.ts'

export type AccountCounts = ResponseOf<typeof countAccounts>

type PeopleTabsProps = { filters: PeopleFilters; counts: AccountCounts }

export function PeopleTabs({ filters, counts }: PeopleTabsProps) {
  const t = useTranslate()
  const cap = useCappedCount()
  return (
    <TabLinks
      line
      label={t('people.tabs')}
      items={peopleTabs.map((tab) => ({
        href: toTabHref(filters, tab),
        label: t(`people.tab.${tab}`),
        // No index has the active users, who are most of them.
        ...(tab === 'normal' ? {} : { count: cap(counts[tab]) }),
        current: tabOf(filters) === tab,
      }))}
    />
  )
}

/** "10,000+" where counting stopped. */
export function useCappedCount() {
  const { number } = useFormats()
  return (count: number, max: number = limits.accountCount.max) =>
    count >= max ? `${number(max)}+` : number(count)
}
