import type { MailProblem } from '@stoa/contract/features/mail-check'

export type MailServer = {
  host: string
  port: number
  /** `TLS` is STARTTLS, `SSL` is TLS from the start, nothing is STARTTLS if the server offers it. */
  encryption: '' | 'TLS' | 'SSL'
  login: { user: string; password: string } | null
}

/** What a failed step threw. */
export type MailFailure = {
  code?: string | undefined
  /** The code of the SMTP response. */
  responseCode?: number | undefined
  /** The SMTP command that was rejected. */
  command?: string | undefined
  message?: string | undefined
}

const byCode: Record<string, MailProblem> = {
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  EAI_NODATA: 'host_not_found',
  EDNS: 'host_not_found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  ECONNECTION: 'closed',
  EPIPE: 'closed',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  ERR_SSL_WRONG_VERSION_NUMBER: 'wrong_encryption',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'wrong_encryption',
  ENOAUTH: 'login_required',
  EPROTOCOL: 'not_smtp',
  ETLS: 'tls_failed',
  EAUTH: 'login_rejected',
  EMESSAGE: 'message_rejected',
}

/** Ports with a convention: what a server does there that does not talk to us. */
const usualEncryption: Record<number, 'SSL' | 'TLS'> = { 465: 'SSL', 587: 'TLS', 25: 'TLS' }

export function toMailProblem(failure: MailFailure, server: MailServer): MailProblem {
  const { code = '', responseCode } = failure
  const known = byCode[code]
  // A server that expects TLS waits for it in silence; one that does not answers in plain text.
  if ((known === 'timeout' || known === 'closed') && hasUnusualEncryption(server))
    return 'wrong_encryption'
  if (code === 'EENVELOPE') return toEnvelopeProblem(failure)
  if (responseCode === 530) return 'login_required'
  if (known === 'tls_failed' && failure.command === 'STARTTLS') return 'tls_not_offered'
  if (known === 'login_rejected' && responseCode === undefined) return 'login_not_offered'
  return known ?? toTlsProblem(code)
}

function toTlsProblem(code: string): MailProblem {
  return code.startsWith('ERR_SSL') ? 'tls_failed' : 'failed'
}

function hasUnusualEncryption({ port, encryption }: MailServer) {
  const usual = usualEncryption[port]
  return usual !== undefined && (usual === 'SSL') !== (encryption === 'SSL')
}

function toEnvelopeProblem({ responseCode, command, message = '' }: MailFailure): MailProblem {
  if (responseCode === 530) return 'login_required'
  if (responseCode === undefined || command === 'MAIL FROM') return 'sender_rejected'
  return /relay|not permitted|authenticat/i.test(message) ? 'relay_refused' : 'recipient_rejected'
}

const soonDays = 21

/** What is wrong with an encrypted, or unencrypted, connection that was established. */
export function findTlsProblem(
  server: MailServer,
  tls: { expiresAt: Date } | null,
  now: Date,
): MailProblem | null {
  if (tls === null) return isLoopback(server.host) ? null : 'not_encrypted'
  const daysLeft = (tls.expiresAt.getTime() - now.getTime()) / 86_400_000
  return daysLeft < soonDays ? 'certificate_expires_soon' : null
}

function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
