import type { OwnFlag } from '@stoa/contract/features/flags'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import type { Site } from '../../../kernel/visit.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { commentHref } from '../../content/question-page/question-url.ts'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'

const tones = { open: 'plain', helpful: 'ok', declined: 'bad' } as const

/** What the viewer flagged, with the outcome. */
export function OwnFlagRows({ list, label }: { list: OwnFlag[]; label: string }) {
  return (
    <ol aria-label={label}>
      {list.map((flag) => (
        <OwnFlagRow key={flag.id} flag={flag} />
      ))}
    </ol>
  )
}

function OwnFlagRow({ flag }: { flag: OwnFlag }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { state, note, reason, reason_content: text } = flag
  const path = objectPath(flag, site.permalink)
  const name = flag.user_info?.display_name ?? flag.title
  return (
    <li className="border-b border-line py-3">
      <h3 className="font-serif text-title leading-snug font-semibold tracking-row text-pretty">
        {path === null ? (
          <span className="text-ink-3">{name === '' ? t('flag.hidden') : <bdi>{name}</bdi>}</span>
        ) : (
          <Link href={path} className="hit hover:text-accent-ink">
            <bdi>{name}</bdi>
          </Link>
        )}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
        <StatusLabel tone={tones[state]}>{t(`flag.state.${state}`)}</StatusLabel>
        <span>{t(`review.kind.${flag.object_type}`)}</span>
        <span>{reason.name}</span>
        <RelativeTime at={flag.decided_at || flag.created_at} />
      </p>
      {text !== '' && (
        <p className="mt-1 text-md break-words text-ink-2" dir="auto">
          {text}
        </p>
      )}
      {note !== '' && (
        <blockquote className="mt-2 max-w-measure border-s-2 border-line-strong ps-3 text-md break-words text-ink-2">
          <p className="text-xs text-ink-3">{t('flag.note_from')}</p>
          <p dir="auto">{note}</p>
        </blockquote>
      )}
    </li>
  )
}

/** Null for what the viewer cannot open any more. */
function objectPath(flag: OwnFlag, permalink: Site['permalink']): string | null {
  const { user_info: user, question_id: id, answer_id, comment_id, url_title } = flag
  if (user !== null) return user.username === '' ? null : userPath(user.username)
  if (id === '0') return null
  const question = { id, url_title }
  const path =
    answer_id === '0'
      ? questionPath(question, permalink)
      : answerPath(question, answer_id, permalink)
  return comment_id === '0' ? path : commentHref(path, comment_id)
}
