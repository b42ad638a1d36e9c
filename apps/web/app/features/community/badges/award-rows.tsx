import type { BadgeAward, BadgeAwardSummary } from '@stoa/contract/features/badges'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Link } from '../../../ui/link.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { TakeBackButton } from './take-back-button.tsx'

type AwardRowsProps = {
  label: string
  badge: Pick<BadgeAwardSummary, 'id' | 'name'>
  list: readonly BadgeAward[]
}

export function AwardRows({ label, badge, list }: AwardRowsProps) {
  return (
    <ul aria-label={label}>
      {list.map((award, index) => (
        <li
          key={`${award.author_user_info.id} ${award.object_id} ${index}`}
          className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line py-2 text-md"
        >
          <Avatar
            name={award.author_user_info.display_name}
            src={award.author_user_info.avatar || null}
            size="sm"
          />
          <Link
            href={userPath(award.author_user_info.username)}
            data-card="user"
            className="hit font-semibold hover:text-accent-ink"
          >
            <bdi>{award.author_user_info.display_name}</bdi>
          </Link>
          <AwardPost award={award} />
          <span className="ms-auto text-sm text-ink-3">
            <RelativeTime at={award.created_at} />
          </span>
          <TakeBackButton badge={badge} user={award.author_user_info} />
        </li>
      ))}
    </ul>
  )
}

function AwardPost({ award }: { award: BadgeAward }) {
  const { site } = useVisit()
  if (award.question_id === '0') return null
  const question = { id: award.question_id, url_title: award.url_title }
  const href =
    award.answer_id === '0'
      ? questionPath(question, site.permalink)
      : answerPath(question, award.answer_id, site.permalink)
  return (
    <Link href={href} className="hit min-w-0 text-ink-2 hover:text-accent-ink">
      <bdi dir="auto">{award.title}</bdi>
    </Link>
  )
}
