import type { NewsKind } from '@stoa/contract/features/mails'

type Mailing = {
  /** Of the site. */
  host: string
  kind: NewsKind | 'digest'
  unsubscribeUrl: string
  /** Says which address the mail was sent to. */
  code: string
}

/** Mail clients can filter by kind, unsubscribe with one click, and send no automatic answers. */
export function headersOf({ host, kind, unsubscribeUrl, code }: Mailing): Record<string, string> {
  return {
    ...unsubscribeHeaders(unsubscribeUrl),
    'List-Id': `<${kind.replaceAll('_', '-')}.${host}>`,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'X-Mail-Code': code,
  }
}

/** One-click unsubscribe (RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  const link = { 'List-Unsubscribe': `<${url}>` }
  // Mail clients post only over https.
  return url.startsWith('https:')
    ? { ...link, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : link
}
