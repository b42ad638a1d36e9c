// Fills a site through its own API, so that what tests and pictures show was really made by it.
import { activate, login, register } from '@stoa/contract/features/accounts'
import { askQuestion } from '@stoa/contract/features/questions'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { onServer } from './databases.ts'
import { patientClient } from './patient-client.ts'
import { samples } from './samples.ts'
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

export async function askAs(site: Site, account: Account, question = samples[0]) {
  if (question === undefined) throw new Error('there is no such sample')
  return patientClient(site, account.token).call(askQuestion, {
    title: question.title,
    content: question.body,
    tags: question.tags.map((tag) => ({ slug_name: tag })),
  })
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
  return last
}
