import { subscribeToPush } from '@stoa/contract/features/push'
import { sql } from 'drizzle-orm'
import { waitForJobs } from '../../../../test/jobs.ts'
import type { PushService } from '../../../../test/push-service.ts'
import type { TestSite } from '../../../../test/site.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'

export type Subscriber = Member & { endpoint: string; path: string }

/** A member with a browser that gets push messages. */
export async function aSubscriber(
  site: TestSite,
  service: PushService,
  name: string,
  role?: 'moderator',
): Promise<Subscriber> {
  const member = await aMember(site, name, role)
  const browser = service.aBrowser()
  await member.client.call(subscribeToPush, browser)
  return { ...member, endpoint: browser.endpoint, path: new URL(browser.endpoint).pathname }
}

/** The messages that a subscriber has got after all jobs have run. */
export async function messagesOf(site: TestSite, service: PushService, { path }: Subscriber) {
  await waitForJobs(site.ctx)
  return service.received.filter((push) => push.path === path).map(({ message }) => message)
}

/** Runs the jobs that wait for their next attempt. */
export async function retryNow(site: TestSite) {
  await site.db.execute(
    sql`update pgboss.job set start_after = now() where name = 'push.due/send' and state = 'retry'`,
  )
  await waitForJobs(site.ctx)
}
