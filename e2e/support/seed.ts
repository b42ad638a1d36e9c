// Fills a site through its own API, so that what tests and pictures show was really made by it.
import { activate, login, register } from '@stoa/contract/features/accounts'
import { acceptAnswer, postAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { follow } from '@stoa/contract/features/follows'
import { askQuestion } from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { voteUp } from '@stoa/contract/features/votes'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { onServer } from './databases.ts'
import { patientClient } from './patient-client.ts'
import { sampleAnswers, sampleComments, samples } from './samples.ts'
import { admin, type Site } from './site.ts'

export type Account = { name: string; email: string; password: string; token: string }

const password = 'nine quiet columns'

const admins = new WeakMap<Site, Promise<Account>>()

/** The admin of a site, logged in once: an account takes ten logins an hour. */
export function logInAsAdmin(site: Site): Promise<Account> {
  const known = admins.get(site) ?? logIn(site)
  admins.set(site, known)
  return known
}

async function logIn(site: Site): Promise<Account> {
  const { access_token: token } = await patientClient(site).call(login, {
    e_mail: admin.email,
    pass: admin.password,
  })
  return { ...admin, token }
}

/** Someone who signed up; their link is still in the mail. */
export async function anInactiveMember(site: Site, name: string): Promise<Account> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${Date.now()}@example.org`
  const client = patientClient(site)
  await client.call(register, { name, e_mail: email, pass: password })
  const { access_token: token } = await client.call(login, { e_mail: email, pass: password })
  return { name, email, password, token }
}

export async function aMember(site: Site, name: string): Promise<Account> {
  const account = await anInactiveMember(site, name)
  const link = /account-activation\?code=([\w-]+)/
  const { text } = await waitForMail({ to: account.email, text: link })
  const { access_token: token } = await patientClient(site).call(activate, {
    code: link.exec(text)?.[1] ?? '',
  })
  return { ...account, token }
}

export async function aSuspendedMember(site: Site, name: string): Promise<Account> {
  const account = await aMember(site, name)
  await suspend(site, account)
  return account
}

/** No screen suspends people yet, so the database is told. */
export async function suspend(site: Site, account: Pick<Account, 'email'>) {
  if (site.databaseUrl === null) throw new Error('this site has no database to be told')
  await onServer(
    site.databaseUrl,
    `update users set status = 'suspended', suspended_until = now() + interval '9 days' where email = $1`,
    [account.email],
  )
}

/** Tests that send the same again mean another one. */
const anew = () => ({ idempotencyKey: crypto.randomUUID() })

export async function askAs(site: Site, account: Account, question = samples[0]) {
  if (question === undefined) throw new Error('there is no such sample')
  const input = {
    title: question.title,
    content: question.body,
    tags: question.tags.map((tag) => ({ slug_name: tag })),
  }
  return patientClient(site, account.token).call(askQuestion, input, anew())
}

/** A site with people and enough questions for a second page; returns the first question. */
export async function seedQuestions(site: Site) {
  const people = [
    await aMember(site, 'Tomas Rivera'),
    await aMember(site, 'Aisha Bello'),
    await logInAsAdmin(site),
  ]
  let last
  for (const [index, sample] of samples.toReversed().entries()) {
    const asker = people[index % people.length]
    if (asker !== undefined) last = await askAs(site, asker, sample)
  }
  if (last === undefined) throw new Error('there are no samples')
  const last_answer_id = await fillThread(site, last.id, people)
  return { ...last, last_answer_id }
}

export async function answerAs(site: Site, account: Account, questionId: string, content: string) {
  const input = { question_id: questionId, content }
  return (await patientClient(site, account.token).call(postAnswer, input, anew())).info
}

export async function commentAs(site: Site, account: Account, objectId: string, text: string) {
  const input = { object_id: objectId, original_text: text }
  return patientClient(site, account.token).call(addComment, input, anew())
}

/** Answers, comments, votes and reactions: a question that people were busy with. */
async function fillThread(site: Site, questionId: string, people: readonly Account[]) {
  const [, second, staff] = people
  if (second === undefined || staff === undefined) throw new Error('there are too few people')
  const asStaff = patientClient(site, staff.token)
  for (const text of sampleComments) await commentAs(site, second, questionId, text)
  const answers = []
  for (const [index, content] of sampleAnswers.entries()) {
    answers.push(await answerAs(site, people[index] ?? staff, questionId, content))
  }
  const best = answers[1]
  if (best === undefined) throw new Error('there are too few answers')
  await commentAs(site, staff, best.id, 'Went from 212 ms to 3 ms on the sixth call, thank you.')
  for (const object_id of [questionId, best.id]) {
    await patientClient(site, second.token).call(follow, { object_id: questionId })
    await asStaff.call(react, { object_id, emoji: 'heart', reaction: 'activate' })
  }
  await asStaff.call(voteUp, { object_id: best.id })
  await asStaff.call(acceptAnswer, { question_id: questionId, answer_id: best.id })
  return answers.at(-1)?.id ?? best.id
}
