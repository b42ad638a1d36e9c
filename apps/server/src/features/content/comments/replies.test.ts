import {
  addComment,
  deleteComment,
  getComment,
  listComments,
} from '@stoa/contract/features/comments'
import { readQuestion } from '@stoa/contract/features/question-page'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

it('a reply to a deleted comment does not reveal its author', async () => {
  const ada = await aUser(site.ctx, { name: 'Ada' })
  const ben = await aUser(site.ctx, { name: 'Ben' })
  const mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  const { id: object_id } = await aQuestion(site.as(ada.token))
  const postComment = (token: string, original_text: string, reply_comment_id?: string) =>
    site.as(token).call(addComment, { object_id, original_text, reply_comment_id })
  const { comment_id: deletedId } = await postComment(ben.token, 'Which flour?')
  const reply = await postComment(ada.token, 'Rye.', deletedId)
  expect(reply).toMatchObject({ reply_comment_id: deletedId, reply_username: 'ben' })
  await site.as(ben.token).call(deleteComment, { comment_id: deletedId })
  const hidden = {
    comment_id: reply.comment_id,
    reply_comment_id: '0',
    reply_user_id: '0',
    reply_username: '',
    reply_user_display_name: '',
    reply_user_status: '',
  }
  for (const token of [undefined, ada.token, ben.token, mia.token]) {
    const client = site.as(token)
    expect(await client.call(getComment, { id: reply.comment_id })).toMatchObject(hidden)
    const { list } = await client.call(listComments, { object_id })
    expect(list).toMatchObject([hidden])
    const { attached } = await client.call(readQuestion, { id: object_id })
    expect(attached[0]?.comments.list).toMatchObject([hidden])
  }
})
