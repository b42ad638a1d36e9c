import { adminTagFilters, listAdminTags, tagOrders } from '@stoa/contract/features/tags'
import { Plus } from 'lucide-react'
import { Form } from 'react-router'
import { AdminTagTable } from '../../features/content/tags/admin-tag-table.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, pickOption, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/tags.ts'

const path = '/admin/tags'
const pageSize = 50

export async function loader(args: Route.LoaderArgs) {
  const { searchParams: query } = args.url
  const page = parsePageNumber(query)
  const view = {
    filter: pickOption(adminTagFilters, query.get('filter')),
    q: query.get('q') ?? '',
    sort: pickOption(tagOrders, query.get('sort')),
  }
  const input = { ...view, page, page_size: pageSize }
  const tags = await apiFrom(args).call(listAdminTags, input)
  return { view, ...toListPage(tags, page, pageSize) }
}

export default function AdminTags({ loaderData }: Route.ComponentProps) {
  const { view, list, page, pages } = loaderData
  const t = useTranslate()
  return (
    <>
      <PageMeta title={t('tags.title')} noIndex />
      <PageHead
        title={t('tags.title')}
        end={
          <ButtonLink
            href="/tags/create"
            variant="primary"
            icon={<Plus className="icon" aria-hidden="true" />}
          >
            {t('tags.create')}
          </ButtonLink>
        }
      />
      <TabLinks
        line
        label={t('admin_tags.filter')}
        items={adminTagFilters.map((filter) => ({
          href: withQuery(path, { ...view, filter }),
          label: t(`admin_tags.filter.${filter}`),
          current: filter === view.filter,
        }))}
      />
      <SearchForm key={`${view.filter} ${view.q} ${view.sort}`} view={view} />
      {list.length === 0 ? (
        <EmptyState
          title={t('admin_tags.none')}
          action={<ButtonLink href={path}>{t('admin_tags.show_all')}</ButtonLink>}
        />
      ) : (
        <>
          <AdminTagTable tags={list} />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) =>
              withQuery(path, { ...view, page: number > 1 ? number : undefined })
            }
          />
        </>
      )}
    </>
  )
}

function SearchForm({ view }: Pick<Route.ComponentProps['loaderData'], 'view'>) {
  const t = useTranslate()
  return (
    <Form action={path} className="my-4 flex max-w-measure flex-wrap items-end gap-2">
      <input type="hidden" name="filter" value={view.filter} />
      <Field label={t('admin_tags.search')} hideLabel className="min-w-48 flex-1">
        <TextInput
          type="search"
          name="q"
          defaultValue={view.q}
          placeholder={t('admin_tags.search')}
        />
      </Field>
      <Field label={t('admin_tags.sort')} hideLabel>
        <Select
          name="sort"
          defaultValue={view.sort}
          options={tagOrders.map((order) => ({
            value: order,
            label: t(`tags.order.${order}`),
          }))}
        />
      </Field>
      <Button type="submit" className="min-h-[max(2.5rem,var(--target))]!">
        {t('admin_tags.find')}
      </Button>
    </Form>
  )
}
