import type { UserBasic } from '@stoa/contract/features/users'
import type { ReactNode } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { When } from '../../kernel/when.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { UserCard } from '../../ui/user-card.tsx'
import { usePerson } from '../users/use-person.ts'

type PostPeopleProps = {
  author: UserBasic
  /** "Asked 3 days ago". */
  what: ReactNode
  edit?: { at: number; by?: UserBasic }
}

/** Who wrote a post, and who changed it last. */
export function PostPeople({ author, what, edit }: PostPeopleProps) {
  const person = usePerson()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-4">
      {edit === undefined ? <span /> : <Edited author={author} edit={edit} />}
      <UserCard person={person(author)} what={what} />
    </div>
  )
}

type EditedProps = { author: UserBasic; edit: NonNullable<PostPeopleProps['edit']> }

function Edited({ author, edit }: EditedProps) {
  const t = useTranslate()
  const person = usePerson()
  const time = <When key="time" at={edit.at} />
  const by = edit.by
  if (by === undefined || by.id === author.id) {
    return <p className="text-sm text-ink-3">{t.rich<ReactNode>('post.edited', { time })}</p>
  }
  const { name, href, avatar } = person(by)
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
