import {
  addComment,
  deleteComment,
  editComment,
  getComment,
  listComments,
  listCommentsOf,
} from '@stoa/contract/features/comments'
import { toShortId } from '@stoa/contract/ids'
import { deleteAccount } from '@stoa/contract/features/profile'
import { voteUp } from '@stoa/contract/features/votes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { indexListeners, within } from '../../kernel/events.ts'
import type { Actor } from '../../kernel/rules.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { activities } from '../activity/activity.table.ts'
import { anAnswer, setDeleted } from '../posts/posts.factory.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import { revisions } from '../posts/revisions.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { comment } from './comments.actions.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>
let mia: Awaited<ReturnType<typeof aPerson>>
let question: { id: string; title: string }

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
  mia = await aPerson(site.ctx, { name: 'Mia', role: 'moderator' })
  question = await aQuestion(site.as(ada.token), { title: 'Commented on' })
})
afterAll(() => site.close())

/** Said again, it is meant again. */
const oneMore = () => ({ idempotencyKey: crypto.randomUUID() })
const say = (object_id: string, original_text = 'A word.', token = ben.token) =>
  site.as(token).call(addComment, { object_id, original_text }, oneMore())
const reply = (object_id: string, reply_comment_id: string) =>
  site
    .as(ada.token)
    .call(addComment, { object_id, original_text: 'So it is.', reply_comment_id }, oneMore())
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
  const asked = await aQuestion(site.as(ada.token))
  const answered = await anAnswer(site.ctx, { questionId: asked.id, userId: ada.id })
  return { asked, answered }
}

describe('a comment', () => {
  it('is rendered, counted where it stands and written down', async () => {
    const { asked, answered } = await aThread()
    const one = await say(asked.id, 'See **this** <script>alert(1)</script>')
    const two = await say(toShortId(answered.id))
    expect(one).toMatchObject({
      object_id: asked.id,
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
    expect(two.object_id).toBe(answered.id)
    expect(await countsOf(asked.id, answered.id)).toEqual([1, 1])
    const rows = await site.ctx.db
      .select()
      .from(activities)
      .where(eq(activities.objectId, one.comment_id))
    expect(rows).toMatchObject([{ kind: 'commented', userId: ben.id }])
  })

  it('counts exactly when many come and go at once', async () => {
    const { asked, answered } = await aThread()
    const kept = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        say(n % 2 === 0 ? asked.id : answered.id, `No ${n}.`, mia.token),
      ),
    )
    await Promise.all([
      ...kept.slice(0, 6).map(({ comment_id }) => remove(comment_id, mia.token)),
      ...Array.from({ length: 6 }, () => say(answered.id, 'More.', mia.token)),
    ])
    expect(await countsOf(asked.id, answered.id)).toEqual([7, 13])
  })

  it('answers another one on the same post, and no other', async () => {
    const { asked, answered } = await aThread()
    const first = await say(asked.id)
    expect(await reply(asked.id, first.comment_id)).toMatchObject({
      reply_comment_id: first.comment_id,
      reply_user_id: ben.id,
      reply_username: 'ben',
      reply_user_status: 'normal',
    })
    await expectError(reply(answered.id, first.comment_id), 'comment.reply_elsewhere')
    await remove(first.comment_id)
    await expectError(reply(asked.id, first.comment_id), 'comment.reply_elsewhere')
    expect(await countsOf(asked.id, answered.id)).toEqual([1, 0])
  })

  it('tells of those it names who exist, each once and without its author', async () => {
    const heard: unknown[] = []
    const told = within('comment.added', async (_tx, payload) => void heard.push(payload))
    const ctx = { ...site.ctx, listeners: indexListeners([told]) }
    const who: Actor = {
      id: ben.id,
      roleId: 1,
      reputation: 1,
      isActivated: true,
      isSuspended: false,
      isSecured: false,
    }
    const wish = {
      objectId: question.id,
      text: 'Ask @ada, [@Mia](/users/Mia), @ben or @nobody-here.',
      mentions: ['ADA', 'rut', 'nobody-else'],
    }
    const policy = { required: () => 1, siteUrl: '' }
    const commentId = await transact(ctx, (tx) => comment(tx, who, wish, policy))
    const [rut] = await site.ctx.db.select().from(users).where(eq(users.username, 'rut'))
    const mentioned = [rut!.id, ada.id, mia.id]
    expect(heard).toEqual([{ commentId, postId: question.id, userId: ben.id, mentioned }])
  })

  it.each(['', 'x', '  x  ', 'x'.repeat(601), '<!-- nothing to see -->'])(
    'of %j is refused',
    async (text) => {
      const refused = await refusalOf(say(question.id, text))
      expect(refused).toMatchObject({ status: 400, data: [{ error_field: 'original_text' }] })
    },
  )

  it('is written once for one Idempotency-Key', async () => {
    const { asked, answered } = await aThread()
    const input = { object_id: asked.id, original_text: 'Sent ten times.' }
    const send = () =>
      site.as(ben.token).call(addComment, input, { idempotencyKey: 'a-key-of-ben-1' })
    const replies = await Promise.all(Array.from({ length: 10 }, send))
    expect(new Set(replies.map(({ comment_id }) => comment_id)).size).toBe(1)
    expect(await countsOf(asked.id, answered.id)).toEqual([1, 0])
  })

  it('is refused on what is deleted, and unknown to those who do not see that', async () => {
    const { asked, answered } = await aThread()
    const { comment_id } = await say(answered.id)
    await setDeleted(site.ctx, 'question', asked.id, ada.id)
    for (const id of [asked.id, answered.id])
      await expectError(say(id, 'Still there?', mia.token), 'object.already_deleted')
    await expectError(edit(comment_id, 'Still there?', mia.token), 'object.already_deleted')
    await expectError(say(asked.id), 'question.not_found')
    await expectError(say(answered.id), 'answer.not_found')
    await expectError(say('10069999999999999'), 'object.not_found')
    await expectError(edit(comment_id, 'Mine.'), 'comment.not_found')
    await expectError(remove(comment_id), 'comment.not_found')
    const hidden = site.as(ben.token).call(getComment, { id: comment_id })
    await expectError(hidden, 'comment.not_found')
    const list = site.as().call(listComments, { object_id: answered.id })
    await expectError(list, 'answer.not_found')
    const seen = await site.as(mia.token).call(listComments, { object_id: answered.id })
    expect(seen.list).toHaveLength(1)
  })
})

describe('changing a comment', () => {
  it('is for its author for five minutes, for staff always, and keeps what it said', async () => {
    const { comment_id } = await say(question.id, 'First.')
    expect(await edit(comment_id, '**Second.**')).toMatchObject({
      comment_id,
      original_text: '**Second.**',
      parsed_text: '<p><strong>Second.</strong></p>\n',
    })
    await edit(comment_id, '**Second.**')
    await expectError(edit(comment_id, 'Not mine.', ada.token), 'auth.forbidden')
    site.advance(5 * 60_000 + 1000)
    const late = await expectError(edit(comment_id, 'Third.'), 'comment.edit_too_late')
    expect(late.msg).toBe('A comment can be changed for 5 minutes after it was written.')
    await edit(comment_id, 'Third.', mia.token)
    expect((await site.as().call(getComment, { id: comment_id })).original_text).toBe('Third.')
    const kept = await site.ctx.db
      .select()
      .from(revisions)
      .where(eq(revisions.objectId, comment_id))
      .orderBy(revisions.version)
    expect(kept.map((row) => [row.version, row.originalText, row.userId])).toEqual([
      [1, 'First.', ben.id],
      [2, '**Second.**', ben.id],
      [3, 'Third.', mia.id],
    ])
  })

  it('offers exactly what works', async () => {
    const { comment_id } = await say(question.id)
    const offered = async (token?: string) =>
      (await site.as(token).call(getComment, { id: comment_id })).member_actions.map((one) => [
        one.action,
        one.name,
        one.type,
      ])
    const both = [
      ['edit', 'Edit', 'edit'],
      ['delete', 'Delete', 'confirm'],
    ]
    expect([await offered(), await offered(ada.token)]).toEqual([[], []])
    expect([await offered(ben.token), await offered(mia.token)]).toEqual([both, both])
    site.advance(5 * 60_000 + 1000)
    expect(await offered(ben.token)).toEqual([both[1]])
    expect(await offered(mia.token)).toEqual(both)
  })
})

describe('deleting a comment', () => {
  it('is for its author and staff, and is done once', async () => {
    const { asked, answered } = await aThread()
    const [one, two] = [await say(asked.id), await say(answered.id)]
    await expectError(remove(one.comment_id, ada.token), 'auth.forbidden')
    await remove(one.comment_id)
    await expectError(remove(one.comment_id), 'comment.not_found')
    const both = [1, 2].map(() => refusalOf(remove(two.comment_id, mia.token)).catch(() => null))
    expect((await Promise.all(both)).filter((refused) => refused === null)).toHaveLength(1)
    expect(await countsOf(asked.id, answered.id)).toEqual([0, 0])
    for (const token of [undefined, ben.token, mia.token])
      await expectError(
        site.as(token).call(getComment, { id: one.comment_id }),
        'comment.not_found',
      )
    expect((await site.as(mia.token).call(listComments, { object_id: asked.id })).list).toEqual([])
  })
})

describe('the comments of a post', () => {
  it('come oldest first, newest first or by votes, and bring the one asked for', async () => {
    const { asked, answered } = await aThread()
    const ids: string[] = []
    for (const text of ['One', 'Two', 'Three']) ids.push((await say(asked.id, text)).comment_id)
    const elsewhere = await say(answered.id, 'Elsewhere')
    await site.as(ada.token).call(voteUp, { object_id: ids[1]! })
    const texts = async (input: object) => {
      const page = await site.as(ada.token).call(listComments, { object_id: asked.id, ...input })
      return [page.count, ...page.list.map((row) => row.original_text)]
    }
    expect(await texts({})).toEqual([3, 'One', 'Two', 'Three'])
    expect(await texts({ query_cond: 'created_at' })).toEqual([3, 'Three', 'Two', 'One'])
    expect(await texts({ query_cond: 'vote' })).toEqual([3, 'Two', 'One', 'Three'])
    expect(await texts({ page: 2, page_size: 2 })).toEqual([3, 'Three'])
    expect(await texts({ page_size: 1, comment_id: ids[2] })).toEqual([3, 'One', 'Three'])
    expect(await texts({ page_size: 1, comment_id: ids[0] })).toEqual([3, 'One'])
    expect(await texts({ page_size: 1, comment_id: elsewhere.comment_id })).toEqual([3, 'One'])
    const seen = await site.as(ada.token).call(listComments, { object_id: asked.id })
    expect(seen.list.map((row) => [row.is_vote, row.vote_count])).toEqual([
      [false, 0],
      [true, 1],
      [false, 0],
    ])
  })

  it('wait for staff while they are pending, and their author sees them', async () => {
    const { asked } = await aThread()
    const { comment_id } = await say(asked.id)
    await site.ctx.db.update(questions).set({ commentCount: 0 }).where(eq(questions.id, asked.id))
    await site.ctx.db.update(comments).set({ status: 11 }).where(eq(comments.id, comment_id))
    const seen = async (token?: string) =>
      (await site.as(token).call(listComments, { object_id: asked.id })).count
    expect([
      await seen(),
      await seen(ada.token),
      await seen(ben.token),
      await seen(mia.token),
    ]).toEqual([0, 0, 1, 1])
    await remove(comment_id)
    expect(await seen(ben.token)).toBe(0)
  })

  it('cost as much for two as for a hundred', async () => {
    const { asked } = await aThread()
    const first = await say(asked.id)
    await site.ctx.db.execute(sql`
      insert into comments (question_id, user_id, reply_to_id, original_text, parsed_text, renderer_version, created_at)
      select ${asked.id}, ${ada.id}, ${first.comment_id}, 'x', 'x', 1, now() from generate_series(1, 120)`)
    const cost = async (query: Record<string, string>) => {
      const response = await site.app.inject({
        url: listComments.path,
        query: { object_id: asked.id, ...query },
        headers: { authorization: `Bearer ${ada.token}` },
      })
      return [
        response.headers['x-sql-count'],
        response.json<{ data: { list: unknown[] } }>().data.list.length,
      ]
    }
    expect(await cost({ page_size: '2' })).toEqual(['4', 2])
    expect(await cost({ page_size: '100' })).toEqual(['4', 100])
    const far = { query_cond: 'created_at', comment_id: first.comment_id }
    expect(await cost({ page_size: '100', ...far })).toEqual(['5', 101])
  })
})

describe('writing', () => {
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

  it('costs a known number of statements', async () => {
    const { asked } = await aThread()
    const input = { object_id: asked.id, original_text: 'Words.' }
    const [added, comment_id] = await costOf('POST', input)
    const [withMention] = await costOf('POST', { ...input, original_text: 'Ask @ben and @nobody.' })
    const [firstEdit] = await costOf('PUT', { comment_id, original_text: 'Other words.' })
    const [secondEdit] = await costOf('PUT', { comment_id, original_text: 'More words.' })
    const [deleted] = await costOf('DELETE', { comment_id })
    expect({ added, withMention, firstEdit, secondEdit, deleted }).toEqual({
      added: 11,
      withMention: 12,
      firstEdit: 12,
      secondEdit: 11,
      deleted: 9,
    })
  })
})

describe('what a person has commented', () => {
  it('is there for whoever may see what it is on, newest first', async () => {
    const eve = await aPerson(site.ctx, { name: 'Eve Comments' })
    const { asked, answered } = await aThread()
    const one = await say(asked.id, 'On the question', eve.token)
    site.advance(2000)
    const two = await say(answered.id, 'On the answer', eve.token)
    const lines = async (token?: string) => {
      const page = await site.as(token).call(listCommentsOf, { username: 'EVE-comments' })
      expect(page.count).toBe(page.list.length)
      return page.list.map((row) => [row.comment_id, row.object_type, row.object_id, row.answer_id])
    }
    const all = [
      [two.comment_id, 'answer', answered.id, answered.id],
      [one.comment_id, 'question', asked.id, '0'],
    ]
    expect(await lines()).toEqual(all)
    const own = await site.as(eve.token).call(listCommentsOf, {})
    expect(own.list[0]?.content).toContain('<p>On the answer</p>')
    await setDeleted(site.ctx, 'answer', answered.id, ada.id)
    expect([await lines(), await lines(eve.token)]).toEqual([[all[1]], [all[1]]])
    expect(await lines(mia.token)).toEqual(all)
    await expectError(site.as().call(listCommentsOf, {}), 'user.not_found')
  })
})

describe('who leaves', () => {
  it('leaves comments without a name, or takes them along with their counts', async () => {
    const { asked, answered } = await aThread()
    const [stays, goes] = [await aPerson(site.ctx), await aPerson(site.ctx)]
    for (const { token } of [stays, goes]) {
      await say(asked.id, 'Here.', token)
      await say(answered.id, 'And here.', token)
      site.advance(2000)
      await say(answered.id, 'And here again.', token)
    }
    await site.as(stays.token).call(deleteAccount, { content: 'keep' })
    await site.as(goes.token).call(deleteAccount, { content: 'remove' })
    expect(await countsOf(asked.id, answered.id)).toEqual([1, 2])
    const { list } = await site.as().call(listComments, { object_id: answered.id })
    expect(list.map((row) => [row.username, row.user_status])).toEqual([
      ['', 'deleted'],
      ['', 'deleted'],
    ])
  })
})
