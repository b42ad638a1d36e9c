import { type ReasonNumber, reasonCatalog, reasonsFor } from '@stoa/contract/features/reasons'
import { toLongId } from '@stoa/contract/ids'
import { parseLink, postIdsIn, siteOf } from '@stoa/markdown/urls'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

type ReasonKey = Parameters<typeof reasonsFor>

export function isReasonFor(
  object: ReasonKey[0],
  action: ReasonKey[1],
  reason: number,
): reason is ReasonNumber {
  return reasonsFor(object, action)?.some((number) => number === reason) ?? false
}

export function canGiveReason(reason: ReasonNumber, content: string): Verdict {
  const isMissing = reasonCatalog[reason].content !== '' && content === ''
  return isMissing ? deny('reason.content_required') : allow
}

type Target = { ok: true; questionId: string } | Extract<Verdict, { ok: false }>

/** The question that a URL of this site leads to. */
export function findDuplicateTarget(url: string, siteUrl: string): Target {
  const link = /^(?:https?:\/)?\//i.test(url) ? parseLink(url, siteOf(siteUrl)) : null
  if (link === null || link.kind === 'email') return { ok: false, code: 'duplicate.bad_url' }
  if (link.kind === 'external') return { ok: false, code: 'duplicate.other_site' }
  const [id] = postIdsIn(link.path)
  const questionId = id === undefined ? null : toLongId(id)
  return questionId === null
    ? { ok: false, code: 'duplicate.not_a_question' }
    : { ok: true, questionId }
}
