import type { NewsKind } from '@stoa/contract/features/mails'
import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { translatorFor } from '../../../kernel/mail-template.tsx'
import type { Mail } from '../../../kernel/services.ts'
import { urlsOf } from '../../content/shared/posts.settings.ts'
import { unsubscribeUrl } from '../../people/auth/unsubscribe.actions.ts'
import type { Claim } from './claims.actions.ts'
import { type Head, headOfDigest, headOfMail, type News } from './heads.ts'
import { footerOf, type Look, toMailItem, toQuestionMailItem } from './event-items.tsx'
import { type MailSection, renderListMail } from './layout.tsx'
import { headersOf } from './mail-headers.ts'
import { frequencyOf, isDigest } from './mails.rules.ts'
import type { Receiver } from './receivers.queries.ts'
import { mailCode, returnPathOf } from './stopping.actions.ts'

/** One thing is a mail of its own, in the conversation of its question; several are a list, and digests have sections. */
export async function composeMail(
  ctx: Context,
  claim: Claim,
  receiver: Receiver,
  news: News,
): Promise<Omit<Mail, 'to'>> {
  const { site_url: origin, name: site } = ctx.settings.get(generalSettings)
  const { id } = receiver.viewer
  const t = translatorFor(ctx, receiver.language)
  const urls = urlsOf(ctx.settings, origin)
  const look: Look = { t, urls, origin, timeZone: receiver.timing.timeZone }
  const isDigestMail = isDigest(claim.frequency)
  const head: Head = isDigestMail
    ? headOfDigest(news, look, { claim, receiver, now: ctx.clock.now() })
    : headOfMail(news, look)
  const kind = isDigestMail && isOnlyForDigest(news, receiver) ? 'digest' : mainKindOf(news)
  const stopUrl = await unsubscribeUrl(ctx, id, kind)
  const code = await mailCode(ctx, id, receiver.email)
  const host = new URL(origin).hostname
  return {
    ...renderListMail(t, {
      site,
      ...head,
      subject: `[${site}] ${head.subject}`,
      sections: toSections(news, look),
      button: isDigestMail ? { label: t('mails.open_site', { site }), url: origin } : null,
      footer: footerOf({ t, origin, why: head.why, kind, unsubscribeUrl: stopUrl }),
    }),
    headers: headersOf({
      host,
      kind: isDigestMail ? 'digest' : kind,
      unsubscribeUrl: stopUrl,
      code,
    }),
    messageId: `${idOf(news, claim)}.${id}@${host}`,
    ...(head.thread === null ? {} : { reference: `question-${head.thread}@${host}` }),
    ...returnPathOf(ctx.settings, code),
  }
}

function toSections({ events, questions, more }: News, look: Look): MailSection[] {
  const { t } = look
  const hasReasons = events.length + questions.length > 1
  const ofKind = (kind: NewsKind) => questions.filter(({ mail }) => mail === kind)
  const sections = [
    {
      title: t('mails.for_you'),
      items: events.map((item) => toMailItem(item, look, hasReasons)),
      more: '',
    },
    ...(['followed_tags', 'all_questions'] as const).map((kind) => ({
      title: t(`notify.kind.${kind}`),
      items: ofKind(kind).map((item) => toQuestionMailItem(item, look)),
      more: more[kind] === 0 ? '' : t('mails.more', { count: more[kind] }),
    })),
  ].filter(({ items }) => items.length > 0)
  const [only] = sections
  return sections.length === 1 && only !== undefined ? [{ ...only, title: '' }] : sections
}

/** Not so if a digest says what did not fit into single mails, or is of tags that are followed for it. */
function isOnlyForDigest({ events, questions }: News, { choices }: Receiver): boolean {
  return [...events, ...questions].every(({ mail }) => isDigest(frequencyOf(mail, choices)))
}

/** What the link to unsubscribe turns off: the kind that most of the mail is about. */
function mainKindOf({ events, questions }: News): NewsKind {
  const groups = [...Map.groupBy([...events, ...questions], ({ mail }) => mail)]
  const [most] = groups.toSorted(([, a], [, b]) => b.length - a.length)
  return most?.[0] ?? 'answers'
}

/** The same for the same mail, so that clients recognize one that a server delivered twice. */
function idOf({ events, questions }: News, { frequency }: Claim) {
  const last = events.at(-1)?.subjectId ?? questions[0]?.subjectId ?? '0'
  return `${frequency}.${last}`
}
