import { listInvitations } from '@stoa/contract/features/invitations'
import { limits } from '@stoa/contract/limits'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { InvitationRows } from '../../features/admin/people/invitation-rows.tsx'
import { InviteDialog } from '../../features/admin/people/invitation-dialog.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/invitations.ts'

export async function loader(args: Route.LoaderArgs) {
  const page = parsePageNumber(new URL(args.request.url).searchParams)
  const invitations = await apiFrom(args).call(listInvitations, { page })
  return toListPage(invitations, page, limits.pageSize.default)
}

export default function Invitations({ loaderData: { list, page, pages } }: Route.ComponentProps) {
  const t = useTranslate()
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <PageMeta title={t('people.invitations')} noIndex />
      <PageHead
        title={t('people.invitations')}
        end={
          <Button
            variant="primary"
            data-needs-script=""
            icon={<UserPlus className="icon" aria-hidden="true" />}
            onClick={() => setInviting(true)}
          >
            {t('people.invite')}
          </Button>
        }
      />
      {list.length === 0 ? (
        <EmptyState title={t('people.no_invitations')}>{t('people.invite_text')}</EmptyState>
      ) : (
        <div className="mt-4">
          <InvitationRows invitations={list} />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) =>
              withQuery('/admin/invitations', { page: number > 1 ? number : undefined })
            }
          />
        </div>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
