import type { Endpoint } from '@stoa/contract/endpoint'
import { postAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { askQuestion } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestSite } from '../../../../test/site.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

export const spamOf = (host: string, name = 'Tom') =>
  `Hello, I am ${name} and I earned two thousand dollars in one week with this amazing casino. Register today and get a bonus of one hundred free spins, no deposit needed: https://${host}/join`

type Sending = {
  ip?: string
  homepage?: string
  token?: string
  endpoint?: Endpoint
  title?: string
}

type Response = {
  data: { info?: { id: string; status: number }; id?: string; comment_id?: string; status?: number }
}

/** Posts content by a user who has just joined, unless a token is given. An answer by default. */
export async function postNew(
  site: TestSite,
  questionId: string,
  content: string,
  {
    ip = '127.0.0.1',
    homepage,
    endpoint = postAnswer,
    title = 'A title',
    ...sending
  }: Sending = {},
) {
  const token = sending.token ?? (await aUser(site.ctx)).token
  const inputs: Record<string, object> = {
    [postAnswer.path]: { question_id: questionId, content },
    [addComment.path]: { object_id: questionId, original_text: content },
    [askQuestion.path]: { title, content, tags: [{ slug_name: 'baking' }] },
  }
  const response = await site.app.inject({
    method: 'POST',
    url: endpoint.path,
    remoteAddress: ip,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    payload: { ...inputs[endpoint.path], ...(homepage === undefined ? {} : { homepage }) },
  })
  expect(response.statusCode, response.body).toBe(200)
  const { data } = response.json<Response>()
  const { id, status } = data.info ?? {
    id: data.id ?? data.comment_id ?? '',
    status: data.status ?? 1,
  }
  return { id, isHeld: status === 11, statements: Number(response.headers['x-sql-count']), token }
}

/** A user with some reputation. */
export async function anEstablishedUser(site: TestSite) {
  const user = await aUser(site.ctx)
  await site.db.update(users).set({ points: 500 }).where(eq(users.id, user.id))
  return user
}
