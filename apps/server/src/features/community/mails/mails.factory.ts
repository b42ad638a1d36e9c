import type { Client } from '@stoa/contract/client'
import type { InputOf } from '@stoa/contract/endpoint'
import {
  getNotificationChoices,
  type MailFrequencies,
  updateNotificationChoices,
} from '@stoa/contract/features/mails'
import { sql } from 'drizzle-orm'
import { listMails, type Mail } from '../../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { sendDueMails } from './sending.jobs.ts'

/** A site with workers and the real SMTP server, where mails are sent by the test only, and not every minute too. */
export async function aMailingSite(): Promise<TestSite> {
  const site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
  await site.db.execute(sql`delete from pgboss.schedule where name = 'every/send-mails'`)
  return site
}

const minuteMs = 60_000

/** Lets the time pass and sends what is due then. */
export async function sendAfter(site: TestSite, minutes: number) {
  await waitForJobs(site.ctx)
  site.advance(minutes * minuteMs)
  await sendDueMails(site.ctx)
}

/** Sends immediate mails and returns all that the user got so far, oldest first. */
export async function mailsTo(site: TestSite, { email }: { email: string }): Promise<Mail[]> {
  await sendAfter(site, 2)
  return await listMails({ to: email })
}

/** The same with digests: a day and a night pass. */
export async function mailsByTomorrow(
  site: TestSite,
  { email }: { email: string },
): Promise<Mail[]> {
  await sendAfter(site, 2)
  await sendAfter(site, 24 * 60)
  return await listMails({ to: email })
}

export async function choose(
  client: Client,
  kinds: Partial<MailFrequencies>,
  others: Partial<Omit<InputOf<typeof updateNotificationChoices>, 'kinds'>> = {},
) {
  const {
    kinds: current,
    muted,
    push,
    quiet_hours,
    digest_hour,
    digest_day,
  } = await client.call(getNotificationChoices, {})
  await client.call(updateNotificationChoices, {
    kinds: { ...current, ...kinds },
    muted,
    push,
    quiet_hours,
    digest_hour,
    digest_day,
    ...others,
  })
}
