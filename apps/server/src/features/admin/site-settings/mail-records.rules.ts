import type { MailRecord, RecordProblem } from '@stoa/contract/features/mail-check'

/** The answer of DNS; null when there was none. */
export type DnsAnswer = readonly string[] | null
type Judged = Pick<MailRecord, 'state' | 'problem' | 'suggestion'>

const good: Judged = { state: 'ok', problem: null, suggestion: null }
const warn = (problem: RecordProblem, suggestion: string | null = null): Judged => ({
  state: 'warning',
  problem,
  suggestion,
})
const bad = (problem: RecordProblem, suggestion: string | null = null): Judged => ({
  state: 'failed',
  problem,
  suggestion,
})
const skipped = (problem: RecordProblem): Judged => ({
  state: 'skipped',
  problem,
  suggestion: null,
})

/** What providers ask for, by the end of the host of their mail servers. */
const providers: Readonly<Record<string, string>> = {
  'gmail.com': 'include:_spf.google.com',
  'google.com': 'include:_spf.google.com',
  'office365.com': 'include:spf.protection.outlook.com',
  'sendgrid.net': 'include:sendgrid.net',
  'mailgun.org': 'include:mailgun.org',
  'amazonaws.com': 'include:amazonses.com',
  'postmarkapp.com': 'include:spf.mtasv.net',
}

export function isSpf(record: string): boolean {
  return /^v=spf1(\s|$)/i.test(record)
}

export function checkSpf(found: DnsAnswer, mailHost: string): Judged {
  if (found === null) return skipped('no_answer')
  const records = found.filter(isSpf)
  const [record] = records
  if (record === undefined) return bad('missing', suggestSpf(mailHost))
  if (records.length > 1) return bad('several')
  const terms = record.toLowerCase().split(/\s+/).slice(1)
  // RFC 7208, 4.6.4.
  if (terms.filter(needsLookup).length > 10) return bad('too_many_lookups')
  const all = terms.find((term) => /^[+?~-]?all$/.test(term))
  if (all === 'all' || all === '+all' || all === '?all') return bad('allows_everyone')
  const isRedirected = terms.some((term) => term.startsWith('redirect='))
  if (all === undefined && !isRedirected) return warn('no_end')
  return good
}

function needsLookup(term: string) {
  return /^[+?~-]?(include:|exists:|(a|mx|ptr)([:/]|$))|^redirect=/.test(term)
}

function suggestSpf(mailHost: string) {
  const provider = Object.keys(providers).find(
    (end) => mailHost === end || mailHost.endsWith(`.${end}`),
  )
  const source = provider === undefined ? `a:${mailHost}` : providers[provider]
  return mailHost.includes('.') && !/^[\d.]+$|:/.test(mailHost)
    ? `v=spf1 ${source} ~all`
    : 'v=spf1 mx ~all'
}

/** The tags of a DKIM or DMARC record: `v=DMARC1; p=none`. */
function readTags(record: string): Map<string, string> {
  return new Map(
    record.split(';').flatMap((part) => {
      const [name = '', ...value] = part.split('=')
      return value.length === 0 ? [] : [[name.trim().toLowerCase(), value.join('=').trim()]]
    }),
  )
}

/** Bytes of a public RSA key of 1024 bits in DER are 162, of 2048 bits 294. */
const minRsaKeyBytes = 250

export function checkDkim(found: DnsAnswer, selector: string): Judged {
  if (selector === '') return warn('selector_needed')
  if (found === null) return skipped('no_answer')
  const keys = found.map(readTags).filter((tags) => tags.has('p'))
  const [tags] = keys
  if (tags === undefined) return bad(found.length === 0 ? 'missing' : 'invalid')
  if (keys.length > 1) return bad('several')
  return checkKey(tags)
}

function checkKey(tags: ReadonlyMap<string, string>): Judged {
  const { v: version = 'DKIM1', k: kind = 'rsa', p = '' } = Object.fromEntries(tags)
  if (version.toUpperCase() !== 'DKIM1') return bad('invalid')
  const key = p.replaceAll(/\s/g, '')
  if (key === '') return bad('revoked')
  const isShort = Buffer.from(key, 'base64').length < minRsaKeyBytes
  return kind.toLowerCase() === 'rsa' && isShort ? warn('weak_key') : good
}

export function isDmarc(record: string): boolean {
  return /^v=DMARC1\s*(;|$)/i.test(record)
}

export function checkDmarc(found: DnsAnswer, domain: string, bounceDomain: string): Judged {
  if (found === null) return skipped('no_answer')
  const records = found.filter(isDmarc)
  const [record] = records
  if (record === undefined)
    return bad('missing', `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`)
  if (records.length > 1) return bad('several')
  const tags = readTags(record)
  const policy = tags.get('p')?.toLowerCase() ?? ''
  if (!['none', 'quarantine', 'reject'].includes(policy)) return bad('invalid')
  const isStrict = tags.get('aspf')?.toLowerCase() === 's'
  const isAligned = isStrict ? bounceDomain === domain : isRelated(bounceDomain, domain)
  if (!isAligned) return warn('strict_alignment')
  return policy === 'none' ? warn('policy_none') : good
}

function isRelated(a: string, b: string) {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

/** Hosts of the MX records. `hasAddress`: mail goes to the host itself when there are none. */
export function checkMx(found: DnsAnswer, hasAddress: boolean): Judged {
  if (found === null) return skipped('no_answer')
  // RFC 7505.
  if (found.some((host) => host === '' || host === '.')) return bad('accepts_no_mail')
  if (found.length > 0) return good
  return hasAddress ? warn('missing') : bad('missing')
}

/** Where a DMARC record may be: at the domain, then at its parents. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.')
  const parents = labels.map((_, index) => labels.slice(index).join('.'))
  return parents
    .filter((name) => name.includes('.'))
    .slice(0, 5)
    .map((name) => `_dmarc.${name}`)
}

export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .replace(/[>.]+$/, '')
}
