import type { MailRecord } from '@stoa/contract/features/mail-check'
import { limits } from '@stoa/contract/limits'
import dns from 'node:dns/promises'
import {
  checkDkim,
  checkDmarc,
  checkMx,
  checkSpf,
  dmarcNames,
  type DnsAnswer,
  isDmarc,
  isSpf,
} from './mail-records.rules.ts'

export type SenderFacts = {
  domain: string
  mailHost: string
  /** Of the envelope sender, where bounces go. */
  bounceDomain: string
  selector: string
}

/** Looks up the DNS records that receivers of mail check. Records without an answer in time are skipped. */
export async function readMailRecords(
  facts: SenderFacts,
  timeoutMs: number,
): Promise<MailRecord[]> {
  if (facts.domain === '') return []
  const timer = createTimeout(timeoutMs)
  const find: Find = (question) => Promise.race([answerOf(question), timer.promise])
  try {
    return await Promise.all([
      readSpf(facts, find),
      readDkim(facts, find),
      readDmarc(facts, find),
      readMx(facts, find),
    ])
  } finally {
    timer.stop()
  }
}

type Find = (question: () => Promise<string[]>) => Promise<DnsAnswer>

function createTimeout(timeoutMs: number) {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  return { promise, stop: () => clearTimeout(timer) }
}

/** A name that does not exist is an answer; a server that does not respond is none. */
async function answerOf(question: () => Promise<string[]>): Promise<DnsAnswer> {
  try {
    return await question()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

const texts = (name: string) => async () =>
  (await dns.resolveTxt(name)).map((chunks) => chunks.join(''))

const shown = (found: DnsAnswer, isShown: (record: string) => boolean = () => true) =>
  (found ?? [])
    .filter(isShown)
    .slice(0, limits.mailRecords.max)
    .map((record) => record.slice(0, limits.mailRecords.length))

async function readSpf({ domain, mailHost }: SenderFacts, find: Find): Promise<MailRecord> {
  const found = await find(texts(domain))
  return { record: 'spf', name: domain, found: shown(found, isSpf), ...checkSpf(found, mailHost) }
}

async function readDkim({ domain, selector }: SenderFacts, find: Find): Promise<MailRecord> {
  const name = `${selector || 'selector'}._domainkey.${domain}`
  const found = selector === '' ? null : await find(texts(name))
  return { record: 'dkim', name, found: shown(found), ...checkDkim(found, selector) }
}

async function readDmarc(facts: SenderFacts, find: Find): Promise<MailRecord> {
  const { domain, bounceDomain } = facts
  const names = dmarcNames(domain)
  const answers = await Promise.all(names.map((name) => find(texts(name))))
  const at = Math.max(
    0,
    answers.findIndex((answer) => answer?.some(isDmarc)),
  )
  const found = answers[at] ?? null
  return {
    record: 'dmarc',
    name: names[at] ?? `_dmarc.${domain}`,
    found: shown(found, isDmarc),
    ...checkDmarc(found, domain, bounceDomain),
  }
}

async function readMx({ domain }: SenderFacts, find: Find): Promise<MailRecord> {
  const [found, v4, v6] = await Promise.all([
    find(async () => (await dns.resolveMx(domain)).map(({ exchange }) => exchange)),
    find(() => dns.resolve4(domain)),
    find(() => dns.resolve6(domain)),
  ])
  const hasAddress = [v4, v6].some((list) => (list?.length ?? 0) > 0)
  return { record: 'mx', name: domain, found: shown(found), ...checkMx(found, hasAddress) }
}
