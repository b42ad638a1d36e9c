import type { Client } from '@stoa/contract/client'
import { deleteAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { deleteComment, recoverComment } from '@stoa/contract/features/comments'
import { flagContent, listFlagCases, reviewFlagCase } from '@stoa/contract/features/flags'
import { decideHeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  getQuestion,
  operateQuestion,
  type QuestionOperationName,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { claimCase, skipCase, undoDecision } from '@stoa/contract/features/review'
import { listRevisions, rollBack } from '@stoa/contract/features/revisions'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import {
  addUserNote,
  silenceUser,
  suspendUser,
  unsilenceUser,
  unsuspendUser,
  warnUser,
} from '@stoa/contract/features/user-moderation'
import { voteDown, voteUp } from '@stoa/contract/features/votes'

/** What all callers act on in one round. Held questions wait for a moderator. */
export type Target = {
  questionId: string
  otherQuestionId: string
  answerId: string
  commentId: string
  userId: string
  heldId: string
  otherHeldId: string
}

type Call = (client: Client, target: Target, caller: number) => Promise<unknown>
export type RacedAction = { by: 'member' | 'staff'; call: Call }

const staff = (call: Call): RacedAction => ({ by: 'staff', call })
const member = (call: Call): RacedAction => ({ by: 'member', call })

/** Half of the callers do one, half of them the other. */
const either =
  (one: Call, other: Call): Call =>
  (client, target, caller) =>
    (caller % 2 === 0 ? one : other)(client, target, caller)

const operate =
  (operation: QuestionOperationName): Call =>
  (client, { questionId: id }) =>
    client.call(operateQuestion, { id, operation })

async function findCase(client: Client) {
  const { list } = await client.call(listFlagCases, { page_size: 1 })
  return list[0]?.flag_id ?? '10080000000000000'
}

async function findSuggestion(client: Client) {
  const { list } = await client.call(listOpenSuggestions, { page_size: 1 })
  return list[0]?.unreviewed_info.id ?? '0'
}

const findHeld = async (client: Client, { heldId }: Target) => {
  const { list } = await client.call(listHeldPosts, { object_id: heldId })
  return list[0]?.review_id ?? '0'
}

const caseOperations = ['ignore_report', 'delete_post', 'unlist_post', 'close_post'] as const

const decideFlags: Call = async (client, _target, caller) => {
  const flag_id = await findCase(client)
  const operation_type = caseOperations[caller % caseOperations.length] ?? 'ignore_report'
  await client.call(reviewFlagCase, { flag_id, operation_type, close_type: 64 })
  return flag_id
}

const audit: Call = async (client, _target, caller) => {
  const id = await findSuggestion(client)
  await client.call(auditSuggestion, { id, operation: caller % 4 === 0 ? 'reject' : 'approve' })
  return id
}

const decideHeld: Call = async (client, target, caller) => {
  const review_id = await findHeld(client, target)
  const status = caller % 2 === 0 ? 'approve' : 'reject'
  await client.call(decideHeldPost, { review_id, status })
  return review_id
}

const undoAfter =
  (type: 'flagged_post' | 'suggested_post_edit' | 'queued_post', decide: Call): Call =>
  async (client, target, caller) =>
    await client.call(undoDecision, { type, id: String(await decide(client, target, caller)) })

const edit: Call = async (client, { questionId: id }, caller) => {
  const { version } = await client.call(getQuestion, { id })
  const content = `Feed it every ${caller} days, said ${Math.random()}.`
  const tags = [{ slug_name: 'baking' }]
  await client.call(editQuestion, { id, title: 'How often is it fed?', content, tags, version })
}

export const racedActions: Record<string, RacedAction> = {
  flag: member((client, { questionId, answerId, commentId }, caller) => {
    const object_id = [questionId, answerId, commentId][caller % 3] ?? questionId
    return client.call(flagContent, { object_id, report_type: 57 })
  }),
  'claim a case': staff(async (client) =>
    client.call(claimCase, { type: 'flagged_post', id: await findCase(client) }),
  ),
  'skip a case': staff(async (client) =>
    client.call(skipCase, { type: 'flagged_post', id: await findCase(client) }),
  ),
  'decide flags': staff(decideFlags),
  'undo a decision about flags': staff(undoAfter('flagged_post', decideFlags)),
  'suggest an edit': member(edit),
  'audit a suggestion': staff(audit),
  'undo an audit': staff(undoAfter('suggested_post_edit', audit)),
  'edit without review': staff(edit),
  'decide a held post': staff(decideHeld),
  'undo a decision about a held post': staff((client, target, caller) =>
    undoAfter('queued_post', decideHeld)(client, { ...target, heldId: target.otherHeldId }, caller),
  ),
  'close and reopen': staff(
    either(
      (client, { questionId: id, otherQuestionId }, caller) =>
        client.call(closeQuestion, {
          id,
          ...(caller % 4 === 0
            ? { close_type: 60, close_msg: `/questions/${otherQuestionId}` }
            : { close_type: 64, close_msg: 'Which one?' }),
        }),
      (client, { questionId }) => client.call(reopenQuestion, { question_id: questionId }),
    ),
  ),
  'delete and restore a question': staff(
    either(
      (client, { questionId: id }) => client.call(deleteQuestion, { id }),
      (client, { questionId }) => client.call(recoverQuestion, { question_id: questionId }),
    ),
  ),
  'delete and restore an answer': staff(
    either(
      (client, { answerId: id }) => client.call(deleteAnswer, { id }),
      (client, { answerId }) => client.call(recoverAnswer, { answer_id: answerId }),
    ),
  ),
  'delete and restore a comment': staff(
    either(
      (client, { commentId }) => client.call(deleteComment, { comment_id: commentId }),
      (client, { commentId }) => client.call(recoverComment, { comment_id: commentId }),
    ),
  ),
  'pin and unpin': staff(either(operate('pin'), operate('unpin'))),
  'unlist and list': staff(either(operate('hide'), operate('show'))),
  'lock and unlock': staff(either(operate('lock'), operate('unlock'))),
  'protect and unprotect': staff(either(operate('protect'), operate('unprotect'))),
  'roll back': staff(async (client, { questionId: object_id }, caller) => {
    const list = await client.call(listRevisions, { object_id })
    const revision_id = list[(caller + 1) % list.length]?.id ?? '0'
    await client.call(rollBack, { object_id, revision_id, version: list[0]?.version ?? 1 })
  }),
  'suspend and unsuspend': staff(
    either(
      (client, { userId: user_id }) =>
        client.call(suspendUser, { user_id, suspend_duration: '24h', reason: 'Spam.' }),
      (client, { userId: user_id }) => client.call(unsuspendUser, { user_id }),
    ),
  ),
  'silence and unsilence': staff(
    either(
      (client, { userId: user_id }) =>
        client.call(silenceUser, { user_id, duration: '24h', reason: 'Spam.' }),
      (client, { userId: user_id }) => client.call(unsilenceUser, { user_id }),
    ),
  ),
  warn: staff((client, { userId: user_id }) =>
    client.call(warnUser, { user_id, message: 'Please stop.' }),
  ),
  'add a note': staff((client, { userId: user_id }) =>
    client.call(addUserNote, { user_id, note: 'Seen before.' }),
  ),
  vote: member((client, { questionId, answerId }, caller) =>
    client.call(caller % 3 === 0 ? voteDown : voteUp, {
      object_id: caller % 2 === 0 ? questionId : answerId,
      is_cancel: caller % 5 === 0,
    }),
  ),
}
