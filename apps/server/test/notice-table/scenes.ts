import { acceptAnswer, deleteAnswer, editAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import { flagContent, listFlagCases, reviewFlagCase } from '@stoa/contract/features/flags'
import { inviteUsers } from '@stoa/contract/features/invites'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { decide } from '../../src/features/community/held-posts/held-posts.factory.ts'
import type { Occasion } from '../../src/features/community/notifications/notices.rules.ts'
import type { Member } from '../../src/features/community/notifications/notifications.factory.ts'
import { anAnswer } from '../../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import type { Cast } from './cast.ts'

/** Content of the cast: a question with an answer, and comments of the author and of the replied. */
export type Stage = {
  title: string
  questionId: string
  answerId: string
  commentId: string
  repliedId: string
  answerRepliedId: string
}

/** Content with this word waits for a moderator. */
export const heldWord = 'lottery'

type Scene = {
  /** Before the occasion; what it says is not recorded. Returns the id that the occasion needs. */
  prepare?: (cast: Cast, stage: Stage) => Promise<string>
  act: (cast: Cast, stage: Stage, prepared: string) => Promise<unknown>
}

const tags = [{ slug_name: 'baking' }]
const mention = (cast: Cast) =>
  `As @${cast.named.username} and @${cast['suspended named'].username} say.`

const comment = (member: Member, object_id: string, text: string, reply?: string) =>
  member.client.call(addComment, {
    object_id,
    original_text: text,
    ...(reply === undefined ? {} : { reply_comment_id: reply }),
  })

const change = (member: Member, { questionId: id, title }: Stage, content: string) =>
  member.client.call(editQuestion, { id, title, content, tags, version: 1 })

async function suggest({ named, staff }: Cast, stage: Stage) {
  await change(named, stage, 'I keep it in a **cold** cellar.')
  const { list } = await staff.client.call(listOpenSuggestions, { page_size: 100 })
  return list.find(({ info }) => info.object_id === stage.questionId)!.unreviewed_info.id
}

async function flag({ named, staff }: Cast, { answerId }: Stage) {
  await named.client.call(flagContent, { object_id: answerId, report_type: 57 })
  const { list } = await staff.client.call(listFlagCases, { page_size: 100 })
  return list.find(({ object_id }) => object_id === answerId)!.flag_id
}

async function holdComment({ author }: Cast, { questionId }: Stage) {
  return (await comment(author, questionId, `It is a ${heldWord}.`)).comment_id
}

const close = ({ staff }: Cast, { questionId: id }: Stage) =>
  staff.client.call(closeQuestion, { id, close_type: 63 })

/** How each occasion comes about, over the API. */
export const scenes: Record<Occasion, Scene> = {
  question_asked: {
    act: (cast) =>
      aQuestion(cast.asker.client, { title: 'Which oven is best?', content: mention(cast) }),
  },
  question_edited: { act: (cast, stage) => change(cast.staff, stage, mention(cast)) },
  question_commented: {
    act: (cast, { questionId, repliedId }) =>
      comment(cast.actor, questionId, mention(cast), repliedId),
  },
  question_closed: { act: close },
  question_reopened: {
    prepare: async (cast, stage) => {
      await close(cast, stage)
      return stage.questionId
    },
    act: ({ staff }, _stage, question_id) => staff.client.call(reopenQuestion, { question_id }),
  },
  question_deleted: {
    act: ({ staff }, { questionId: id }) => staff.client.call(deleteQuestion, { id }),
  },
  answer_posted: {
    act: (cast, { questionId }) => anAnswer(cast.actor.client, questionId, mention(cast)),
  },
  answer_edited: {
    act: (cast, { answerId: id }) =>
      cast.staff.client.call(editAnswer, { id, content: mention(cast), version: 1 }),
  },
  answer_accepted: {
    act: ({ asker }, { questionId, answerId }) =>
      asker.client.call(acceptAnswer, { question_id: questionId, answer_id: answerId }),
  },
  answer_commented: {
    act: (cast, { answerId, answerRepliedId }) =>
      comment(cast.actor, answerId, mention(cast), answerRepliedId),
  },
  answer_deleted: {
    act: ({ staff }, { answerId: id }) => staff.client.call(deleteAnswer, { id }),
  },
  comment_deleted: {
    act: ({ staff }, { commentId: comment_id }) => staff.client.call(deleteComment, { comment_id }),
  },
  invited: {
    // Suspended users cannot be invited.
    act: ({ staff, named }, { questionId: id }) =>
      staff.client.call(inviteUsers, { id, invite_user: [named.username] }),
  },
  edit_approved: {
    prepare: suggest,
    act: ({ staff }, _stage, id) =>
      staff.client.call(auditSuggestion, { id, operation: 'approve' }),
  },
  edit_rejected: {
    prepare: suggest,
    act: ({ staff }, _stage, id) => staff.client.call(auditSuggestion, { id, operation: 'reject' }),
  },
  post_approved: {
    prepare: holdComment,
    act: ({ staff }, _stage, id) => decide(staff.client, id, 'approve'),
  },
  post_rejected: {
    prepare: holdComment,
    act: ({ staff }, _stage, id) => decide(staff.client, id, 'reject'),
  },
  flag_upheld: {
    prepare: flag,
    act: ({ staff }, _stage, flag_id) =>
      staff.client.call(reviewFlagCase, { flag_id, operation_type: 'delete_post' }),
  },
  flag_declined: {
    prepare: flag,
    act: ({ staff }, _stage, flag_id) =>
      staff.client.call(reviewFlagCase, { flag_id, operation_type: 'ignore_report' }),
  },
  question_voted_up: {
    act: ({ actor }, { questionId }) => actor.client.call(voteUp, { object_id: questionId }),
  },
  question_voted_down: {
    act: ({ actor }, { questionId }) => actor.client.call(voteDown, { object_id: questionId }),
  },
  answer_voted_up: {
    act: ({ actor }, { answerId }) => actor.client.call(voteUp, { object_id: answerId }),
  },
  answer_voted_down: {
    act: ({ actor }, { answerId }) => actor.client.call(voteDown, { object_id: answerId }),
  },
  comment_voted_up: {
    act: ({ actor }, { commentId }) => actor.client.call(voteUp, { object_id: commentId }),
  },
}

/** A question of the asker with an answer, and with comments to reply to. */
export async function setStage(cast: Cast, round: number): Promise<Stage> {
  const title = `Does it freeze well, number ${round}?`
  const { id: questionId } = await aQuestion(cast.asker.client, { title })
  const { id: answerId } = await anAnswer(cast.author.client, questionId)
  const idOf = async (member: Member, object_id: string) =>
    (await comment(member, object_id, `Which flour is it, number ${round}?`)).comment_id
  return {
    title,
    questionId,
    answerId,
    commentId: await idOf(cast.author, questionId),
    repliedId: await idOf(cast.replied, questionId),
    answerRepliedId: await idOf(cast.replied, answerId),
  }
}
