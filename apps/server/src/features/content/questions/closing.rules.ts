import { type ReasonNumber, reasonCatalog, reasonsFor } from '@stoa/contract/features/reasons'
import { toLongId } from '@stoa/contract/ids'
import { parseLink, postIdsIn, siteOf } from '@stoa/markdown/urls'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

export function isClosingReason(reason: number): reason is ReasonNumber {
  return reasonsFor('question', 'close')?.some((number) => number === reason) ?? false
}

export function canGiveReason(reason: ReasonNumber, message: string): Verdict {
  const isMissing = reasonCatalog[reason].content !== '' && message === ''
  return isMissing ? deny('reason.content_required') : allow
}

type Target = { ok: true; questionId: string } | Extract<Verdict, { ok: false }>

/** The question that a URL of this site leads to. */
export function findDuplicateTarget(message: string, siteUrl: string): Target {
  const link = /^(?:https?:\/)?\//i.test(message) ? parseLink(message, siteOf(siteUrl)) : null
  if (link === null || link.kind === 'email') return { ok: false, code: 'duplicate.bad_url' }
  if (link.kind === 'external') return { ok: false, code: 'duplicate.other_site' }
  const [id] = postIdsIn(link.path)
  const questionId = id === undefined ? null : toLongId(id)
  return questionId === null
    ? { ok: false, code: 'duplicate.not_a_question' }
    : { ok: true, questionId }
}

type TargetQuestion = { id: string; status: number; isDuplicate: boolean }

/** A duplicate leads to a question that can be read, so chains and circles are not allowed. */
export function canBeDuplicateOf(questionId: string, target: TargetQuestion | undefined): Verdict {
  if (target?.id === questionId) return deny('duplicate.itself')
  const isPublic = target?.status === 1 || target?.status === 2
  if (target === undefined || !isPublic) return deny('duplicate.not_a_question')
  return target.isDuplicate ? deny('duplicate.of_duplicate') : allow
}
