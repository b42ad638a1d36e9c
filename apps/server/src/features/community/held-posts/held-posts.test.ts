import type { Client } from '@stoa/contract/client'
import { askWithAnswer, getAnswer, postAnswer } from '@stoa/contract/features/answers'
import {
  addComment,
  deleteComment,
  editComment,
  getComment,
} from '@stoa/contract/features/comments'
import { decideHeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { saveDraft, listDrafts } from '@stoa/contract/features/drafts'
import { flagContent } from '@stoa/contract/features/flags'
import { inviteUsers } from '@stoa/contract/features/invites'
import {
  deleteQuestion,
  editQuestion,
  getQuestion,
  listQuestions,
  operateQuestion,
  recoverQuestion,
} from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { findTags } from '@stoa/contract/features/tags'
import { listQuestionsOfUser } from '@stoa/contract/features/user-posts'
import { voteUp } from '@stoa/contract/features/votes'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import type { EventName } from '../../../kernel/context.ts'
import { activities } from '../../../schema/activity.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { assertConsistent, decide, findHeldPost, setHoldRules } from './held-posts.factory.ts'

let site: TestSite
let mod: Client
let modId: string
let ben: Client
let eve: { id: string; client: Client }
let listedQuestion: string

beforeAll(async () => {
  site = await aSite()
  const mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  mod = site.as(mia.token)
  modId = mia.id
  ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
  listedQuestion = (await aQuestion(ben)).id
})
afterAll(() => site.close())

beforeEach(async () => {
  const { id, token } = await aUser(site.ctx)
  eve = { id, client: site.as(token) }
  await setHoldRules(site.ctx, { hold_first_posts: 1 })
})
afterEach(() => assertConsistent(site.ctx))

const question = (id: string) => site.db.select().from(questions).where(eq(questions.id, id))
const userRow = async (id: string) => {
  const [row] = await site.db.select().from(users).where(eq(users.id, id))
  return row!
}
const activityOf = async (...ids: string[]) => {
  const rows = await site.db.select().from(activities).where(inArray(activities.objectId, ids))
  return rows.map(({ kind }) => kind)
}

/** Events that the work emits, except changes of lists. */
async function recordEvents(work: () => Promise<unknown>) {
  const emitted: { name: EventName; payload: unknown }[] = []
  const { within } = site.ctx.listeners
  const original = within.get.bind(within)
  const names: EventName[] = [
    'question.asked',
    'answer.posted',
    'comment.added',
    'held_post.decided',
  ]
  within.get = (name) => [
    ...(original(name) ?? []),
    ...(names.includes(name)
      ? [
          {
            kind: 'within' as const,
            event: name,
            run: async (_tx: unknown, payload: never) => void emitted.push({ name, payload }),
          },
        ]
      : []),
  ]
  try {
    await work()
  } finally {
    within.get = original
  }
  return emitted
}

describe('a question that is held', () => {
  it('is pending, and publishes nothing', async () => {
    const before = (await ben.call(listQuestions, {})).count
    let id = ''
    const emitted = await recordEvents(async () => {
      ;({ id } = await aQuestion(eve.client, { title: 'Held', tags: ['baking'] }))
    })
    expect(emitted).toEqual([])
    expect(await eve.client.call(getQuestion, { id })).toMatchObject({
      status: 11,
      operation: { level: 'secondary' },
    })
    expect((await mod.call(getQuestion, { id })).status).toBe(11)
    for (const reader of [ben, site.as()])
      await expectError(reader.call(getQuestion, { id }), 'question.not_found')
    expect((await ben.call(listQuestions, {})).count).toBe(before)
    const { username, questionCount } = await userRow(eve.id)
    expect((await ben.call(listQuestionsOfUser, { username })).count).toBe(0)
    expect((await eve.client.call(listQuestionsOfUser, { username })).list[0]?.status).toBe(
      'pending',
    )
    expect(questionCount).toBe(0)
    expect(await activityOf(id)).toEqual([])
  })

  it('is in the queue with its reasons', async () => {
    await setHoldRules(site.ctx, { hold_first_posts: 1, hold_links_below: 10 })
    const content = 'See https://spam.example/'
    const { id } = await aQuestion(eve.client, { title: 'With a link', content, tags: ['baking'] })
    expect(await findHeldPost(mod, id)).toMatchObject({
      object_id: id,
      question_id: id,
      answer_id: '0',
      comment_id: '0',
      object_type: 'question',
      title: 'With a link',
      original_text: content,
      object_status: 11,
      object_show_status: 1,
      tags: [{ slug_name: 'baking' }],
      submitter_display_name: 'Site rules',
      reason: 'First posts of a new user · Links from a user with low reputation',
    })
    await expectError(eve.client.call(listHeldPosts, {}), 'auth.forbidden')
    const input = { review_id: '1', status: 'approve' } as const
    await expectError(eve.client.call(decideHeldPost, input), 'auth.forbidden')
  })

  it('becomes a question like any other when it is approved', async () => {
    const content = `@ben see #${listedQuestion}`
    const { id } = await aQuestion(eve.client, { content, tags: ['baking', 'brand-new'] })
    expect(await ben.call(findTags, { tags: 'brand-new' })).toEqual([])
    const shown = await eve.client.call(getQuestion, { id })
    expect(shown.tags.map(({ slug_name }) => slug_name)).toEqual(['baking', 'brand-new'])
    const [linked] = await question(listedQuestion)
    const held = await findHeldPost(mod, id)
    site.advance(3_600_000)
    const emitted = await recordEvents(() => decide(mod, id, 'approve'))
    const [mentioned] = await site.db.select().from(users).where(eq(users.username, 'ben'))
    expect(emitted).toMatchObject([
      {
        name: 'question.asked',
        payload: { questionId: id, userId: eve.id, mentioned: [mentioned!.id] },
      },
      {
        name: 'held_post.decided',
        payload: {
          heldPostId: held!.review_id,
          objectId: id,
          questionId: id,
          authorId: eve.id,
          userId: modId,
          outcome: 'approved',
        },
      },
    ])
    const asked = await ben.call(getQuestion, { id })
    expect(asked.status).toBe(1)
    expect(asked.tags.map(({ slug_name }) => slug_name)).toEqual(['baking', 'brand-new'])
    const now = site.ctx.clock.now().getTime() / 1000
    expect(now - asked.create_time).toBeLessThan(60)
    expect((await ben.call(listQuestions, {})).list[0]?.id).toBe(id)
    expect((await ben.call(listQuestions, { tag: 'brand-new' })).list[0]?.id).toBe(id)
    expect((await question(listedQuestion))[0]!.linkedCount).toBe(linked!.linkedCount + 1)
    expect((await userRow(eve.id)).questionCount).toBe(1)
    expect(await activityOf(id)).toEqual(['asked'])
    expect(await findHeldPost(mod, id)).toBeUndefined()
    // The user is no longer new.
    expect((await aQuestion(eve.client)).status).toBe(1)
  })

  it('is deleted with a reason when it is rejected', async () => {
    const { id } = await aQuestion(eve.client, { tags: ['other-new'] })
    await decide(mod, id, 'reject', 'An advertisement.')
    expect((await eve.client.call(getQuestion, { id })).status).toBe(10)
    await expectError(ben.call(getQuestion, { id }), 'question.not_found')
    const recover = eve.client.call(recoverQuestion, { question_id: id })
    await expectError(recover, 'post.not_deleted_by_you')
    const [row] = await site.db.select().from(heldPosts).where(eq(heldPosts.objectId, id))
    expect(row).toMatchObject({ outcome: 'rejected', decisionNote: 'An advertisement.' })
    expect(await ben.call(findTags, { tags: 'other-new' })).toEqual([])
    expect((await userRow(eve.id)).questionCount).toBe(0)
  })

  it('can be edited by its author without being published', async () => {
    const { id, version } = await aQuestion(eve.client, { tags: ['baking'] })
    const edit = { id, version, title: 'A better title', content: 'Other words' }
    const tags = [{ slug_name: 'oven-' + id }, { slug_name: 'baking' }]
    const emitted = await recordEvents(() => eve.client.call(editQuestion, { ...edit, tags }))
    expect(emitted).toEqual([])
    expect(await ben.call(findTags, { tags: tags[0]!.slug_name })).toEqual([])
    expect(await findHeldPost(mod, id)).toMatchObject({
      title: 'A better title',
      tags: [{ slug_name: 'baking' }, tags[0]],
    })
    await decide(mod, id, 'approve')
    expect(await ben.call(findTags, { tags: tags[0]!.slug_name })).toHaveLength(1)
  })

  it('leaves the queue when its author deletes it, and returns when it is restored', async () => {
    const { id } = await aQuestion(eve.client)
    const held = await findHeldPost(mod, id)
    await eve.client.call(deleteQuestion, { id })
    expect(await findHeldPost(mod, id)).toBeUndefined()
    const late = { review_id: held!.review_id, status: 'approve' } as const
    await expectError(mod.call(decideHeldPost, late), 'review.decided')
    await eve.client.call(recoverQuestion, { question_id: id })
    expect((await eve.client.call(getQuestion, { id })).status).toBe(11)
    expect((await findHeldPost(mod, id))?.reason).toBe('First posts of a new user')
    await decide(mod, id, 'approve')
  })

  it('rejects everything that readers do with questions', async () => {
    const { id } = await aQuestion(eve.client)
    for (const client of [eve.client, mod]) {
      const object_id = id
      const expectPending = (call: Promise<unknown>) => expectError(call, 'post.pending')
      await expectPending(client.call(addComment, { object_id, original_text: 'A comment' }))
      await expectPending(client.call(postAnswer, { question_id: id, content: 'An answer' }))
      await expectPending(client.call(react, { object_id, emoji: 'heart', reaction: 'activate' }))
    }
    await expectError(mod.call(voteUp, { object_id: id }), 'post.pending')
    await expectError(mod.call(flagContent, { object_id: id, report_type: 57 }), 'post.pending')
    await expectError(mod.call(operateQuestion, { id, operation: 'pin' }), 'post.pending')
    await expectError(mod.call(inviteUsers, { id, invite_user: ['ben'] }), 'post.pending')
    const actions = (await mod.call(getQuestion, { id })).member_actions.map(({ action }) => action)
    expect(actions).toEqual(['edit', 'delete'])
  })

  it('deletes the draft that it was written in', async () => {
    const draft = { writer: 'a-window', counter: 1, known_version: 0, content: 'Words' }
    await eve.client.call(saveDraft, { ...draft, kind: 'question', object_id: '0' })
    await aQuestion(eve.client)
    expect(await eve.client.call(listDrafts, {})).toEqual([])
  })
})

describe('an answer that is held', () => {
  it('is published with all counts when it is approved', async () => {
    const { id: questionId } = await aQuestion(ben)
    const answer = await anAnswer(eve.client, questionId)
    expect(answer.status).toBe(11)
    const before = await ben.call(getQuestion, { id: questionId })
    expect(before).toMatchObject({ answer_count: 0, last_answer_id: '0' })
    await expectError(ben.call(getAnswer, { id: answer.id }), 'answer.not_found')
    await expectError(mod.call(voteUp, { object_id: answer.id }), 'post.pending')
    const accept = { question_id: questionId, answer_id: answer.id }
    await expectError(ben.call(acceptAnswer, accept), 'answer.not_found')
    const again = eve.client.call(postAnswer, { question_id: questionId, content: 'Once more' })
    await expectError(again, 'answer.restricted')
    site.advance(60_000)
    await decide(mod, answer.id, 'approve')
    const after = await ben.call(getQuestion, { id: questionId })
    expect(after).toMatchObject({ answer_count: 1, last_answer_id: answer.id })
    expect(after.update_time).toBeGreaterThan(before.update_time)
    expect(await activityOf(answer.id)).toEqual(['answered'])
    expect((await userRow(eve.id)).answerCount).toBe(1)
  })

  it('can be edited, deleted and restored by its author', async () => {
    const { id: questionId } = await aQuestion(ben)
    const { id, version } = await anAnswer(eve.client, questionId)
    await eve.client.call(editAnswer, { id, version, content: 'A better answer' })
    expect((await findHeldPost(mod, id))?.original_text).toBe('A better answer')
    await eve.client.call(deleteAnswer, { id })
    expect(await findHeldPost(mod, id)).toBeUndefined()
    await eve.client.call(recoverAnswer, { answer_id: id })
    await decide(mod, id, 'reject')
    expect((await ben.call(getQuestion, { id: questionId })).answer_count).toBe(0)
  })

  it('waits for the question that it was posted with', async () => {
    const both = { title: 'Both', content: 'Words', tags: [{ slug_name: 'baking' }] }
    const input = { ...both, answer_content: 'My own answer' }
    const { info } = await eve.client.call(askWithAnswer, input)
    expect(info.status).toBe(11)
    expect(await findHeldPost(mod, info.id)).toBeUndefined()
    const [entry] = await site.db.select().from(heldPosts).where(eq(heldPosts.objectId, info.id))
    const early = mod.call(decideHeldPost, { review_id: entry!.id, status: 'approve' })
    await expectError(early, 'post.pending')
    await decide(mod, info.question_id, 'approve')
    await decide(mod, info.id, 'approve')
    expect((await ben.call(getQuestion, { id: info.question_id })).answer_count).toBe(1)
  })

  it('is not listed while its question is deleted', async () => {
    const { id: questionId } = await aQuestion(ben)
    const { id } = await anAnswer(eve.client, questionId)
    const held = await findHeldPost(mod, id)
    await ben.call(deleteQuestion, { id: questionId })
    expect(await findHeldPost(mod, id)).toBeUndefined()
    const input = { review_id: held!.review_id, status: 'approve' } as const
    await expectError(mod.call(decideHeldPost, input), 'post.deleted')
    await ben.call(recoverQuestion, { question_id: questionId })
    expect(await findHeldPost(mod, id)).toBeDefined()
  })
})

describe('a comment that is held', () => {
  it('is counted when it is approved', async () => {
    const input = { object_id: listedQuestion, original_text: 'A first comment' }
    const { comment_id, status } = await eve.client.call(addComment, input)
    expect(status).toBe(11)
    const [before] = await question(listedQuestion)
    await expectError(ben.call(getComment, { id: comment_id }), 'comment.not_found')
    site.advance(3_600_000)
    // While it waits, the time limit of edits does not apply.
    await eve.client.call(editComment, { comment_id, original_text: 'An edited comment' })
    await decide(mod, comment_id, 'approve')
    const comment = await ben.call(getComment, { id: comment_id })
    expect(comment).toMatchObject({ original_text: 'An edited comment' })
    expect(comment.status).toBeUndefined()
    expect((await question(listedQuestion))[0]!.commentCount).toBe(before!.commentCount + 1)
    // A published comment counts as a post of the user.
    expect((await aQuestion(eve.client)).status).toBe(1)
  })

  it('leaves the queue when its author deletes it', async () => {
    const input = { object_id: listedQuestion, original_text: 'A comment to delete' }
    const { comment_id } = await eve.client.call(addComment, input)
    await eve.client.call(deleteComment, { comment_id })
    expect(await findHeldPost(mod, comment_id)).toBeUndefined()
  })
})

describe('who is held', () => {
  it('never holds staff', async () => {
    await setHoldRules(site.ctx, { hold_words: ['starter'], hold_networks: ['127.0.0.0/8'] })
    expect((await aQuestion(mod)).status).toBe(1)
    expect((await aQuestion(ben)).status).toBe(11)
  })

  it('holds by the network and the email domain of the request', async () => {
    await setHoldRules(site.ctx, {
      hold_networks: ['127.0.0.1'],
      hold_email_domains: ['example.org'],
    })
    const { id } = await aQuestion(ben, { title: 'From a network' })
    expect((await findHeldPost(mod, id))?.reason).toBe(
      'Sent from a listed network · Author uses a listed email domain',
    )
  })

  it('holds nothing without rules', async () => {
    await setHoldRules(site.ctx, {})
    expect((await aQuestion(eve.client)).status).toBe(1)
  })

  it('reads nothing more for most rules, and one count for first posts', async () => {
    const { token } = await aUser(site.ctx)
    const { id: questionId } = await aQuestion(ben)
    const countStatements = async (rules: Parameters<typeof setHoldRules>[1]) => {
      await setHoldRules(site.ctx, rules)
      // Comments in a short time require a captcha.
      site.advance(3_600_000)
      const { headers, statusCode } = await site.app.inject({
        method: 'POST',
        url: addComment.path,
        headers: { authorization: `Bearer ${token}` },
        payload: { object_id: questionId, original_text: `A comment ${Math.random()}` },
      })
      expect(statusCode).toBe(200)
      return Number(headers['x-sql-count'])
    }
    await countStatements({})
    const without = await countStatements({})
    const lists = { hold_words: ['lottery'], hold_networks: ['192.0.2.0/24'], hold_links_below: 9 }
    expect(await countStatements(lists)).toBe(without)
    // The third comment, so no rule holds it.
    expect(await countStatements({ ...lists, hold_first_posts: 2 })).toBe(without + 1)
  })
})
