import type { UserBasic } from '@stoa/contract/features/users'
import { PageLinks } from '../../../kernel/page-links.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { UserTiles } from './user-tile.tsx'

type AllUsersProps = {
  users: UserBasic[]
  page: number
  pages: number
  hrefFor: (page: number) => string
}

export function AllUsers({ users, page, pages, hrefFor }: AllUsersProps) {
  const t = useTranslate()
  return (
    <div className="mt-3">
      <UserTiles label={t('users.everyone')} users={users} />
      <PageLinks page={page} pages={pages} hrefFor={hrefFor} />
    </div>
  )
}
