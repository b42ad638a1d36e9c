import type { NewsKind } from '@stoa/contract/features/mails'
import { sentenceKey } from '@stoa/contract/features/notifications'
import { formatDateTime } from '@stoa/locales/format'
import type { Translate } from '@stoa/locales/translate'
import type { ReactNode } from 'react'
import { toUnix } from '../../../kernel/clock.ts'
import { mailColors } from '../../../kernel/mail-template.tsx'
import type { urlsOf } from '../../content/shared/posts.settings.ts'
import type { EventItem } from './items.queries.ts'
import type { Line, MailItem } from './layout.tsx'
import type { QuestionItem } from './new-questions.queries.ts'

export type Look = {
  t: Translate
  timeZone: string
  urls: ReturnType<typeof urlsOf>
  /** Of the site. */
  origin: string
}

const titleFont = "600 18px/1.35 Georgia, 'Source Serif 4', serif"
const titleStyle = { color: mailColors.ink, fontWeight: 600, textDecoration: 'none' } as const

/** `hasReason`: says why the user gets it, where the footer cannot say it for all. */
export function toMailItem(item: EventItem, look: Look, hasReason: boolean): MailItem {
  const { t, timeZone } = look
  const url = urlOf(item, look)
  const time = formatDateTime(toUnix(item.at), t.tag, timeZone)
  return {
    id: item.subjectId,
    sentence: toSentence(item, url, t),
    meta: hasReason ? `${time} · ${t(`notifications.reason.${item.reason}`)}` : time,
    excerpt: item.excerpt,
    link: { label: t(`mails.open.${typeOf(item)}`), url },
  }
}

export function toQuestionMailItem(item: QuestionItem, look: Look): MailItem {
  const { t, timeZone, urls } = look
  const url = urls.question(item.questionId, item.slug)
  const { title, asker: name } = item
  const tags = item.tagNames.join(', ')
  const time = formatDateTime(toUnix(item.at), t.tag, timeZone)
  return {
    id: item.subjectId,
    sentence: {
      html: (
        <a href={url} className="m-ink" style={{ ...titleStyle, font: titleFont }} dir="auto">
          {title}
        </a>
      ),
      text: title,
    },
    meta: t('mails.asked', { name, tags, time }),
    excerpt: item.excerpt,
    link: { label: t('mails.open.question'), url },
  }
}

/** The same sentence as in the inbox. */
function toSentence(item: EventItem, url: string, t: Translate): Line {
  const key = sentenceKey(item.kind, item.reason)
  const title = titleOf(item, t)
  const names = item.actor ?? t('notifications.people', { count: 1 })
  const type = typeOf(item)
  const html = t.rich<ReactNode>(key, {
    type,
    names: (
      <b key="names">
        <bdi>{names}</bdi>
      </b>
    ),
    title: (
      <a key="title" href={url} className="m-ink" style={titleStyle}>
        <bdi>{title}</bdi>
      </a>
    ),
    b: (chunks) => <b key="b">{chunks}</b>,
  })
  const text = t.rich<string>(key, { type, names, title, b: (chunks) => chunks.join('') }).join('')
  return { html, text }
}

export function titleOf({ title }: EventItem, t: Translate) {
  return title === '' ? t('notifications.untitled') : title
}

function typeOf({ commentId, answerId, questionId, tagName, kind }: EventItem) {
  if (kind === 'invited_you_to_answer') return 'invitation'
  if (tagName !== null) return 'tag'
  if (commentId !== null) return 'comment'
  if (answerId !== null) return 'answer'
  return questionId === null ? 'other' : 'question'
}

function urlOf(item: EventItem, { urls, origin }: Look) {
  const { questionId, answerId, commentId, slug, tagName } = item
  if (questionId === null)
    return tagName === null ? `${origin}/users/notifications/inbox` : urls.tag(tagName)
  const post =
    answerId === null ? urls.question(questionId, slug) : urls.answer(questionId, slug, answerId)
  return commentId === null ? post : urls.comment(post, commentId)
}

type Footer = Pick<Look, 't' | 'origin'> & {
  /** Why the user gets the mail; empty for none. */
  why: string
  kind: NewsKind | 'digest'
  unsubscribeUrl: string
}

/** Every mail says why it was sent, with the switch beside it. */
export function footerOf({ t, origin, why, kind, unsubscribeUrl }: Footer): Line[] {
  const settings = { label: t('mails.settings'), url: `${origin}/users/settings/notify` }
  const stop = {
    label:
      kind === 'digest'
        ? t('mails.unsubscribe_digest')
        : t('mails.unsubscribe', { kind: t(`notify.kind.${kind}`) }),
    url: unsubscribeUrl,
  }
  const toLine = ({ label, url }: typeof stop): Line => ({
    html: (
      <a href={url} className="m-link" style={{ color: mailColors.accent }}>
        {label}
      </a>
    ),
    text: `${label}:\n${url}`,
  })
  return [...(why === '' ? [] : [{ html: why, text: why }]), toLine(stop), toLine(settings)]
}
