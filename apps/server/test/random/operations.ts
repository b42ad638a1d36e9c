import { ApiError, type Client } from '@stoa/contract/client'
import {
  acceptAnswer,
  askWithAnswer,
  deleteAnswer,
  editAnswer,
  getAnswer,
  operateAnswer,
  postAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import {
  addComment,
  deleteComment,
  editComment,
  recoverComment,
} from '@stoa/contract/features/comments'
import {
  convertAnswer,
  convertComment,
  deletePermanently,
  moveComment,
} from '@stoa/contract/features/content-moderation'
import {
  flagUser,
  listFlaggedUsers,
  reviewFlaggedUser,
  userCaseOperations,
} from '@stoa/contract/features/flagged-users'
import { flagContent, listFlagCases, reviewFlagCase } from '@stoa/contract/features/flags'
import { follow, followTags } from '@stoa/contract/features/follows'
import { decideHeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import { claimCase, skipCase, undoDecision } from '@stoa/contract/features/review'
import { inviteUsers } from '@stoa/contract/features/invites'
import { getUser } from '@stoa/contract/features/profiles'
import {
  askQuestion,
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
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { listRevisions, rollBack } from '@stoa/contract/features/revisions'
import {
  createTag,
  deleteTag,
  editTag,
  getTag,
  mergeTags,
  recoverTag,
  setSynonyms,
} from '@stoa/contract/features/tags'
import {
  addUserNote,
  silenceUser,
  suspendUser,
  unsilenceUser,
  unsuspendUser,
  warnUser,
} from '@stoa/contract/features/user-moderation'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import fc from 'fast-check'

/** Objects created so far. */
export type World = { questions: string[]; answers: string[]; comments: string[]; tags: string[] }

/** A random action of a user. The numbers choose among existing objects. */
export type Operation = { actor: number; kind: Kind; one: number; two: number; yes: boolean }

type ActionContext = Operation & {
  client: Client
  world: World
  names: readonly string[]
  /** Does what the job does after a permanent deletion was asked for. */
  removeContent: (objectId: string) => Promise<void>
  /** Does what a job does every minute. */
  awardBadges: () => Promise<void>
}

const pickFrom = <T>(from: readonly T[], number: number): T | undefined =>
  from[number % from.length]
const slugs = ['bread', 'oven', 'rye', 'salt', 'flour', 'yeast', 'crumb', 'crust'] as const
const tagsFrom = (one: number, two: number) =>
  [one, two, one + two].map((number) => ({ slug_name: pickFrom(slugs, number) ?? 'bread' }))
/** Texts with this word wait for a moderator. */
export const heldWord = 'lottery'
const heldWordOf = ({ one }: ActionContext) => (one % 4 === 0 ? heldWord : '')
const text = (context: ActionContext) => {
  const { one, two, world } = context
  const link = pickFrom(world.questions, two) ?? '10019999999999999'
  return `Words ${one} of ${two}, see #${link}. ${heldWordOf(context)}`
}
const pickPost = ({ world, one, yes }: ActionContext) =>
  pickFrom(yes ? world.questions : world.answers, one)

/** Actions without an object fail and are ignored. */
const actions = {
  async ask(context: ActionContext) {
    const question = { title: `Title ${context.one}`, content: text(context) }
    const tags = tagsFrom(context.one, context.two)
    const { id } = await context.client.call(askQuestion, { ...question, tags })
    context.world.questions.push(id)
  },
  async askAndAnswer(context: ActionContext) {
    const { info } = await context.client.call(askWithAnswer, {
      title: `Both ${context.one}`,
      content: text(context),
      answer_content: text(context),
      tags: tagsFrom(context.two, context.one),
    })
    context.world.questions.push(info.question_id)
    context.world.answers.push(info.id)
  },
  async answer(context: ActionContext) {
    const question_id = pickFrom(context.world.questions, context.one) ?? ''
    const { info } = await context.client.call(postAnswer, { question_id, content: text(context) })
    context.world.answers.push(info.id)
  },
  async editQuestion(context: ActionContext) {
    const id = pickFrom(context.world.questions, context.one) ?? ''
    const { version } = await context.client.call(getQuestion, { id })
    const tags = tagsFrom(context.two, context.one + 1)
    const edit = { title: `Edited ${context.two}`, content: text(context), tags, version }
    await context.client.call(editQuestion, { id, ...edit })
  },
  async editAnswer(context: ActionContext) {
    const id = pickFrom(context.world.answers, context.one) ?? ''
    const { info } = await context.client.call(getAnswer, { id })
    await context.client.call(editAnswer, { id, content: text(context), version: info.version })
  },
  async deleteQuestion({ client, world, one, yes }: ActionContext) {
    const id = pickFrom(world.questions, one) ?? ''
    await (yes
      ? client.call(deleteQuestion, { id })
      : client.call(recoverQuestion, { question_id: id }))
  },
  async closeQuestion({ client, world, one, two, yes }: ActionContext) {
    const id = pickFrom(world.questions, one) ?? ''
    if (!yes) return await client.call(reopenQuestion, { question_id: id })
    const original = `/questions/${pickFrom(world.questions, two) ?? ''}`
    const [close_type, close_msg] = two % 3 === 0 ? [64, 'Which one?'] : [60, original]
    await client.call(closeQuestion, { id, close_type, close_msg })
  },
  async operateQuestion({ client, world, one, two }: ActionContext) {
    const id = pickFrom(world.questions, one) ?? ''
    const operation = pickFrom(questionOperations, two) ?? 'pin'
    await client.call(operateQuestion, { id, operation })
  },
  async flag(context: ActionContext) {
    const { client, world, one, two } = context
    const object_id = (two % 3 === 0 ? pickFrom(world.comments, one) : pickPost(context)) ?? ''
    await client.call(flagContent, { object_id, report_type: 57 })
  },
  async awardBadges({ awardBadges }: ActionContext) {
    await awardBadges()
  },
  async claimOrSkip({ client, one, yes }: ActionContext) {
    const { list } = await client.call(listFlagCases, { page_size: 100 })
    const id = pickFrom(list, one)?.flag_id ?? ''
    await client.call(yes ? claimCase : skipCase, { type: 'flagged_post', id })
  },
  async reviewFlag({ client, one, two, yes }: ActionContext) {
    const { list } = await client.call(listFlagCases, { page_size: 100 })
    const flag_id = pickFrom(list, one)?.flag_id ?? ''
    const operations = ['delete_post', 'unlist_post', 'close_post', 'ignore_report'] as const
    const operation_type = pickFrom(operations, two) ?? 'ignore_report'
    await client.call(reviewFlagCase, { flag_id, operation_type, close_type: 64 })
    if (!yes) await client.call(undoDecision, { type: 'flagged_post', id: flag_id })
  },
  async flagUser({ client, names, one }: ActionContext) {
    const { id: user_id } = await client.call(getUser, { username: pickFrom(names, one) ?? '' })
    await client.call(flagUser, { user_id, report_type: 57 })
  },
  async reviewFlaggedUser({ client, one, two }: ActionContext) {
    const { list } = await client.call(listFlaggedUsers, { page_size: 100 })
    const flag_id = pickFrom(list, one)?.flag_id ?? ''
    const operation_type = pickFrom(userCaseOperations, two) ?? 'ignore_report'
    await client.call(reviewFlaggedUser, { flag_id, operation_type, fields: ['bio', 'website'] })
    if (two % 4 === 0) await client.call(undoDecision, { type: 'flagged_user', id: flag_id })
  },
  async reviewSuggestion({ client, one, two, yes }: ActionContext) {
    const { list } = await client.call(listOpenSuggestions, { page_size: 100 })
    const id = pickFrom(list, one)?.unreviewed_info.id ?? ''
    const isImproved = two % 5 === 1
    await client.call(auditSuggestion, {
      id,
      operation: two % 5 === 0 ? 'reject' : 'approve',
      ...(isImproved ? { content: `Improved ${one}, at length.` } : {}),
    })
    if (!yes) await client.call(undoDecision, { type: 'suggested_post_edit', id })
  },
  async decideHeld({ client, one, two, yes }: ActionContext) {
    const { list } = await client.call(listHeldPosts, { page_size: 100 })
    const review_id = pickFrom(list, one)?.review_id ?? ''
    const status = two % 3 === 0 ? 'reject' : 'approve'
    await client.call(decideHeldPost, { review_id, status })
    if (!yes) await client.call(undoDecision, { type: 'queued_post', id: review_id })
  },
  async moderateUser({ client, names, one, two }: ActionContext) {
    const { id: user_id } = await client.call(getUser, { username: pickFrom(names, one) ?? '' })
    const reason = { user_id, reason: 'Spam.' }
    if (two % 12 === 0) await client.call(addUserNote, { user_id, note: 'Seen before.' })
    else if (two % 6 === 0) await client.call(warnUser, { user_id, message: 'Stop.' })
    else if (two % 6 === 1) await client.call(silenceUser, { ...reason, duration: '24h' })
    else if (two % 6 === 2) await client.call(suspendUser, { ...reason, suspend_duration: '24h' })
    else await client.call(two % 2 === 0 ? unsilenceUser : unsuspendUser, { user_id })
  },
  async deleteAnswer({ client, world, one, yes }: ActionContext) {
    const id = pickFrom(world.answers, one) ?? ''
    await (yes ? client.call(deleteAnswer, { id }) : client.call(recoverAnswer, { answer_id: id }))
  },
  async accept({ client, world, one, two, yes }: ActionContext) {
    const answer_id = pickFrom(world.answers, one) ?? ''
    const answered = yes ? await client.call(getAnswer, { id: answer_id }) : undefined
    const question_id = answered?.question.id ?? pickFrom(world.questions, two) ?? ''
    await client.call(acceptAnswer, { question_id, ...(yes ? { answer_id } : {}) })
  },
  async vote(context: ActionContext) {
    const { client, world, one, two } = context
    const object_id = (two % 5 === 0 ? pickFrom(world.comments, one) : pickPost(context)) ?? ''
    const is_cancel = two % 4 === 0
    await client.call(two % 3 === 0 ? voteDown : voteUp, { object_id, is_cancel })
  },
  async comment(context: ActionContext) {
    const { client, world, two } = context
    const reply_comment_id = two % 4 === 0 ? pickFrom(world.comments, two) : undefined
    const { comment_id } = await client.call(addComment, {
      object_id: pickPost(context) ?? '',
      original_text: `Comment ${two} @${pickFrom(context.names, two) ?? ''} ${heldWordOf(context)}`,
      ...(reply_comment_id === undefined ? {} : { reply_comment_id }),
    })
    world.comments.push(comment_id)
  },
  async rollBack(context: ActionContext) {
    const { client, world, one, two } = context
    const object_id = (two % 4 === 0 ? pickFrom(world.tags, one) : pickPost(context)) ?? ''
    const list = await client.call(listRevisions, { object_id })
    const [newest] = list
    const revision_id = pickFrom(list, two)?.id ?? '0'
    await client.call(rollBack, { object_id, revision_id, version: newest?.version ?? 1 })
  },
  async changeComment({ client, world, one, two, yes }: ActionContext) {
    const comment_id = pickFrom(world.comments, one) ?? ''
    if (two % 4 === 0) await client.call(recoverComment, { comment_id })
    await (yes
      ? client.call(editComment, { comment_id, original_text: `Changed ${two}` })
      : client.call(deleteComment, { comment_id }))
  },
  async lockAnswer({ client, world, one, two }: ActionContext) {
    const id = pickFrom(world.answers, one) ?? ''
    await client.call(operateAnswer, { id, operation: two % 3 === 0 ? 'lock' : 'unlock' })
  },
  async convert(context: ActionContext) {
    const { client, world, one, two, yes } = context
    if (!yes) {
      const comment_id = pickFrom(world.comments, one) ?? ''
      const { answer_id } = await client.call(convertComment, { comment_id })
      if (!world.answers.includes(answer_id)) world.answers.push(answer_id)
      return
    }
    const answer_id = pickFrom(world.answers, one) ?? ''
    const { question } = await client.call(getAnswer, { id: answer_id })
    const object_id = two % 3 === 0 ? (pickFrom(world.answers, two) ?? '') : question.id
    const { comment_id } = await client.call(convertAnswer, { answer_id, object_id })
    if (!world.comments.includes(comment_id)) world.comments.push(comment_id)
  },
  async moveComment(context: ActionContext) {
    const { client, world, one, two } = context
    const comment_id = pickFrom(world.comments, two) ?? ''
    await client.call(moveComment, { comment_id, target: pickPost(context) ?? `${one}` })
  },
  async deletePermanently(context: ActionContext) {
    const { client, world, one, two, removeContent } = context
    const object_id = (two % 3 === 0 ? pickFrom(world.comments, one) : pickPost(context)) ?? ''
    await client.call(deletePermanently, { object_id, reason: 'Spam.' })
    await removeContent(object_id)
  },
  async react(context: ActionContext) {
    const emoji = pickFrom(['heart', 'smile', 'frown'] as const, context.two) ?? 'heart'
    const reaction = context.two % 3 === 0 ? 'deactivate' : 'activate'
    await context.client.call(react, { object_id: pickPost(context) ?? '', emoji, reaction })
  },
  async follow({ client, world, one, two, yes }: ActionContext) {
    const object_id = pickFrom(yes ? world.questions : world.tags, one) ?? ''
    await client.call(follow, { object_id, is_cancel: two % 3 === 0 })
  },
  async followTags({ client, one, two }: ActionContext) {
    const slug_name_list = tagsFrom(one, two).map(({ slug_name }) => slug_name)
    await client.call(followTags, { slug_name_list })
  },
  async bookmark({ client, world, one, yes }: ActionContext) {
    const object_id = pickFrom(world.questions, one) ?? ''
    await client.call(switchBookmark, { object_id, bookmark: yes })
  },
  async invite({ client, world, one, two, names }: ActionContext) {
    const invite_user = [pickFrom(names, two) ?? '', pickFrom(names, one) ?? '']
    await client.call(inviteUsers, { id: pickFrom(world.questions, one) ?? '', invite_user })
  },
  async tag({ client, world, one, two, yes }: ActionContext) {
    const slug_name = `${pickFrom(slugs, one)}-${two % 5}`
    if (yes) await client.call(createTag, { slug_name, display_name: slug_name, original_text: '' })
    const { tag_id, version } = await client.call(getTag, { name: slug_name })
    if (yes) world.tags.push(tag_id)
    const edit = { slug_name, display_name: `Tag ${two}`, original_text: `About ${one}`, version }
    await client.call(editTag, { tag_id, ...edit })
  },
  async mergeTags({ client, world, one, two, yes }: ActionContext) {
    const [tag_id = '', other = ''] = [pickFrom(world.tags, one), pickFrom(world.tags, two)]
    const list = tagsFrom(two, one).slice(0, 1)
    if (two % 4 === 0) await client.call(setSynonyms, { tag_id, synonym_tag_list: list })
    else if (two % 4 === 1)
      await client.call(mergeTags, { source_tag_id: tag_id, target_tag_id: other })
    else await client.call(yes ? deleteTag : recoverTag, { tag_id })
  },
}

type Kind = keyof typeof actions

/** Returns false when the action was rejected. Server errors fail the test. */
export async function perform(context: ActionContext): Promise<boolean> {
  try {
    await actions[context.kind](context)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.envelope.status < 500) return false
    throw error
  }
}

/** Relative frequency. */
const weights: Record<Kind, number> = {
  ask: 12,
  askAndAnswer: 2,
  answer: 10,
  editQuestion: 10,
  editAnswer: 6,
  rollBack: 6,
  deleteQuestion: 4,
  closeQuestion: 4,
  operateQuestion: 4,
  flag: 4,
  awardBadges: 4,
  claimOrSkip: 2,
  reviewFlag: 3,
  flagUser: 2,
  reviewFlaggedUser: 2,
  reviewSuggestion: 8,
  decideHeld: 20,
  moderateUser: 3,
  deleteAnswer: 6,
  accept: 8,
  vote: 24,
  comment: 10,
  changeComment: 6,
  lockAnswer: 3,
  convert: 9,
  moveComment: 6,
  deletePermanently: 4,
  react: 5,
  follow: 5,
  followTags: 2,
  bookmark: 4,
  invite: 1,
  tag: 3,
  mergeTags: 3,
}

const number = fc.nat({ max: 10_000 })

const operationOf = (kind: fc.Arbitrary<Kind>): fc.Arbitrary<Operation> =>
  fc.record({ actor: number, kind, one: number, two: number, yes: fc.boolean() })

export const operation = operationOf(
  fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as Kind),
      weight,
    })),
  ),
)

/** Changes that affect few pages. */
export const smallOperation = operationOf(
  fc.constantFrom('vote', 'comment', 'changeComment', 'react', 'follow', 'bookmark', 'accept'),
)
