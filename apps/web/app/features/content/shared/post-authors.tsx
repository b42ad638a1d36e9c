import type { UserBasic } from '@stoa/contract/features/users'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Link } from '../../../ui/link.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { UserCard } from '../../../ui/user-card.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'

type PostAuthorsProps = {
  author: UserBasic
  /** For example "Asked 3 days ago". */
  action: ReactNode
  /** With the path of the history. */
  edit?: { at: number; by?: UserBasic; historyPath: string }
}

/** The author and the last editor of a post, on the line of its actions where they fit. */
export function PostAuthors({ author, action, edit }: PostAuthorsProps) {
  const toUserSummary = useUserSummary()
  return (
    <div className="flex grow flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {edit !== undefined && <LastEdit author={author} edit={edit} />}
      <div className="ms-auto">
        <UserCard user={toUserSummary(author)} caption={action} />
      </div>
    </div>
  )
}

type LastEditProps = { author: UserBasic; edit: NonNullable<PostAuthorsProps['edit']> }

function LastEdit({ author, edit }: LastEditProps) {
  const t = useTranslate()
  const toUserSummary = useUserSummary()
  const { viewer } = useVisit()
  const relativeTime = <RelativeTime key="time" at={edit.at} />
  const time =
    viewer === null ? (
      relativeTime
    ) : (
      <Link key="time" href={edit.historyPath} className="hit hover:text-accent-ink">
        {relativeTime}
      </Link>
    )
  const editor = edit.by
  if (editor === undefined || editor.id === author.id) {
    return <p className="text-sm text-ink-3">{t.rich<ReactNode>('post.edited', { time })}</p>
  }
  const { name, href, avatar } = toUserSummary(editor)
  const link = href === undefined ? name : <EditorLink key="name" name={name} href={href} />
  return (
    <div className="flex min-w-0 items-center gap-2.5 text-sm text-ink-3">
      <Avatar name={name} src={avatar} size="sm" />
      <p className="min-w-0">{t.rich<ReactNode>('post.edited_by', { time, name: link })}</p>
    </div>
  )
}

function EditorLink({ name, href }: { name: string; href: string }) {
  return (
    <TextLink href={href} tone="quiet" className="font-medium no-underline">
      <bdi>{name}</bdi>
    </TextLink>
  )
}
