import type { UserBasic } from '@stoa/contract/features/users'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Label } from '../../../ui/label.tsx'
import { Link } from '../../../ui/link.tsx'
import { labelsOf } from './case-labels.ts'
import type { DeskCase } from './desk-case.ts'

type CaseListProps = {
  cases: readonly DeskCase[]
  currentId: string
  hrefOf: (id: string) => string
  onChoose: (id: string) => void
}

export function CaseList({ cases, currentId, hrefOf, onChoose }: CaseListProps) {
  return (
    <ol>
      {cases.map((one) => (
        <li key={one.id} className="relative border-b border-line">
          <CaseRow
            one={one}
            isCurrent={one.id === currentId}
            href={hrefOf(one.id)}
            onChoose={() => onChoose(one.id)}
          />
        </li>
      ))}
    </ol>
  )
}

type CaseRowProps = { one: DeskCase; isCurrent: boolean; href: string; onChoose: () => void }

function CaseRow({ one, isCurrent, href, onChoose }: CaseRowProps) {
  const t = useTranslate()
  const { relative } = useFormats()
  const { viewer } = useVisit()
  const isOther = one.claimedBy !== null && one.claimedBy.id !== viewer?.id
  return (
    <Link
      href={href}
      replace
      keepScroll
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onChoose}
      className={classNames(
        'grid gap-1 py-3 ps-page pe-5 focus-visible:-outline-offset-2',
        isCurrent
          ? 'bg-accent-tint before:absolute before:inset-y-0 before:inset-s-0 before:w-0.5 before:bg-accent'
          : 'hover:bg-wash',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 flex-wrap gap-1">
          {labelsOf(one, t).map(({ text, tone }) => (
            <Label key={text} tone={tone}>
              {text}
            </Label>
          ))}
        </span>
        <span className="text-xs whitespace-nowrap text-ink-3">{relative(one.createdAt)}</span>
      </span>
      <b
        dir="auto"
        className={classNames(
          'line-clamp-2 text-start font-serif text-base leading-title font-semibold text-pretty',
          isOther && 'text-ink-3',
        )}
      >
        {one.kind === 'comment' ? t('review.comment_on', { title: one.title }) : one.title}
      </b>
      <span className="flex items-center justify-between gap-2 text-sm text-ink-2">
        <span className="flex min-w-0 items-center gap-1.5">
          <Avatar name={one.author.display_name} src={one.author.avatar || null} size="xs" />
          <bdi className="truncate">
            {one.kind === 'user' ? `@${one.author.username}` : one.author.display_name}
          </bdi>
        </span>
        {(isOther || isCurrent) && <ClaimedBy other={isOther ? one.claimedBy : null} />}
      </span>
    </Link>
  )
}

function ClaimedBy({ other }: { other: UserBasic | null }) {
  const t = useTranslate()
  return (
    <span
      className={classNames(
        'flex min-w-0 items-center gap-1 text-xs font-medium before:size-1.5 before:flex-none before:rounded-full',
        other === null ? 'text-accent-ink before:bg-accent-ink' : 'before:bg-ok',
      )}
    >
      <span className="truncate">
        {other === null ? t('review.you') : t('review.looking', { name: other.display_name })}
      </span>
    </span>
  )
}
