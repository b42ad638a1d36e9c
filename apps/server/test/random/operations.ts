import { ApiError, type Client } from '@stoa/contract/client'
import {
  acceptAnswer,
  askWithAnswer,
  deleteAnswer,
  editAnswer,
  getAnswer,
  postAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { addComment, deleteComment, editComment } from '@stoa/contract/features/comments'
import { follow, followTags } from '@stoa/contract/features/follows'
import { invitePeople } from '@stoa/contract/features/invites'
import {
  askQuestion,
  deleteQuestion,
  editQuestion,
  getQuestion,
  recoverQuestion,
} from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import {
  createTag,
  deleteTag,
  editTag,
  getTag,
  mergeTags,
  recoverTag,
  setSynonyms,
} from '@stoa/contract/features/tags'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import fc from 'fast-check'

/** What there is to act on; grows while the operations run. */
export type World = { questions: string[]; answers: string[]; comments: string[]; tags: string[] }

/** One act of one person: the numbers choose among what there is at that moment. */
export type Operation = { actor: number; kind: Kind; one: number; two: number; yes: boolean }

type Hands = Operation & { client: Client; world: World; names: readonly string[] }

const pick = <T>(from: readonly T[], number: number): T | undefined => from[number % from.length]
const slugs = ['bread', 'oven', 'rye', 'salt', 'flour', 'yeast', 'crumb', 'crust'] as const
const tagsFrom = (one: number, two: number) =>
  [one, two, one + two].map((number) => ({ slug_name: pick(slugs, number) ?? 'bread' }))
const text = ({ one, two, world }: Hands) =>
  `Words ${one} of ${two}, see #${pick(world.questions, two) ?? '10019999999999999'}.`
const postOf = ({ world, one, yes }: Hands) => pick(yes ? world.questions : world.answers, one)

/** Every act by its name. One without anything to act on does nothing. */
const acts = {
  async ask(hands: Hands) {
    const question = { title: `Title ${hands.one}`, content: text(hands) }
    const tags = tagsFrom(hands.one, hands.two)
    const { id } = await hands.client.call(askQuestion, { ...question, tags })
    hands.world.questions.push(id)
  },
  async askAndAnswer(hands: Hands) {
    const { info } = await hands.client.call(askWithAnswer, {
      title: `Both ${hands.one}`,
      content: text(hands),
      answer_content: text(hands),
      tags: tagsFrom(hands.two, hands.one),
    })
    hands.world.questions.push(info.question_id)
    hands.world.answers.push(info.id)
  },
  async answer(hands: Hands) {
    const question_id = pick(hands.world.questions, hands.one) ?? ''
    const { info } = await hands.client.call(postAnswer, { question_id, content: text(hands) })
    hands.world.answers.push(info.id)
  },
  async editQuestion(hands: Hands) {
    const id = pick(hands.world.questions, hands.one) ?? ''
    const { version } = await hands.client.call(getQuestion, { id })
    const tags = tagsFrom(hands.two, hands.one + 1)
    const edit = { title: `Edited ${hands.two}`, content: text(hands), tags, version }
    await hands.client.call(editQuestion, { id, ...edit })
  },
  async editAnswer(hands: Hands) {
    const id = pick(hands.world.answers, hands.one) ?? ''
    const { info } = await hands.client.call(getAnswer, { id })
    await hands.client.call(editAnswer, { id, content: text(hands), version: info.version })
  },
  async deleteQuestion({ client, world, one, yes }: Hands) {
    const id = pick(world.questions, one) ?? ''
    await (yes
      ? client.call(deleteQuestion, { id })
      : client.call(recoverQuestion, { question_id: id }))
  },
  async deleteAnswer({ client, world, one, yes }: Hands) {
    const id = pick(world.answers, one) ?? ''
    await (yes ? client.call(deleteAnswer, { id }) : client.call(recoverAnswer, { answer_id: id }))
  },
  async accept({ client, world, one, two, yes }: Hands) {
    const answer_id = pick(world.answers, one) ?? ''
    const of = yes ? await client.call(getAnswer, { id: answer_id }) : undefined
    const question_id = of?.question.id ?? pick(world.questions, two) ?? ''
    await client.call(acceptAnswer, { question_id, ...(yes ? { answer_id } : {}) })
  },
  async vote(hands: Hands) {
    const { client, world, one, two } = hands
    const object_id = (two % 5 === 0 ? pick(world.comments, one) : postOf(hands)) ?? ''
    const is_cancel = two % 4 === 0
    await client.call(two % 3 === 0 ? voteDown : voteUp, { object_id, is_cancel })
  },
  async comment(hands: Hands) {
    const { client, world, two } = hands
    const reply_comment_id = two % 4 === 0 ? pick(world.comments, two) : undefined
    const { comment_id } = await client.call(addComment, {
      object_id: postOf(hands) ?? '',
      original_text: `Comment ${two} @${pick(hands.names, two) ?? ''}`,
      ...(reply_comment_id === undefined ? {} : { reply_comment_id }),
    })
    world.comments.push(comment_id)
  },
  async changeComment({ client, world, one, two, yes }: Hands) {
    const comment_id = pick(world.comments, one) ?? ''
    await (yes
      ? client.call(editComment, { comment_id, original_text: `Changed ${two}` })
      : client.call(deleteComment, { comment_id }))
  },
  async react(hands: Hands) {
    const emoji = pick(['heart', 'smile', 'frown'] as const, hands.two) ?? 'heart'
    const reaction = hands.two % 3 === 0 ? 'deactivate' : 'activate'
    await hands.client.call(react, { object_id: postOf(hands) ?? '', emoji, reaction })
  },
  async follow({ client, world, one, two, yes }: Hands) {
    const object_id = pick(yes ? world.questions : world.tags, one) ?? ''
    await client.call(follow, { object_id, is_cancel: two % 3 === 0 })
  },
  async followTags({ client, one, two }: Hands) {
    const slug_name_list = tagsFrom(one, two).map(({ slug_name }) => slug_name)
    await client.call(followTags, { slug_name_list })
  },
  async bookmark({ client, world, one, yes }: Hands) {
    const object_id = pick(world.questions, one) ?? ''
    await client.call(switchBookmark, { object_id, bookmark: yes })
  },
  async invite({ client, world, one, two, names }: Hands) {
    const invite_user = [pick(names, two) ?? '', pick(names, one) ?? '']
    await client.call(invitePeople, { id: pick(world.questions, one) ?? '', invite_user })
  },
  async tag({ client, world, one, two, yes }: Hands) {
    const slug_name = `${pick(slugs, one)}-${two % 5}`
    if (yes) await client.call(createTag, { slug_name, display_name: slug_name, original_text: '' })
    const { tag_id, version } = await client.call(getTag, { name: slug_name })
    if (yes) world.tags.push(tag_id)
    const edit = { slug_name, display_name: `Tag ${two}`, original_text: `About ${one}`, version }
    await client.call(editTag, { tag_id, ...edit })
  },
  async mergeTags({ client, world, one, two, yes }: Hands) {
    const [tag_id = '', other = ''] = [pick(world.tags, one), pick(world.tags, two)]
    const list = tagsFrom(two, one).slice(0, 1)
    if (two % 4 === 0) await client.call(setSynonyms, { tag_id, synonym_tag_list: list })
    else if (two % 4 === 1)
      await client.call(mergeTags, { source_tag_id: tag_id, target_tag_id: other })
    else await client.call(yes ? deleteTag : recoverTag, { tag_id })
  },
}

type Kind = keyof typeof acts

/** Does one operation; refusals are part of life, failures are not. Answers whether it was done. */
export async function perform(hands: Hands): Promise<boolean> {
  try {
    await acts[hands.kind](hands)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.envelope.status < 500) return false
    throw error
  }
}

/** What is done often is chosen often. */
const weights: Record<Kind, number> = {
  ask: 6,
  askAndAnswer: 2,
  answer: 10,
  editQuestion: 10,
  editAnswer: 6,
  deleteQuestion: 4,
  deleteAnswer: 6,
  accept: 8,
  vote: 24,
  comment: 10,
  changeComment: 6,
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

/** Changes that most pages do not show. */
export const smallOperation = operationOf(
  fc.constantFrom('vote', 'comment', 'changeComment', 'react', 'follow', 'bookmark', 'accept'),
)
