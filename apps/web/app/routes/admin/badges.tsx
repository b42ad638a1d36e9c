import { listAdminBadges } from '@stoa/contract/features/badges'
import { Plus } from 'lucide-react'
import { Form } from 'react-router'
import { AdminBadgeTable } from '../../features/community/badges/admin-badge-table.tsx'
import { adminBadgesPath as path } from '../../features/community/badges/badge-path.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, pickOption, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/badges.ts'

const pageSize = 50
const statuses = ['', 'active', 'inactive'] as const

export async function loader(args: Route.LoaderArgs) {
  const { searchParams: query } = args.url
  const page = parsePageNumber(query)
  const filter = { status: pickOption(statuses, query.get('status')), q: query.get('q') ?? '' }
  const input = { ...filter, page, page_size: pageSize }
  const badges = await apiFrom(args).call(listAdminBadges, input)
  return { filter, ...toListPage(badges, page, pageSize) }
}

export default function AdminBadges({ loaderData }: Route.ComponentProps) {
  const { filter, list, page, pages } = loaderData
  const t = useTranslate()
  return (
    <>
      <PageMeta title={t('badge.title')} noIndex />
      <PageHead
        title={t('badge.title')}
        end={
          <ButtonLink
            href={`${path}/create`}
            variant="primary"
            icon={<Plus className="icon" aria-hidden="true" />}
          >
            {t('admin_badges.create')}
          </ButtonLink>
        }
      />
      <TabLinks
        line
        label={t('admin_badges.status')}
        items={statuses.map((status) => ({
          href: withQuery(path, { status, q: filter.q }),
          label: t(status === '' ? 'admin_badges.all' : `admin_badges.status.${status}`),
          current: status === filter.status,
        }))}
      />
      <Form action={path} className="my-4 flex max-w-[28rem] items-end gap-2" key={filter.q}>
        <input type="hidden" name="status" value={filter.status} />
        <Field label={t('admin_badges.search')} hideLabel className="flex-1">
          <TextInput
            type="search"
            name="q"
            defaultValue={filter.q}
            placeholder={t('admin_badges.search')}
          />
        </Field>
        <Button type="submit" className="min-h-[max(2.5rem,var(--target))]!">
          {t('admin_badges.find')}
        </Button>
      </Form>
      {list.length === 0 ? (
        <EmptyState
          title={t('admin_badges.none_found')}
          action={<ButtonLink href={path}>{t('admin_badges.show_all')}</ButtonLink>}
        />
      ) : (
        <>
          <AdminBadgeTable badges={list} />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) =>
              withQuery(path, { ...filter, page: number > 1 ? number : undefined })
            }
          />
        </>
      )}
    </>
  )
}
