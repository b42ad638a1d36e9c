import { Download, ListFilter, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useNavigate } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { limits } from '@stoa/contract/limits'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { TabLinks, type TabItem } from '../../../ui/tabs.tsx'
import { hasTerm, listHref, toggleTerm } from './list-query.ts'
import { TextInput } from '../../../ui/text-input.tsx'

type ListQuery = { status: string; query: string; sort: string; question_id?: string }
export type QuickFilter = { term: string; label: string }

type ListHeadProps = {
  path: string
  query: ListQuery
  tabs: TabItem[]
  placeholder: string
  filters: QuickFilter[]
  /** "1 to 20 of 4,218". */
  aside: ReactNode
}

/** Tabs, the search and filters. The search is a GET form, so that it works without scripts. */
export function ListHead({ path, query, tabs, placeholder, filters, aside }: ListHeadProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const hidden = Object.entries({
    status: query.status === 'normal' ? undefined : query.status,
    sort: query.sort === 'newest' ? undefined : query.sort,
    question_id: query.question_id,
  })
  return (
    <>
      <div className="mt-3">
        <TabLinks label={t('content_admin.statuses')} items={tabs} line />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Form
          key={listHref(path, query)}
          action={path}
          role="search"
          className="relative w-full min-w-0 md:w-80"
        >
          <Search
            className="icon pointer-events-none absolute inset-y-0 start-3 my-auto text-base text-ink-3"
            aria-hidden="true"
          />
          <TextInput
            type="search"
            name="query"
            aria-label={placeholder}
            placeholder={placeholder}
            defaultValue={query.query}
            maxLength={limits.adminQuery.max}
            autoComplete="off"
            className="border-transparent! bg-wash! ps-9!"
          />
          {hidden.map(([name, value]) =>
            value === undefined ? null : (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
        </Form>
        <Menu
          trigger={
            <Button icon={<ListFilter className="icon" aria-hidden="true" />}>
              {t('content_admin.filter')}
            </Button>
          }
          items={filters.map(({ term, label }) => ({
            kind: 'choice',
            id: term,
            label,
            checked: hasTerm(query.query, term),
            onSelect: () => {
              const toggled = { ...query, query: toggleTerm(query.query, term) }
              void navigate(listHref(path, toggled))
            },
          }))}
        />
        <span className="numeral ms-auto text-sm text-ink-3">{aside}</span>
      </div>
    </>
  )
}

type ExportMenuProps = { path: string; query: ListQuery }

export function ExportMenu({ path, query }: ExportMenuProps) {
  const t = useTranslate()
  const download = (format: string) => {
    const href = listHref(`${path}/download`, query)
    window.location.assign(`${href}${href.includes('?') ? '&' : '?'}format=${format}`)
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download className="icon" aria-hidden="true" />}>
          {t('content_admin.export')}
        </Button>
      }
      items={[
        { id: 'csv', label: t('content_admin.export_csv'), onSelect: () => download('csv') },
        { id: 'json', label: t('content_admin.export_json'), onSelect: () => download('json') },
      ]}
    />
  )
}
