// Seeds a site through its API.
import { activate, currentUser, login, register } from '@stoa/contract/features/accounts'
import { acceptAnswer, postAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { follow } from '@stoa/contract/features/follows'
import { askQuestion } from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { voteUp } from '@stoa/contract/features/votes'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { runSql } from './databases.ts'
import { apiClient } from './api-client.ts'
import { sampleAnswers, sampleComments, samples } from './samples.ts'
import { admin, type Site } from './site.ts'

export type Account = { name: string; email: string; password: string; token: string }

const password = 'nine quiet columns'

const admins = new WeakMap<Site, Promise<Account>>()

/** Logs in once per site, because logins are limited to ten an hour per account. */
export function logInAsAdmin(site: Site): Promise<Account> {
  const cached = admins.get(site) ?? logIn(site)
  admins.set(site, cached)
  return cached
}

async function logIn(site: Site): Promise<Account> {
  const { access_token: token } = await apiClient(site).call(login, {
    e_mail: admin.email,
    pass: admin.password,
  })
  return { ...admin, token }
}

/** Signs up a member without activating the account. */
export async function anInactiveMember(site: Site, name: string): Promise<Account> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${Date.now()}@example.org`
  const client = apiClient(site)
  await client.call(register, { name, e_mail: email, pass: password })
  const { access_token: token } = await client.call(login, { e_mail: email, pass: password })
  return { name, email, password, token }
}

export async function aMember(site: Site, name: string): Promise<Account> {
  const account = await anInactiveMember(site, name)
  const link = /account-activation\?code=([\w-]+)/
  const { text } = await waitForMail({ to: account.email, text: link })
  const { access_token: token } = await apiClient(site).call(activate, {
    code: link.exec(text)?.[1] ?? '',
  })
  return { ...account, token }
}

export async function usernameOf(site: Site, { token }: Account): Promise<string> {
  return (await apiClient(site, token).call(currentUser, {}))?.username ?? ''
}

/** A member whose edits of others' posts are reviewed. */
export async function aSuggester(site: Site, name: string): Promise<Account> {
  const account = await aMember(site, name)
  if (site.databaseUrl === null) throw new Error('reputation requires a PostgreSQL database')
  await runSql(site.databaseUrl, 'update users set points = 150 where email = $1', [account.email])
  return account
}

/** Logs in again, because the role is part of the session. */
export async function aModerator(site: Site, name: string): Promise<Account> {
  const account = await aMember(site, name)
  if (site.databaseUrl === null) throw new Error('roles require a PostgreSQL database')
  await runSql(site.databaseUrl, 'update users set role_id = 3 where email = $1', [account.email])
  const { access_token: token } = await apiClient(site).call(login, {
    e_mail: account.email,
    pass: account.password,
  })
  return { ...account, token }
}

export async function aSuspendedMember(site: Site, name: string): Promise<Account> {
  const account = await aMember(site, name)
  await suspend(site, account)
  return account
}

/** Suspends in the database, without a reason. */
export async function suspend(site: Site, account: Pick<Account, 'email'>) {
  if (site.databaseUrl === null) throw new Error('suspending requires a PostgreSQL database')
  await runSql(
    site.databaseUrl,
    `update users set status = 'suspended', suspended_until = now() + interval '9 days' where email = $1`,
    [account.email],
  )
}

/** Repeated requests in tests are meant to create another post. */
const withNewIdempotencyKey = () => ({ idempotencyKey: crypto.randomUUID() })

export async function askAs(site: Site, account: Account, question = samples[0]) {
  if (question === undefined) throw new Error('unknown sample')
  const input = {
    title: question.title,
    content: question.body,
    tags: question.tags.map((tag) => ({ slug_name: tag })),
  }
  return apiClient(site, account.token).call(askQuestion, input, withNewIdempotencyKey())
}

/** Seeds users and enough questions for a second page. Returns the first question. */
export async function seedQuestions(site: Site) {
  const users = [
    await aMember(site, 'Tomas Rivera'),
    await aMember(site, 'Aisha Bello'),
    await logInAsAdmin(site),
  ]
  let last
  for (const [index, sample] of samples.toReversed().entries()) {
    const asker = users[index % users.length]
    if (asker !== undefined) last = await askAs(site, asker, sample)
  }
  if (last === undefined) throw new Error('no samples')
  const last_answer_id = await fillThread(site, last.id, users)
  return { ...last, last_answer_id }
}

export async function answerAs(site: Site, account: Account, questionId: string, content: string) {
  const input = { question_id: questionId, content }
  return (await apiClient(site, account.token).call(postAnswer, input, withNewIdempotencyKey()))
    .info
}

export async function commentAs(site: Site, account: Account, objectId: string, text: string) {
  const input = { object_id: objectId, original_text: text }
  return apiClient(site, account.token).call(addComment, input, withNewIdempotencyKey())
}

/** Adds answers, comments, votes and reactions to a question. */
async function fillThread(site: Site, questionId: string, users: readonly Account[]) {
  const [, second, staff] = users
  if (second === undefined || staff === undefined) throw new Error('too few users')
  const asStaff = apiClient(site, staff.token)
  for (const text of sampleComments) await commentAs(site, second, questionId, text)
  const answers = []
  for (const [index, content] of sampleAnswers.entries()) {
    answers.push(await answerAs(site, users[index] ?? staff, questionId, content))
  }
  const best = answers[1]
  if (best === undefined) throw new Error('too few answers')
  await commentAs(site, staff, best.id, 'Went from 212 ms to 3 ms on the sixth call, thank you.')
  for (const object_id of [questionId, best.id]) {
    await apiClient(site, second.token).call(follow, { object_id: questionId })
    await asStaff.call(react, { object_id, emoji: 'heart', reaction: 'activate' })
  }
  await asStaff.call(voteUp, { object_id: best.id })
  await asStaff.call(acceptAnswer, { question_id: questionId, answer_id: best.id })
  return answers.at(-1)?.id ?? best.id
}
