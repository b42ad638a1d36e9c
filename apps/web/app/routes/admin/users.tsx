import { countAccounts, listAccounts } from '@stoa/contract/features/people'
import { Download, ListPlus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { EmptyDeletedButton } from '../../features/admin/content-admin/empty-deleted-button.tsx'
import { AddUsersDialog } from '../../features/admin/people/add-users-dialog.tsx'
import { InviteDialog } from '../../features/admin/people/invitation-dialog.tsx'
import { PeopleFilters } from '../../features/admin/people/people-filters.tsx'
import {
  peoplePath,
  readPeopleFilters,
  toPeopleHref,
} from '../../features/admin/people/people-query.ts'
import { PeopleTable } from '../../features/admin/people/people-table.tsx'
import { PeopleTabs, useCappedCount } from '../../features/admin/people/people-tabs.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/users.ts'

const pageSize = 20
/** The API counts this many rows from the start of the page. */
const lookahead = 500

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const filters = readPeopleFilters(query)
  const api = apiFrom(args)
  const [accounts, counts] = await Promise.all([
    api.call(listAccounts, { ...filters, page, page_size: pageSize }),
    api.call(countAccounts, {}),
  ])
  return { filters, counts, ...toListPage(accounts, page, pageSize) }
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const { filters, counts, list, page, pages } = loaderData
  const t = useTranslate()
  const cap = useCappedCount()
  const [dialog, setDialog] = useState<'add' | 'invite' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageMeta title={t('people.title')} noIndex />
      <PageHead
        title={t('people.title')}
        note={t('people.account_count', { count: counts.all, number: cap(counts.all) })}
        end={
          <>
            {filters.status === 'deleted' && list.length > 0 && <EmptyDeletedButton type="users" />}
            <ButtonLink
              href={toPeopleHref(filters, 1, `${peoplePath}/download`)}
              download
              icon={<Download className="icon" aria-hidden="true" />}
            >
              {t('people.export')}
            </ButtonLink>
            <Button
              data-needs-script=""
              icon={<ListPlus className="icon" aria-hidden="true" />}
              onClick={() => setDialog('add')}
            >
              {t('people.add')}
            </Button>
            <Button
              variant="primary"
              data-needs-script=""
              icon={<UserPlus className="icon" aria-hidden="true" />}
              onClick={() => setDialog('invite')}
            >
              {t('people.invite')}
            </Button>
          </>
        }
      />
      <div className="mt-3">
        <PeopleTabs filters={filters} counts={counts} />
      </div>
      <PeopleFilters
        filters={filters}
        range={<Range page={page} shown={list.length} count={loaderData.count} />}
      />
      {list.length === 0 ? (
        <EmptyState
          title={t('people.none_found')}
          action={<ButtonLink href={peoplePath}>{t('people.show_all')}</ButtonLink>}
        >
          {t('people.none_found_text')}
        </EmptyState>
      ) : (
        <div className="mt-3">
          {/* A selection belongs to one page of one list. */}
          <PeopleTable key={toPeopleHref(filters, page)} accounts={list} filters={filters} />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) => toPeopleHref(filters, number)}
          />
        </div>
      )}
      {dialog === 'add' && <AddUsersDialog onClose={close} />}
      {dialog === 'invite' && <InviteDialog onClose={close} />}
    </>
  )
}

type RangeProps = { page: number; shown: number; count: number }

function Range({ page, shown, count }: RangeProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const cap = useCappedCount()
  const start = (page - 1) * pageSize
  const values = {
    from: number(start + 1),
    to: number(start + shown),
    count: cap(count, start + lookahead),
  }
  if (shown === 0) return null
  return (
    <p className="numeral ms-auto self-center text-sm text-ink-3">{t('people.range', values)}</p>
  )
}
