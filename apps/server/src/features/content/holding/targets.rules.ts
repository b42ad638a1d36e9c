import { isIPv4, isIPv6 } from 'node:net'
import { sharingHosts, suffixes, trustedHosts } from './targets.hosts.ts'

const maxTargets = 6
const maxLength = 120

/**
 * What content leads readers to: sites, email addresses, phone numbers and names in messengers. Two posts of one campaign share at
 * least one, however different their texts are. Well-known sites are left out.
 */
export function listTargets(html: string, links: readonly string[]): string[] {
  const prose = proseOf(html)
  const targets = [
    ...links.map(toTarget),
    ...matchAll(prose, bareDomain).map((domain) => toTarget(`https://${domain}`)),
    ...matchAll(prose, email).map((address) => address.toLowerCase()),
    ...matchAll(prose, phone).map(toPhone),
    ...matchAll(prose, messengerName).map((name) => `@${name.toLowerCase()}`),
  ]
  const known = targets.filter((target): target is string => target !== null && target !== '')
  return [...new Set(known.map((target) => target.slice(0, maxLength)))].slice(0, maxTargets)
}

/** Names and numbers in code belong to the code. */
function proseOf(html: string): string {
  return html
    .replace(/<(pre|code)\b[^]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cf}]/gu, '')
    .normalize('NFKC')
    .replace(/\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?/gi, '.')
    .replace(/ dot (?=(?:com|net|org|info|xyz|shop|online|site|top)\b)/gi, '.')
}

const bareDomain =
  /(?<![\w@./-])((?:[a-z0-9-]+\.)+(?:com|org|info|biz|xyz|top|shop|online|site|club|store|live|vip|win|bet|icu|click)(?:\/[\w/-]*)?)(?![\w-]|\.\w)/gi
const email = /(?<![\w.+-])([\w.+-]{2,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi
const phone = /(?<![\w.+-])(\+?\(?\d[\d\s().-]{7,20}\d)(?![\w-])/g
const messengerName =
  /(?:whats\s?app|telegram|we\s?chat|微信|vx|qq|skype|line id|kakao\s?talk|라인|카톡)[\s:：@号id()-]{0,6}([a-z0-9][\w.-]{4,31})/gi

function matchAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

/** Digits only. Null for dates, times, IP addresses and plain numbers, which posts have in common by chance. */
function toPhone(written: string): string | null {
  const text = written.trim()
  const digits = text.replace(/\D/g, '')
  if (digits.length < 9 || digits.length > 15) return null
  if (isIPv4(text) || /^(?:19|20)\d\d[-./]/.test(text) || /\d{1,2}[./]\d{1,2}[./]\d{4}/.test(text))
    return null
  if (!text.startsWith('+') && !/^\(?\d{1,4}\)?[\s.-]\(?\d{2,4}\)?[\s.-]/.test(text)) return null
  return `+${digits.replace(/^(?:00|1(?=\d{10}$))/, '')}`
}

/** The domain that its owner registered; where everyone can publish, the page. Null for what cannot be part of a campaign. */
export function toTarget(url: string): string | null {
  const parsed = URL.parse(url.startsWith('//') ? `https:${url}` : url)
  if (parsed === null) return null
  if (parsed.protocol === 'mailto:') return decode(parsed.pathname).toLowerCase()
  if (parsed.protocol === 'tel:') return toPhone(`+${parsed.pathname.replace(/\D/g, '')}`)
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? toSite(parsed) : null
}

function toSite({ hostname, pathname, searchParams }: URL): string | null {
  const host = hostname.replace(/^www\./, '').replace(/\.$/, '')
  if (isLocal(host)) return null
  const domain = registeredDomain(host)
  if (trustedHosts.has(domain)) return null
  if (!sharingHosts.has(host) && !sharingHosts.has(domain)) return domain
  const video = searchParams.get('v')
  return `${host}${pathname.replace(/\/+$/, '')}${video === null ? '' : `?v=${video}`}`
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isLocal(host: string) {
  if (isIPv4(host)) return /^(?:0|10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host)
  return !host.includes('.') || isIPv6(host.replace(/^\[|\]$/g, ''))
}

function registeredDomain(host: string): string {
  if (isIPv4(host)) return host
  const labels = host.split('.')
  for (let count = 3; count >= 2; count--) {
    const suffix = labels.slice(-count).join('.')
    if (suffixes.has(suffix)) return labels.slice(-count - 1).join('.')
  }
  // Such as `co.uk`, of which there are too many to list.
  const [second = '', first = ''] = labels.slice(-2)
  const isTwoPart = first.length === 2 && /^(?:co|com|org|net|gov|edu|ac|or|ne|go)$/.test(second)
  return labels.slice(isTwoPart ? -3 : -2).join('.')
}

/** The network of an IP address: `/24` or `/48`. Empty for unknown ones and for those of this machine and its proxies. */
export function toNetwork(ip: string): string {
  const address = ip
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
  if (isIPv4(address))
    return isLocal(address) ? '' : `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(address) || /^(?:::|f[cd]|fe[89ab])/.test(address)) return ''
  const [head = '', tail] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  const groups = [...start, ...Array.from({ length: zeros }, () => '0'), ...end]
  const prefix = groups.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/48`
}
