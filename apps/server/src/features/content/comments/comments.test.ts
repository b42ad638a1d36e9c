import {
  addComment,
  deleteComment,
  editComment,
  getComment,
  listComments,
  listCommentsOf,
} from '@stoa/contract/features/comments'
import { toShortId } from '@stoa/contract/ids'
import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { voteUp } from '@stoa/contract/features/votes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { indexListeners, within } from '../../../kernel/events.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { activities } from '../../../schema/activity.ts'
import { anAnswer, setDeleted } from '../shared/posts.factory.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { addComment as addCommentAction } from './comments.actions.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>
let mia: Awaited<ReturnType<typeof aUser>>
let question: { id: string; title: string }

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  question = await aQuestion(site.as(ada.token), { title: 'Commented on' })
})
afterAll(() => site.close())

/** Prevents deduplication of equal comments. */
const newKey = () => ({ idempotencyKey: crypto.randomUUID() })
const comment = (object_id: string, original_text = 'A word.', token = ben.token) =>
  site.as(token).call(addComment, { object_id, original_text }, newKey())
const reply = (object_id: string, reply_comment_id: string) =>
  site
    .as(ada.token)
    .call(addComment, { object_id, original_text: 'So it is.', reply_comment_id }, newKey())
const edit = (comment_id: string, original_text: string, token = ben.token) =>
  site.as(token).call(editComment, { comment_id, original_text })
const remove = (comment_id: string, token = ben.token) =>
  site.as(token).call(deleteComment, { comment_id })
async function countsOf(questionId: string, answerId: string) {
  const [one] = await site.ctx.db.select().from(questions).where(eq(questions.id, questionId))
  const [two] = await site.ctx.db.select().from(answers).where(eq(answers.id, answerId))
  return [one?.commentCount, two?.commentCount]
}
async function aThread() {
  const target = await aQuestion(site.as(ada.token))
  const answer = await anAnswer(site.ctx, { questionId: target.id, userId: ada.id })
  return { target, answer }
}

describe('POST /comment', () => {
  it('renders and counts the comment, and records the activity', async () => {
    const { target, answer } = await aThread()
    const one = await comment(target.id, 'See **this** <script>alert(1)</script>')
    const two = await comment(toShortId(answer.id))
    expect(one).toMatchObject({
      object_id: target.id,
      user_id: ben.id,
      username: 'ben',
      user_status: 'normal',
      vote_count: 0,
      is_vote: false,
      reply_comment_id: '0',
      reply_username: '',
    })
    expect(one.parsed_text).toContain('<strong>this</strong>')
    expect(one.parsed_text).not.toContain('<script')
    expect(two.object_id).toBe(answer.id)
    expect(await countsOf(target.id, answer.id)).toEqual([1, 1])
    const rows = await site.ctx.db
      .select()
      .from(activities)
      .where(eq(activities.objectId, one.comment_id))
    expect(rows).toMatchObject([{ kind: 'commented', userId: ben.id }])
  })

  it('counts exactly under concurrent comments and deletions', async () => {
    const { target, answer } = await aThread()
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        comment(n % 2 === 0 ? target.id : answer.id, `No ${n}.`, mia.token),
      ),
    )
    await Promise.all([
      ...saved.slice(0, 6).map(({ comment_id }) => remove(comment_id, mia.token)),
      ...Array.from({ length: 6 }, () => comment(answer.id, 'More.', mia.token)),
    ])
    expect(await countsOf(target.id, answer.id)).toEqual([7, 13])
  })

  it('accepts replies to comments on the same post only', async () => {
    const { target, answer } = await aThread()
    const first = await comment(target.id)
    expect(await reply(target.id, first.comment_id)).toMatchObject({
      reply_comment_id: first.comment_id,
      reply_user_id: ben.id,
      reply_username: 'ben',
      reply_user_status: 'normal',
    })
    await expectError(reply(answer.id, first.comment_id), 'comment.reply_elsewhere')
    await remove(first.comment_id)
    await expectError(reply(target.id, first.comment_id), 'comment.reply_elsewhere')
    expect(await countsOf(target.id, answer.id)).toEqual([1, 0])
  })

  it('emits mentioned users once, if they exist, without the author', async () => {
    const events: unknown[] = []
    const listener = within('comment.added', async (_tx, payload) => void events.push(payload))
    const ctx = { ...site.ctx, listeners: indexListeners([listener]) }
    const actor: Actor = {
      id: ben.id,
      roleId: 1,
      reputation: 1,
      isActivated: true,
      isSuspended: false,
      hasUsedSecondFactor: false,
    }
    const input = {
      objectId: question.id,
      text: 'Ask @ada, [@Mia](/users/Mia), @ben or @nobody-here.',
      mentions: ['ADA', 'rut', 'nobody-else'],
    }
    const commentId = await transact(ctx, (tx) => addCommentAction(tx, actor, input, null))
    const [rut] = await site.ctx.db.select().from(users).where(eq(users.username, 'rut'))
    const ids = { commentId, postId: question.id, questionId: question.id, userId: ben.id }
    expect(events).toEqual([{ ...ids, mentioned: [rut!.id, ada.id, mia.id] }])
  })

  it.each(['', 'x', '  x  ', 'x'.repeat(601), '<!-- nothing to see -->'])(
    'rejects %j',
    async (text) => {
      const rejection = await rejectionOf(comment(question.id, text))
      expect(rejection).toMatchObject({ status: 400, data: [{ error_field: 'original_text' }] })
    },
  )

  it('runs once per Idempotency-Key', async () => {
    const { target, answer } = await aThread()
    const input = { object_id: target.id, original_text: 'Sent ten times.' }
    const send = () =>
      site.as(ben.token).call(addComment, input, { idempotencyKey: 'a-key-of-ben-1' })
    const responses = await Promise.all(Array.from({ length: 10 }, send))
    expect(new Set(responses.map(({ comment_id }) => comment_id)).size).toBe(1)
    expect(await countsOf(target.id, answer.id)).toEqual([1, 0])
  })

  it('rejects a deleted post, which is not found for those who cannot see it', async () => {
    const { target, answer } = await aThread()
    const { comment_id } = await comment(answer.id)
    await setDeleted(site.ctx, 'question', target.id, ada.id)
    for (const id of [target.id, answer.id])
      await expectError(comment(id, 'Still there?', mia.token), 'object.already_deleted')
    await expectError(edit(comment_id, 'Still there?', mia.token), 'object.already_deleted')
    await expectError(comment(target.id), 'question.not_found')
    await expectError(comment(answer.id), 'answer.not_found')
    await expectError(comment('10069999999999999'), 'object.not_found')
    await expectError(edit(comment_id, 'Mine.'), 'comment.not_found')
    await expectError(remove(comment_id), 'comment.not_found')
    const hidden = site.as(ben.token).call(getComment, { id: comment_id })
    await expectError(hidden, 'comment.not_found')
    const list = site.as().call(listComments, { object_id: answer.id })
    await expectError(list, 'answer.not_found')
    const seen = await site.as(mia.token).call(listComments, { object_id: answer.id })
    expect(seen.list).toHaveLength(1)
  })
})

describe('PUT /comment', () => {
  it('allows the author for five minutes and staff always, and saves revisions', async () => {
    const { comment_id } = await comment(question.id, 'First.')
    expect(await edit(comment_id, '**Second.**')).toMatchObject({
      comment_id,
      original_text: '**Second.**',
      parsed_text: '<p><strong>Second.</strong></p>\n',
    })
    await edit(comment_id, '**Second.**')
    await expectError(edit(comment_id, 'Not mine.', ada.token), 'auth.forbidden')
    site.advance(5 * 60_000 + 1000)
    const late = await expectError(edit(comment_id, 'Third.'), 'comment.edit_too_late')
    expect(late.msg).toBe('Comments can only be edited for 5 minutes after posting.')
    await edit(comment_id, 'Third.', mia.token)
    expect((await site.as().call(getComment, { id: comment_id })).original_text).toBe('Third.')
    const saved = await site.ctx.db
      .select()
      .from(revisions)
      .where(eq(revisions.objectId, comment_id))
      .orderBy(revisions.version)
    expect(saved.map((row) => [row.version, row.originalText, row.userId])).toEqual([
      [1, 'First.', ben.id],
      [2, '**Second.**', ben.id],
      [3, 'Third.', mia.id],
    ])
  })

  it('returns exactly the allowed member actions', async () => {
    const { comment_id } = await comment(question.id)
    const listActions = async (token?: string) => {
      const { member_actions: list } = await site.as(token).call(getComment, { id: comment_id })
      return list.map(({ action, name, type }) => [action, name, type])
    }
    const both = [
      ['edit', 'Edit', 'edit'],
      ['delete', 'Delete', 'confirm'],
    ]
    const flag = ['report', 'Flag', 'reason']
    const tools = [
      ['move', 'Move', 'confirm'],
      ['convert_to_answer', 'Convert to answer', 'confirm'],
    ]
    const all = [both[0], flag, both[1], ...tools]
    expect([await listActions(), await listActions(ada.token)]).toEqual([[], [flag]])
    expect([await listActions(ben.token), await listActions(mia.token)]).toEqual([both, all])
    site.advance(5 * 60_000 + 1000)
    expect(await listActions(ben.token)).toEqual([both[1]])
    expect(await listActions(mia.token)).toEqual(all)
  })
})

describe('DELETE /comment', () => {
  it('requires the author or staff, and runs once', async () => {
    const { target, answer } = await aThread()
    const [one, two] = [await comment(target.id), await comment(answer.id)]
    await expectError(remove(one.comment_id, ada.token), 'auth.forbidden')
    await remove(one.comment_id)
    await expectError(remove(one.comment_id), 'comment.not_found')
    const both = [1, 2].map(() => rejectionOf(remove(two.comment_id, mia.token)).catch(() => null))
    expect((await Promise.all(both)).filter((rejection) => rejection === null)).toHaveLength(1)
    expect(await countsOf(target.id, answer.id)).toEqual([0, 0])
    for (const token of [undefined, ben.token, mia.token])
      await expectError(
        site.as(token).call(getComment, { id: one.comment_id }),
        'comment.not_found',
      )
    expect((await site.as(mia.token).call(listComments, { object_id: target.id })).list).toEqual([])
  })
})

describe('GET /comment/page', () => {
  it('sorts by age or votes, and includes the requested comment', async () => {
    const { target, answer } = await aThread()
    const ids: string[] = []
    for (const text of ['One', 'Two', 'Three'])
      ids.push((await comment(target.id, text)).comment_id)
    const elsewhere = await comment(answer.id, 'Elsewhere')
    await site.as(ada.token).call(voteUp, { object_id: ids[1]! })
    const texts = async (input: object) => {
      const page = await site.as(ada.token).call(listComments, { object_id: target.id, ...input })
      return [page.count, ...page.list.map((row) => row.original_text)]
    }
    expect(await texts({})).toEqual([3, 'One', 'Two', 'Three'])
    expect(await texts({ query_cond: 'created_at' })).toEqual([3, 'Three', 'Two', 'One'])
    expect(await texts({ query_cond: 'vote' })).toEqual([3, 'Two', 'One', 'Three'])
    expect(await texts({ page: 2, page_size: 2 })).toEqual([3, 'Three'])
    expect(await texts({ page_size: 1, comment_id: ids[2] })).toEqual([3, 'One', 'Three'])
    expect(await texts({ page_size: 1, comment_id: ids[0] })).toEqual([3, 'One'])
    expect(await texts({ page_size: 1, comment_id: elsewhere.comment_id })).toEqual([3, 'One'])
    const seen = await site.as(ada.token).call(listComments, { object_id: target.id })
    expect(seen.list.map((row) => [row.is_vote, row.vote_count])).toEqual([
      [false, 0],
      [true, 1],
      [false, 0],
    ])
  })

  it('shows pending comments to staff and their author only', async () => {
    const { target } = await aThread()
    const { comment_id } = await comment(target.id)
    await site.db.update(questions).set({ commentCount: 0 }).where(eq(questions.id, target.id))
    await site.db.update(comments).set({ status: 11 }).where(eq(comments.id, comment_id))
    const seen = async (token?: string) =>
      (await site.as(token).call(listComments, { object_id: target.id })).count
    expect([
      await seen(),
      await seen(ada.token),
      await seen(ben.token),
      await seen(mia.token),
    ]).toEqual([0, 0, 1, 1])
    await remove(comment_id)
    expect(await seen(ben.token)).toBe(0)
  })

  it('takes the same number of statements for any page size', async () => {
    const { target } = await aThread()
    const first = await comment(target.id)
    await site.db.execute(sql`
      insert into comments (question_id, user_id, reply_to_id, original_text, parsed_text, renderer_version, created_at)
      select ${target.id}, ${ada.id}, ${first.comment_id}, 'x', 'x', 1, now() from generate_series(1, 120)`)
    const cost = async (query: Record<string, string>) => {
      const response = await site.app.inject({
        url: listComments.path,
        query: { object_id: target.id, ...query },
        headers: { authorization: `Bearer ${ada.token}` },
      })
      return [
        response.headers['x-sql-count'],
        response.json<{ data: { list: unknown[] } }>().data.list.length,
      ]
    }
    expect(await cost({ page_size: '2' })).toEqual(['4', 2])
    expect(await cost({ page_size: '100' })).toEqual(['4', 100])
    const distantComment = { query_cond: 'created_at', comment_id: first.comment_id }
    expect(await cost({ page_size: '100', ...distantComment })).toEqual(['5', 101])
  })
})

describe('POST, PUT and DELETE /comment', () => {
  const costOf = async (method: 'POST' | 'PUT' | 'DELETE', payload: object) => {
    site.advance(6000)
    const response = await site.app.inject({
      method,
      url: addComment.path,
      headers: { authorization: `Bearer ${ada.token}` },
      payload,
    })
    expect(response.json()).toMatchObject({ status: 200 })
    return [
      Number(response.headers['x-sql-count']),
      response.json<{ data: { comment_id: string } | null }>().data?.comment_id,
    ] as const
  }

  it('take a fixed number of statements', async () => {
    const { target } = await aThread()
    const input = { object_id: target.id, original_text: 'Words.' }
    const [added, comment_id] = await costOf('POST', input)
    const [withMention] = await costOf('POST', { ...input, original_text: 'Ask @ben and @nobody.' })
    const [firstEdit] = await costOf('PUT', { comment_id, original_text: 'Other words.' })
    const [secondEdit] = await costOf('PUT', { comment_id, original_text: 'More words.' })
    const [deleted] = await costOf('DELETE', { comment_id })
    expect({ added, withMention, firstEdit, secondEdit, deleted }).toEqual({
      // By a new user, whose content is compared with that of others.
      added: 15,
      withMention: 16,
      firstEdit: 13,
      secondEdit: 12,
      deleted: 13,
    })
  })
})

describe('GET /personal/comment/page', () => {
  it('lists comments on visible posts, newest first', async () => {
    const eve = await aUser(site.ctx, { name: 'Eve Comments' })
    const { target, answer } = await aThread()
    const one = await comment(target.id, 'On the question', eve.token)
    site.advance(2000)
    const two = await comment(answer.id, 'On the answer', eve.token)
    const lines = async (token?: string) => {
      const page = await site.as(token).call(listCommentsOf, { username: 'EVE-comments' })
      expect(page.count).toBe(page.list.length)
      return page.list.map((row) => [row.comment_id, row.object_type, row.object_id, row.answer_id])
    }
    const all = [
      [two.comment_id, 'answer', answer.id, answer.id],
      [one.comment_id, 'question', target.id, '0'],
    ]
    expect(await lines()).toEqual(all)
    const own = await site.as(eve.token).call(listCommentsOf, {})
    expect(own.list[0]?.content).toContain('<p>On the answer</p>')
    await setDeleted(site.ctx, 'answer', answer.id, ada.id)
    expect([await lines(), await lines(eve.token)]).toEqual([[all[1]], [all[1]]])
    expect(await lines(mia.token)).toEqual(all)
    await expectError(site.as().call(listCommentsOf, {}), 'user.not_found')
  })
})

describe('deleting an account', () => {
  it('keeps comments without a name, or deletes them and updates the counts', async () => {
    const { target, answer } = await aThread()
    const [keeper, leaver] = [await aUser(site.ctx), await aUser(site.ctx)]
    for (const { token } of [keeper, leaver]) {
      await comment(target.id, 'Here.', token)
      await comment(answer.id, 'And here.', token)
      site.advance(2000)
      await comment(answer.id, 'And here again.', token)
    }
    await site.as(keeper.token).call(deleteAccount, { content: 'keep' })
    await site.as(leaver.token).call(deleteAccount, { content: 'remove' })
    expect(await countsOf(target.id, answer.id)).toEqual([1, 2])
    const { list } = await site.as().call(listComments, { object_id: answer.id })
    expect(list.map((row) => [row.username, row.user_status])).toEqual([
      ['', 'deleted'],
      ['', 'deleted'],
    ])
  })
})
