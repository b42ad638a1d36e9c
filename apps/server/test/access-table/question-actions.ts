import { deletePermanently } from '@stoa/contract/features/content-moderation'
import { getTimeline } from '@stoa/contract/features/activity'
import { postAnswer } from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { addComment, listComments } from '@stoa/contract/features/comments'
import { flagContent } from '@stoa/contract/features/flags'
import { follow } from '@stoa/contract/features/follows'
import { inviteUsers } from '@stoa/contract/features/invites'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  getQuestion,
  operateQuestion,
  questionOperations,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { listRevisions } from '@stoa/contract/features/revisions'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { canAnswer, canAnswerProtected } from '../../src/features/content/answers/answers.rules.ts'
import { canComment } from '../../src/features/content/comments/comments.rules.ts'
import {
  canClose,
  canDeleteQuestion,
  canInvite,
  canOperate,
  canReopen,
  isNewState,
} from '../../src/features/content/questions/questions.rules.ts'
import {
  canChange,
  canDeletePermanently,
  canEdit,
  canFlag,
  canRecover,
} from '../../src/features/content/shared/posts.rules.ts'
import { canVote } from '../../src/features/content/votes/votes.rules.ts'
import { allow, deny, type Verdict } from '../../src/kernel/rules.ts'
import { type ContentAction, isDeleted, isPending, required } from './content-action.ts'

const inSequence = (...verdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ ok }) => !ok) ?? allow

const protectedReputation = 10
const text = { title: 'How long does an old starter keep?', content: 'I keep it in the cellar.' }

const vote =
  (value: 1 | -1): ContentAction['verdict'] =>
  (actor, { question }) =>
    inSequence(
      canChange(actor, question),
      canVote(
        actor,
        {
          kind: 'question',
          userId: question.userId,
          isDeleted: isDeleted(question),
          isPending: isPending(question),
        },
        value,
        required,
      ),
    )

const read: ContentAction['verdict'] = () => allow

export const questionActions: Record<string, ContentAction> = {
  read: { endpoint: getQuestion, input: ({ id }) => ({ id }), verdict: read },
  'read comments': {
    endpoint: listComments,
    input: ({ id }) => ({ object_id: id }),
    verdict: read,
  },
  'read history': {
    endpoint: listRevisions,
    input: ({ id }) => ({ object_id: id }),
    verdict: read,
  },
  'read timeline': { endpoint: getTimeline, input: ({ id }) => ({ object_id: id }), verdict: read },
  'vote up': { endpoint: voteUp, input: ({ id }) => ({ object_id: id }), verdict: vote(1) },
  'vote down': { endpoint: voteDown, input: ({ id }) => ({ object_id: id }), verdict: vote(-1) },
  react: {
    endpoint: react,
    input: ({ id }) => ({ object_id: id, emoji: 'heart', reaction: 'activate' }),
    verdict: (actor, { question }) =>
      isDeleted(question) || isPending(question)
        ? deny('post.pending')
        : canChange(actor, question),
  },
  bookmark: {
    endpoint: switchBookmark,
    input: ({ id }) => ({ object_id: id, bookmark: true }),
    verdict: (_actor, { question }) =>
      isDeleted(question) ? deny('object.already_deleted') : allow,
  },
  follow: {
    endpoint: follow,
    input: ({ id }) => ({ object_id: id }),
    verdict: (_actor, { question }) =>
      isDeleted(question) ? deny('object.already_deleted') : allow,
  },
  answer: {
    endpoint: postAnswer,
    input: ({ id }) => ({ question_id: id, content: 'Feed it once a week.' }),
    verdict: (actor, { question }) =>
      inSequence(
        canChange(actor, question),
        canAnswer(actor, question, required),
        canAnswerProtected(actor, question, protectedReputation),
      ),
  },
  comment: {
    endpoint: addComment,
    input: ({ id }) => ({ object_id: id, original_text: 'In which kind of jar?' }),
    verdict: (actor, { question }) =>
      inSequence(
        canChange(actor, question),
        canComment(
          actor,
          { isDeleted: isDeleted(question), isPending: isPending(question) },
          required,
        ),
      ),
  },
  invite: {
    endpoint: inviteUsers,
    input: ({ id }) => ({ id, invite_user: [] }),
    shownAs: 'invite_other_to_answer',
    verdict: (actor, { question }) => canInvite(actor, question, required),
  },
  edit: {
    endpoint: editQuestion,
    input: ({ id }) => ({ id, ...text, tags: [{ slug_name: 'baking' }], version: 1 }),
    shownAs: 'edit',
    verdict: (actor, { question }) =>
      inSequence(
        canChange(actor, question),
        canEdit(actor, { kind: 'question', ...question }, required),
      ),
  },
  flag: {
    endpoint: flagContent,
    input: ({ id }) => ({ object_id: id, report_type: 57 }),
    shownAs: 'report',
    verdict: (actor, { question }) =>
      canFlag(
        actor,
        {
          userId: question.userId,
          isDeleted: isDeleted(question),
          isPending: isPending(question),
        },
        required,
      ),
  },
  close: {
    endpoint: closeQuestion,
    input: ({ id }) => ({ id, close_type: 63, close_msg: 'Which flour?' }),
    shownAs: 'close',
    verdict: (actor, { question }) => canClose(actor, question),
  },
  reopen: {
    endpoint: reopenQuestion,
    input: ({ id }) => ({ question_id: id }),
    shownAs: 'reopen',
    verdict: (actor, { question }) => canReopen(actor, question),
  },
  ...Object.fromEntries(
    questionOperations.map((operation): [string, ContentAction] => [
      operation,
      {
        endpoint: operateQuestion,
        input: ({ id }) => ({ id, operation }),
        shownAs: operation,
        isShown: ({ question }) => isNewState(operation, question),
        verdict: (actor, { question }) => canOperate(actor, operation, question),
      },
    ]),
  ),
  delete: {
    endpoint: deleteQuestion,
    input: ({ id }) => ({ id }),
    shownAs: 'delete',
    isShown: ({ question }) => !isDeleted(question),
    // Idempotent.
    verdict: (actor, { question }) =>
      isDeleted(question)
        ? allow
        : inSequence(canChange(actor, question), canDeleteQuestion(actor, question)),
  },
  undelete: {
    endpoint: recoverQuestion,
    input: ({ id }) => ({ question_id: id }),
    shownAs: 'undelete',
    isShown: ({ question }) => isDeleted(question),
    verdict: (actor, { question }) =>
      isDeleted(question)
        ? inSequence(canChange(actor, question), canRecover(actor, question))
        : allow,
  },
  'delete permanently': {
    endpoint: deletePermanently,
    input: ({ id }) => ({ object_id: id, reason: 'It names an address.' }),
    shownAs: 'delete_permanently',
    verdict: (actor, { question }) =>
      canDeletePermanently(actor, { isDeleted: isDeleted(question) }),
  },
}
