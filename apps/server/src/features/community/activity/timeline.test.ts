import type { Client } from '@stoa/contract/client'
import { compareRevisions, getTimeline } from '@stoa/contract/features/activity'
import { acceptAnswer, deleteAnswer, editAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  operateQuestion,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { rollBack } from '@stoa/contract/features/revisions'
import { createTag, deleteTag, editTag, getTag } from '@stoa/contract/features/tags'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { activities } from '../../../schema/activity.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
const clients = {} as Record<'ada' | 'ben' | 'cleo' | 'mia' | 'rut', Client>

beforeAll(async () => {
  site = await aSite()
  clients.ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  clients.ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
  clients.cleo = site.as((await aUser(site.ctx, { name: 'Cleo' })).token)
  // Enough to vote, not to edit the posts of others.
  await site.db.update(users).set({ points: 400 })
  clients.mia = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  clients.rut = site.as((await aUser(site.ctx, { name: 'Rut', role: 'admin' })).token)
})
afterAll(() => site.close())

const timelineOf = async (object_id: string, client: Client, input = {}) =>
  (await client.call(getTimeline, { object_id, page_size: 100, ...input })).timeline
const kindsOf = async (object_id: string, client: Client, input = {}) =>
  (await timelineOf(object_id, client, input)).map((row) => row.activity_type)
const comment = (client: Client, object_id: string, original_text: string) =>
  client.call(addComment, { object_id, original_text })

describe('GET /activity/timeline of a question', () => {
  it('lists every change with who made it, newest first', async () => {
    const { ada, ben, mia } = clients
    const { id } = await aQuestion(ada, { title: 'Rye or wheat?' })
    const { id: answerId } = await anAnswer(ben, id)
    await ada.call(acceptAnswer, { question_id: id, answer_id: answerId })
    await mia.call(editQuestion, {
      id,
      title: 'Rye or wheat?',
      content: 'Which one?',
      tags: [{ slug_name: 'baking' }],
      version: 1,
      edit_summary: 'Shorter',
    })
    for (const operation of ['pin', 'unpin', 'hide', 'show'] as const)
      await mia.call(operateQuestion, { id, operation })
    await mia.call(closeQuestion, { id, close_type: 64, close_msg: 'Which oven?' })
    await mia.call(reopenQuestion, { question_id: id })
    await mia.call(closeQuestion, { id, close_type: 59, close_msg: 'Too old' })
    await mia.call(deleteQuestion, { id })
    await mia.call(recoverQuestion, { question_id: id })
    const { object_info: info, count, timeline } = await ben.call(getTimeline, { object_id: id })
    expect(
      timeline.map(({ activity_type, user_info }) => [activity_type, user_info?.username]),
    ).toEqual([
      ['undeleted', 'mia'],
      ['deleted', 'mia'],
      ['closed', 'mia'],
      ['reopened', 'mia'],
      ['closed', 'mia'],
      ['show', 'mia'],
      ['hide', 'mia'],
      ['unpin', 'mia'],
      ['pin', 'mia'],
      ['edited', 'mia'],
      ['accept', 'ada'],
      ['answered', 'ben'],
      ['asked', 'ada'],
    ])
    expect(count).toBe(13)
    expect(info).toEqual({
      title: 'Rye or wheat?',
      url_title: 'rye-or-wheat',
      object_type: 'question',
      question_id: id,
      answer_id: '0',
      username: 'ada',
      display_name: 'Ada',
      main_tag_slug_name: '',
      version: 2,
      can_roll_back: false,
    })
    expect(timeline[2]).toMatchObject({ comment: 'Too old', reason: 'Something else' })
    expect(timeline[4]).toMatchObject({ comment: 'Which oven?' })
    expect(timeline[9]).toMatchObject({ comment: 'Shorter', version: 2, object_type: 'question' })
    expect(timeline[9]?.previous_revision_id).toBe(timeline[12]?.revision_id)
    expect(timeline[12]).toMatchObject({ version: 1, previous_revision_id: '0' })
    expect(timeline[11]).toMatchObject({ object_type: 'answer', object_id: answerId })
  })

  it('names the original of a duplicate while it is public', async () => {
    const { ada, mia } = clients
    const original = await aQuestion(ada, { title: 'The original' })
    const { id } = await aQuestion(ada)
    const close_msg = `http://localhost:3000/questions/${original.id}`
    await mia.call(closeQuestion, { id, close_type: 60, close_msg })
    const [closed] = await timelineOf(id, ada)
    expect(closed?.duplicate_of).toEqual({
      id: original.id,
      title: 'The original',
      url_title: 'the-original',
    })
    await mia.call(deleteQuestion, { id: original.id })
    const [closedLater] = await timelineOf(id, clients.ben)
    expect(closedLater).toMatchObject({ activity_type: 'closed' })
    expect(closedLater).not.toHaveProperty('duplicate_of')
  })

  it('shows a withdrawn acceptance as cancelled', async () => {
    const { ada, ben, cleo } = clients
    const { id } = await aQuestion(ada)
    const first = await anAnswer(ben, id)
    const second = await anAnswer(cleo, id)
    await ada.call(acceptAnswer, { question_id: id, answer_id: first.id })
    await ada.call(acceptAnswer, { question_id: id, answer_id: second.id })
    const accepted = (rows: Awaited<ReturnType<typeof timelineOf>>) =>
      rows
        .filter((row) => row.activity_type === 'accept')
        .map((row) => [row.object_id, row.cancelled, row.cancelled_at > 0])
    expect(accepted(await timelineOf(id, ben))).toEqual([
      [second.id, false, false],
      [first.id, true, true],
    ])
    expect(accepted(await timelineOf(first.id, ben))).toEqual([[first.id, true, true]])
    await ada.call(acceptAnswer, { question_id: id, answer_id: first.id })
    expect(accepted(await timelineOf(first.id, ben))).toEqual([
      [first.id, false, false],
      [first.id, true, true],
    ])
  })

  it('shows old rows without links, with the revision and the closing of the same time', async () => {
    const { ada, mia } = clients
    const { id } = await aQuestion(ada)
    await mia.call(closeQuestion, { id, close_type: 59, close_msg: 'First' })
    await mia.call(reopenQuestion, { question_id: id })
    await mia.call(closeQuestion, { id, close_type: 59, close_msg: 'Second' })
    const linked = await timelineOf(id, ada)
    await site.db
      .update(activities)
      .set({ revisionId: null, closingId: null })
      .where(eq(activities.objectId, id))
    const rows = await timelineOf(id, ada)
    expect(rows).toEqual(linked)
    expect(rows.map((row) => row.comment)).toEqual(['Second', '', 'First', ''])
    expect(rows.at(-1)?.version).toBe(1)
  })

  it('has pages', async () => {
    const { ada } = clients
    const { id } = await aQuestion(ada)
    for (const text of ['One.', 'Two.', 'Three.']) await comment(ada, id, text)
    const read = (page: number) =>
      ada.call(getTimeline, { object_id: id, page: String(page), page_size: '3' })
    const [first, second, third] = [await read(1), await read(2), await read(3)]
    expect(first.count).toBe(4)
    expect(first.timeline.map((row) => row.comment)).toEqual(['Three.', 'Two.', 'One.'])
    expect(second.timeline.map((row) => row.activity_type)).toEqual(['asked'])
    expect(third.timeline).toEqual([])
  })

  it('takes the same number of statements for any number of rows', async () => {
    const { id } = await aQuestion(clients.ada)
    const { token } = await aUser(site.ctx)
    const cost = async () => {
      const response = await site.app.inject({
        url: getTimeline.path,
        query: { object_id: id, show_vote: 'true' },
        headers: { authorization: `Bearer ${token}` },
      })
      return response.headers['x-sql-count']
    }
    expect(await cost()).toBe('4')
    for (let index = 0; index < 12; index++) await comment(clients.ada, id, `Comment ${index}`)
    expect(await cost()).toBe('4')
  })
})

describe('visibility of a timeline', () => {
  it('is hidden with the object', async () => {
    const { ada, ben, mia } = clients
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ben, id)
    await ben.call(deleteAnswer, { id: answer.id })
    await expectError(timelineOf(answer.id, clients.cleo), 'answer.not_found')
    expect(await kindsOf(answer.id, ben)).toEqual(['deleted', 'answered'])
    await mia.call(deleteQuestion, { id })
    await expectError(timelineOf(id, ben), 'question.not_found')
    await expectError(timelineOf(answer.id, ben), 'answer.not_found')
    expect(await kindsOf(id, ada)).toEqual(['deleted', 'asked'])
    expect(await kindsOf(answer.id, mia)).toEqual(['deleted', 'answered'])
    await expectError(timelineOf('10019999999999999', ada), 'question.not_found')
    await expectError(site.as().call(getTimeline, { object_id: id }), 'auth.required')
  })

  it('leaves out hidden answers and comments, except for staff and their authors', async () => {
    const { ada, ben, cleo, mia } = clients
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ben, id)
    const { comment_id } = await comment(cleo, id, 'A secret remark')
    const pending = await comment(cleo, id, 'A pending remark')
    await cleo.call(deleteComment, { comment_id })
    await site.db.update(comments).set({ status: 11 }).where(eq(comments.id, pending.comment_id))
    await site.db.update(answers).set({ status: 11 }).where(eq(answers.id, answer.id))
    const read = async (client: Client) =>
      (await timelineOf(id, client)).map((row) => [row.activity_type, row.comment])
    expect(await read(ada)).toEqual([['asked', '']])
    expect(await read(ben)).toEqual([
      ['answered', ''],
      ['asked', ''],
    ])
    expect(await read(cleo)).toEqual([
      ['commented', 'A pending remark'],
      ['asked', ''],
    ])
    expect((await timelineOf(id, mia)).map((row) => row.is_deleted ?? false)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
    expect(await read(mia)).toEqual([
      ['deleted', 'A secret remark'],
      ['commented', 'A pending remark'],
      ['commented', 'A secret remark'],
      ['answered', ''],
      ['asked', ''],
    ])
  })

  it('shows comments on the timeline of their own post only', async () => {
    const { ada, ben } = clients
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ben, id)
    await comment(ada, answer.id, 'On the answer')
    await comment(ada, id, 'On the question')
    expect((await timelineOf(answer.id, ada))[0]?.comment).toBe('On the answer')
    const texts = (await timelineOf(id, ada)).map((row) => row.comment)
    expect(texts).toEqual(['On the question', '', ''])
  })
})

describe('votes on a timeline', () => {
  it('are shown on request, downvotes with a name to admins only', async () => {
    const { ada, ben, cleo, mia, rut } = clients
    const { id } = await aQuestion(ada)
    await ben.call(voteUp, { object_id: id })
    await cleo.call(voteDown, { object_id: id })
    const votesOf = async (client: Client) =>
      (await timelineOf(id, client, { show_vote: true }))
        .filter((row) => row.activity_type.endsWith('vote'))
        .map((row) => [row.activity_type, row.user_info?.username])
    expect(await kindsOf(id, ada)).toEqual(['asked'])
    for (const client of [ada, cleo, mia])
      expect(await votesOf(client)).toEqual([
        ['downvote', undefined],
        ['upvote', 'ben'],
      ])
    expect((await votesOf(rut))[0]).toEqual(['downvote', 'cleo'])
  })

  it('are cancelled when they are withdrawn or reversed', async () => {
    const { ada, ben } = clients
    const { id } = await aQuestion(ada)
    const { id: answerId } = await anAnswer(ada, id)
    for (const objectId of [id, answerId]) {
      await ben.call(voteUp, { object_id: objectId })
      await ben.call(voteDown, { object_id: objectId })
      await ben.call(voteDown, { object_id: objectId, is_cancel: true })
      await ben.call(voteUp, { object_id: objectId })
      const rows = await timelineOf(objectId, ada, { show_vote: 'true' })
      expect(
        rows
          .filter((row) => row.activity_type.endsWith('vote'))
          .map((row) => [row.activity_type, row.cancelled, row.cancelled_at > 0]),
      ).toEqual([
        ['upvote', false, false],
        ['downvote', true, true],
        ['upvote', true, true],
      ])
    }
  })
})

describe('GET /activity/timeline of a tag', () => {
  it('lists edits and rollbacks, for staff also of deleted tags', async () => {
    const { ada, mia } = clients
    const names = { slug_name: 'einkorn', display_name: 'Einkorn' }
    await mia.call(createTag, { ...names, original_text: 'A grain.' })
    const { tag_id } = await mia.call(getTag, { name: 'einkorn' })
    await mia.call(editTag, {
      ...names,
      tag_id,
      original_text: 'An old grain.',
      edit_summary: 'Older',
    })
    const [, created] = await timelineOf(tag_id, ada)
    await mia.call(rollBack, {
      object_id: tag_id,
      revision_id: created!.revision_id,
      version: 2,
    })
    const rows = await timelineOf(tag_id, ada)
    expect(rows).toMatchObject([
      { activity_type: 'rollback', object_type: 'tag', version: 3, restored_version: 1 },
      { activity_type: 'edited', comment: 'Older', restored_version: 0 },
      { activity_type: 'created', object_id: tag_id },
    ])
    await mia.call(deleteTag, { tag_id })
    await expectError(timelineOf(tag_id, ada), 'tag.not_found')
    expect((await kindsOf(tag_id, mia))[0]).toBe('deleted')
  })
})

describe('GET /activity/timeline/detail', () => {
  const compare = (client: Client, new_revision_id: string, old_revision_id: string) =>
    client.call(compareRevisions, { new_revision_id, old_revision_id })

  it('returns both revisions of an object the reader may see', async () => {
    const { ada, ben, mia } = clients
    const { id } = await aQuestion(ada, { title: 'Before', content: 'Old.', tags: ['baking'] })
    await mia.call(editQuestion, {
      id,
      title: 'After',
      content: 'New.',
      tags: [{ slug_name: 'bread' }],
      version: 1,
    })
    const [edited] = await timelineOf(id, ben)
    const { revision_id, previous_revision_id } = edited!
    expect(await compare(ben, revision_id, previous_revision_id)).toMatchObject({
      new_revision: { title: 'After', original_text: 'New.', tags: [{ slug_name: 'bread' }] },
      old_revision: { title: 'Before', original_text: 'Old.', tags: [{ slug_name: 'baking' }] },
    })
    expect(await compare(ben, previous_revision_id, '0')).toMatchObject({ old_revision: null })
    await mia.call(deleteQuestion, { id })
    await expectError(compare(ben, revision_id, previous_revision_id), 'revision.not_found')
    expect((await compare(mia, revision_id, '0')).new_revision?.title).toBe('After')
  })

  it('rejects revisions of different objects, suggested ones and those of comments', async () => {
    const { ada, ben, mia } = clients
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ben, id)
    const [asked] = (await timelineOf(id, ada)).slice(-1)
    const [answered] = await timelineOf(answer.id, ada)
    await expectError(compare(mia, asked!.revision_id, answered!.revision_id), 'revision.not_found')
    const { comment_id } = await comment(ada, id, 'Also secret')
    const insert = async (objectId: string, version: number | null, status: 1 | 2) => {
      const [user] = (await site.db.execute<{ id: string }>(sql`select id from users limit 1`)).rows
      const [row] = await site.db
        .insert(revisions)
        .values({
          objectId,
          version,
          status,
          userId: user!.id,
          originalText: 'Secret',
          createdAt: new Date(),
        })
        .returning({ id: revisions.id })
      return row!.id
    }
    for (const revisionId of [await insert(id, null, 1), await insert(comment_id, 1, 2)])
      for (const client of [ada, mia]) {
        await expectError(compare(client, revisionId, '0'), 'revision.not_found')
        await expectError(compare(client, asked!.revision_id, revisionId), 'revision.not_found')
      }
  })

  it('hides revisions of a deleted answer', async () => {
    const { ada, ben, cleo } = clients
    const { id } = await aQuestion(ada)
    const answer = await anAnswer(ben, id)
    await ben.call(editAnswer, { id: answer.id, content: 'Feed it daily.', version: 1 })
    const [edited] = await timelineOf(answer.id, cleo)
    await ben.call(deleteAnswer, { id: answer.id })
    await expectError(compare(cleo, edited!.revision_id, '0'), 'revision.not_found')
    expect((await compare(ben, edited!.revision_id, '0')).new_revision).not.toBeNull()
  })
})
