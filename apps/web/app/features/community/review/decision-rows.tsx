import type { Decision } from '@stoa/contract/features/review'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Label } from '../../../ui/label.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { commentHref } from '../../content/question-page/question-url.ts'
import { tagInfoPath } from '../../content/tags/tag-path.ts'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { useUserSummary } from '../../people/users/use-user-summary.ts'

export function DecisionRows({ decisions }: { decisions: readonly Decision[] }) {
  const t = useTranslate()
  const toSummary = useUserSummary()
  const { permalink } = useVisit().site
  return (
    <ol className="mt-4 border-t border-line-strong">
      {decisions.map((one) => (
        <li
          key={`${one.type} ${one.id}`}
          className="grid gap-x-4 gap-y-6 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto] md:gap-y-1"
        >
          <span className="min-w-0">
            <span className="mb-1 flex flex-wrap gap-1">
              <Label tone={mildOutcomes.includes(one.operation) ? 'plain' : 'accent'}>
                {t(`review.done.${one.operation}`)}
              </Label>
            </span>
            <TextLink href={toPath(one, permalink)} className="hit inline-block">
              <bdi>{one.flagged_user?.display_name ?? one.title}</bdi>
            </TextLink>
          </span>
          <span className="flex items-center gap-3 text-sm text-ink-3">
            <UserLine user={toSummary(one.user_info)} />
            <RelativeTime at={one.decided_at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const mildOutcomes: readonly string[] = ['ignore_report', 'rejected', 'conflict', 'no_change']

function toPath(one: Decision, permalink: Parameters<typeof questionPath>[1]): string {
  if (one.flagged_user !== null) return userPath(one.flagged_user.username)
  if (one.question_id === '0') return tagInfoPath(one.url_title)
  const question = { id: one.question_id, url_title: one.url_title }
  const path =
    one.answer_id === '0'
      ? questionPath(question, permalink)
      : answerPath(question, one.answer_id, permalink)
  return one.comment_id === '0' ? path : commentHref(path, one.comment_id)
}
