import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { flagContent as flagCall } from '@stoa/contract/features/flags'
import { duplicateReason } from '@stoa/contract/features/reasons'
import { generalSettings } from '@stoa/contract/settings/site'
import type { Tx } from '../../../kernel/context.ts'
import { failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import {
  canGiveReason,
  findDuplicateTarget,
  isReasonFor,
} from '../../content/shared/reasons.rules.ts'
import { canFlag } from '../../content/shared/posts.rules.ts'
import { getPost, type PostState } from '../../content/shared/posts.queries.ts'
import { addFlag } from './cases.actions.ts'

type FlagInput = ParsedInputOf<typeof flagCall>

/** Adds a flag to the open case of an object, or opens one. The content is not locked: flags do not change it. */
export async function flagContent(tx: Tx, actor: Actor, input: FlagInput) {
  const post = await getPost(tx, actor, input.object_id, { forUpdate: false })
  assertAllowed(canFlag(actor, post, requiredReputation(tx.ctx.settings)), { show: 'toast' })
  const reason = checkReason(tx, post, input)
  const { id: objectId, questionId, userId: authorId } = post
  const flag = { reason, content: input.content }
  const caseId = await addFlag(tx, actor, { objectId, questionId, authorId }, flag)
  await tx.emit('content.flagged', { caseId, objectId, userId: actor.id })
}

function checkReason(tx: Tx, { kind }: PostState, { report_type: reason, content }: FlagInput) {
  if (!isReasonFor(kind, 'flag', reason)) return failField('report_type', 'reason.not_in_list')
  const verdict = canGiveReason(reason, content)
  if (!verdict.ok) failField('content', verdict.code)
  if (reason !== duplicateReason) return reason
  const target = findDuplicateTarget(content, tx.ctx.settings.get(generalSettings).site_url)
  return target.ok ? reason : failField('content', target.code)
}
