import type { TimelineKind, TimelineRow } from '@stoa/contract/features/activity'
import type { ReactNode } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { answerPath } from '../../content/questions/permalink.ts'
import type { TimelineData } from './timeline.server.ts'

type ObjectInfo = TimelineData['info']

/** What happened, by whom, and where the answer or comment is. */
export function useRowText(row: TimelineRow, info: ObjectInfo, objectPath: string) {
  const t = useTranslate()
  const { site } = useVisit()
  const question = { id: info.question_id, url_title: info.url_title }
  const name = <UserName key="name" row={row} />
  const sentence = t.rich<ReactNode>(keyOf(row, info), {
    name,
    version: row.restored_version,
    reason: row.reason ?? '',
  })
  const isAnswerOfQuestion = row.object_type === 'answer' && info.object_type === 'question'
  if (isAnswerOfQuestion)
    return { sentence, href: answerPath(question, row.object_id, site.permalink) }
  const isComment = row.object_type === 'comment' && row.is_deleted !== true
  return {
    sentence,
    href: isComment ? `${objectPath}?commentId=${row.object_id}#comment-${row.object_id}` : null,
  }
}

function keyOf(row: TimelineRow, info: ObjectInfo) {
  const kind = row.activity_type
  if (row.object_type === 'comment' && isCommentKind(kind))
    return `timeline.comment_${kind}` as const
  if (row.object_type === 'answer' && (kind === 'locked' || kind === 'unlocked'))
    return `timeline.answer_${kind}` as const
  if (kind === 'closed' && row.reason !== undefined) return 'timeline.closed_reason'
  if (kind === 'accept' && info.object_type === 'question') return 'timeline.accept_answer'
  return `timeline.${kind}` as const
}

function isCommentKind(kind: TimelineKind): kind is 'deleted' | 'undeleted' | 'converted' {
  return kind === 'deleted' || kind === 'undeleted' || kind === 'converted'
}

function UserName({ row }: { row: TimelineRow }) {
  const t = useTranslate()
  const toUserSummary = useUserSummary()
  if (row.user_info === undefined)
    return <span className="text-ink-3">{t('timeline.unknown_user')}</span>
  const { name, href } = toUserSummary(row.user_info)
  if (href === undefined) return <bdi className="font-medium">{name}</bdi>
  return (
    <TextLink href={href} tone="quiet" className="font-medium no-underline">
      <bdi>{name}</bdi>
    </TextLink>
  )
}
