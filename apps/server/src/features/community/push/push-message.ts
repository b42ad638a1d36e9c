import type { PushMessage } from '@stoa/contract/features/push'
import type { MessageKey } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { translatorFor } from '../../../kernel/mail-template.tsx'
import type { SettingsStore } from '../../../kernel/services.ts'
import { urlsOf } from '../../content/shared/posts.settings.ts'
import { kindsWithExcerpt } from '../notifications/notifications.queries.ts'
import type { EventRow } from './push.queries.ts'

const maxExcerpt = 160

type Services = Pick<Context, 'settings'>

export function toPushMessage(ctx: Services, event: EventRow, language: string): PushMessage {
  const { kind, title } = event
  const t = translatorFor(ctx, language)
  const excerpt = kindsWithExcerpt.includes(kind) ? excerptOf(event) : ''
  return {
    id: event.notificationId,
    title: t(titleKeyOf(event), { name: event.actor }),
    body: excerpt === '' ? title : `${title}\n${excerpt}`,
    path: pathOf(event, ctx.settings),
    lang: t.tag,
    dir: t.dir,
  }
}

/** For an asker, it is not their own answer. */
function titleKeyOf({ kind, reason }: EventRow) {
  const suffix = kind === 'update_answer' && reason === 'asker' ? '_asker' : ''
  return `push.title.${kind}${suffix}` as MessageKey
}

function excerptOf({ commentText, answerExcerpt }: EventRow) {
  const text = (commentText ?? answerExcerpt ?? '').replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(text)
  return characters.length <= maxExcerpt ? text : `${characters.slice(0, maxExcerpt).join('')}…`
}

function pathOf({ questionId, slug, answerId, commentId }: EventRow, settings: SettingsStore) {
  const urls = urlsOf(settings, '')
  const post =
    answerId === null ? urls.question(questionId, slug) : urls.answer(questionId, slug, answerId)
  return commentId === null ? post : urls.comment(post, commentId)
}
