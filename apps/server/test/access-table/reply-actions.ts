import { getTimeline } from '@stoa/contract/features/activity'
import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  getAnswer,
  operateAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import {
  addComment,
  deleteComment,
  editComment,
  getComment,
  listCommentRevisions,
  recoverComment,
} from '@stoa/contract/features/comments'
import {
  convertAnswer,
  convertComment,
  deletePermanently,
  moveComment,
} from '@stoa/contract/features/content-moderation'
import { flagContent } from '@stoa/contract/features/flags'
import { listRevisions } from '@stoa/contract/features/revisions'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import {
  canAccept,
  canConvertAnswer,
  canDeleteAnswer,
  canLockAnswer,
} from '../../src/features/content/answers/answers.rules.ts'
import {
  canComment,
  canConvertComment,
  canDeleteComment,
  canEditComment,
  canMoveComment,
} from '../../src/features/content/comments/comments.rules.ts'
import {
  canChange,
  canDeletePermanently,
  canEdit,
  canFlag,
  canRecover,
} from '../../src/features/content/shared/posts.rules.ts'
import { isOpenForAnswers } from '../../src/features/content/questions/questions.rules.ts'
import { canReceiveComments } from '../../src/features/community/content-moderation/content-moderation.rules.ts'
import { canVote } from '../../src/features/content/votes/votes.rules.ts'
import { allow, deny, type Verdict } from '../../src/kernel/rules.ts'
import { type ContentAction, isDeleted, isPending, required } from './content-action.ts'
import type { Facts } from './objects.ts'

const inSequence = (...verdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ ok }) => !ok) ?? allow

/** A reply is hidden with its question. */
const stateOf = ({ question, object }: Facts) => ({
  userId: object.userId,
  isDeleted: isDeleted(question) || isDeleted(object),
  isPending: isPending(question) || isPending(object),
})

const vote =
  (kind: 'answer' | 'comment', value: 1 | -1): ContentAction['verdict'] =>
  (actor, facts) =>
    inSequence(
      canChange(actor, facts.question),
      canVote(actor, { kind, ...stateOf(facts) }, value, required),
    )

const flag: ContentAction = {
  endpoint: flagContent,
  input: ({ id }) => ({ object_id: id, report_type: 57 }),
  shownAs: 'report',
  verdict: (actor, facts) => canFlag(actor, stateOf(facts), required),
}

const removal: ContentAction = {
  endpoint: deletePermanently,
  input: ({ id }) => ({ object_id: id, reason: 'It names an address.' }),
  ignoresVisibility: true,
  verdict: (actor, { object }) => canDeletePermanently(actor, { isDeleted: isDeleted(object) }),
}

const toPost = ({ status, isLocked }: Facts['question']) => ({
  isDeleted: isDeleted({ status }),
  isPending: isPending({ status }),
  isLocked,
})

export const answerActions: Record<string, ContentAction> = {
  read: { endpoint: getAnswer, input: ({ id }) => ({ id }), verdict: () => allow },
  'read history': {
    endpoint: listRevisions,
    input: ({ id }) => ({ object_id: id }),
    verdict: () => allow,
  },
  'read timeline': {
    endpoint: getTimeline,
    input: ({ id }) => ({ object_id: id }),
    verdict: () => allow,
  },
  'vote up': {
    endpoint: voteUp,
    input: ({ id }) => ({ object_id: id }),
    verdict: vote('answer', 1),
  },
  'vote down': {
    endpoint: voteDown,
    input: ({ id }) => ({ object_id: id }),
    verdict: vote('answer', -1),
  },
  accept: {
    endpoint: acceptAnswer,
    input: ({ questionId, id }) => ({ question_id: questionId, answer_id: id }),
    verdict: (actor, { question, object }) =>
      inSequence(
        canChange(actor, question),
        canAccept(actor, question),
        isDeleted(object) || isPending(object) ? deny('answer.not_found') : allow,
      ),
  },
  comment: {
    endpoint: addComment,
    input: ({ id }) => ({ object_id: id, original_text: 'With which flour?' }),
    verdict: (actor, facts) =>
      inSequence(canChange(actor, facts.question), canComment(actor, stateOf(facts), required)),
  },
  edit: {
    endpoint: editAnswer,
    input: ({ id }) => ({ id, content: 'About four weeks, if it is fed.', version: 1 }),
    shownAs: 'edit',
    verdict: (actor, { question, object }) =>
      inSequence(
        canChange(actor, question),
        canEdit(actor, { kind: 'answer', ...object }, required),
      ),
  },
  flag,
  delete: {
    endpoint: deleteAnswer,
    input: ({ id }) => ({ id }),
    shownAs: 'delete',
    isShown: ({ object }) => !isDeleted(object),
    verdict: (actor, { question, object }) =>
      isDeleted(object)
        ? allow
        : inSequence(
            canChange(actor, question),
            canDeleteAnswer(actor, {
              userId: object.userId,
              score: object.score,
              isAccepted: false,
            }),
          ),
  },
  undelete: {
    endpoint: recoverAnswer,
    input: ({ id }) => ({ answer_id: id }),
    shownAs: 'undelete',
    isShown: ({ object }) => isDeleted(object),
    verdict: (actor, { question, object }) =>
      isDeleted(object) ? inSequence(canChange(actor, question), canRecover(actor, object)) : allow,
  },
  lock: {
    endpoint: operateAnswer,
    input: ({ id }) => ({ id, operation: 'lock' }),
    shownAs: 'lock',
    verdict: (actor, { object }) => canLockAnswer(actor, object),
  },
  'convert to comment': {
    endpoint: convertAnswer,
    input: ({ questionId, id }) => ({ answer_id: id, object_id: questionId }),
    verdict: (actor, { question, object }) =>
      inSequence(
        canConvertAnswer(actor, { ...object, isLocked: question.isLocked }),
        canReceiveComments(toPost(question)),
      ),
  },
  'delete permanently': { ...removal, shownAs: 'delete_permanently' },
}

export const commentActions: Record<string, ContentAction> = {
  read: { endpoint: getComment, input: ({ id }) => ({ id }), verdict: () => allow },
  'vote up': {
    endpoint: voteUp,
    input: ({ id }) => ({ object_id: id }),
    verdict: vote('comment', 1),
  },
  'vote down': {
    endpoint: voteDown,
    input: ({ id }) => ({ object_id: id }),
    verdict: vote('comment', -1),
  },
  edit: {
    endpoint: editComment,
    input: ({ id }) => ({ comment_id: id, original_text: 'In which kind of a jar?' }),
    shownAs: 'edit',
    verdict: (actor, facts, now) =>
      inSequence(
        canChange(actor, facts.question),
        canEditComment(actor, facts.object, now),
        stateOf(facts).isDeleted ? deny('object.already_deleted') : allow,
      ),
  },
  flag,
  delete: {
    endpoint: deleteComment,
    input: ({ id }) => ({ comment_id: id }),
    shownAs: 'delete',
    // Also in a locked question.
    verdict: (actor, { object }) => canDeleteComment(actor, object),
  },
  'read history': {
    endpoint: listCommentRevisions,
    input: ({ id }) => ({ comment_id: id }),
    ignoresVisibility: true,
    verdict: () => allow,
  },
  undelete: {
    endpoint: recoverComment,
    input: ({ id }) => ({ comment_id: id }),
    ignoresVisibility: true,
    verdict: () => allow,
  },
  move: {
    endpoint: moveComment,
    input: ({ otherId, id }) => ({ comment_id: id, target: otherId }),
    shownAs: 'move',
    verdict: (actor, { question, object }) =>
      inSequence(
        canMoveComment(actor, { ...object, isLocked: question.isLocked }),
        isDeleted(question) ? deny('post.deleted') : allow,
      ),
  },
  'convert to answer': {
    endpoint: convertComment,
    input: ({ id }) => ({ comment_id: id }),
    verdict: (actor, { question, object }) =>
      inSequence(
        canConvertComment(actor, { ...object, isLocked: question.isLocked }),
        isOpenForAnswers(question) ? allow : deny('answer.question_closed'),
      ),
  },
  'delete permanently': removal,
}
