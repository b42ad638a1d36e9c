import type { Client } from '@stoa/contract/client'
import { listNotifications, type Notification } from '@stoa/contract/features/notifications'
import type { TestSite } from '../../../../test/site.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

export type Member = {
  id: string
  name: string
  email: string
  username: string
  token: string
  client: Client
}

export async function aMember(site: TestSite, name: string, role?: 'moderator'): Promise<Member> {
  const user = await aUser(site.ctx, { name, ...(role === undefined ? {} : { role }) })
  const username = name.toLowerCase().replaceAll(' ', '-')
  return { ...user, username, client: site.as(user.token) }
}

/** The inbox of a member after all jobs have run, newest first. */
export async function inboxOf(site: TestSite, member: Member): Promise<Notification[]> {
  await waitForJobs(site.ctx)
  return (await member.client.call(listNotifications, { page_size: 100 })).list
}

/** "kind (reason) how many users", sorted, because jobs run side by side. */
export async function kindsOf(site: TestSite, member: Member): Promise<string[]> {
  const list = await inboxOf(site, member)
  return list
    .map(({ kind, reason, user_count: count }) => `${kind} (${reason}) ${count}`)
    .toSorted()
}
