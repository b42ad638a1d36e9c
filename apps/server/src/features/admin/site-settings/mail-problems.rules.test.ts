import { describe, expect, it } from 'vitest'
import {
  findTlsProblem,
  type MailFailure,
  type MailServer,
  toMailProblem,
} from './mail-problems.rules.ts'

const server = (change: Partial<MailServer> = {}): MailServer => ({
  host: 'smtp.example.org',
  port: 587,
  encryption: 'TLS',
  login: null,
  ...change,
})

describe('toMailProblem', () => {
  it.each<[MailFailure, Partial<MailServer>, string]>([
    [{ code: 'ENOTFOUND' }, {}, 'host_not_found'],
    [{ code: 'ECONNREFUSED' }, {}, 'refused'],
    [{ code: 'ETIMEDOUT' }, {}, 'timeout'],
    [{ code: 'ETIMEDOUT' }, { port: 465 }, 'wrong_encryption'],
    [{ code: 'ETIMEDOUT' }, { port: 465, encryption: 'SSL' }, 'timeout'],
    [{ code: 'ETIMEDOUT' }, { port: 2525, encryption: 'SSL' }, 'timeout'],
    [{ code: 'ECONNECTION' }, { port: 465 }, 'wrong_encryption'],
    [{ code: 'ECONNECTION' }, {}, 'closed'],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, { encryption: 'SSL' }, 'wrong_encryption'],
    [{ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }, {}, 'tls_failed'],
    [{ code: 'ETLS', command: 'STARTTLS' }, {}, 'tls_not_offered'],
    [{ code: 'CERT_HAS_EXPIRED' }, {}, 'certificate_expired'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, {}, 'certificate_name'],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, {}, 'certificate_untrusted'],
    [{ code: 'EPROTOCOL' }, {}, 'not_smtp'],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, {}, 'login_rejected'],
    [{ code: 'EAUTH' }, {}, 'login_not_offered'],
    [{ code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, {}, 'login_required'],
    [{ code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' }, {}, 'sender_rejected'],
    [
      { code: 'EENVELOPE', responseCode: 554, command: 'RCPT TO', message: 'Relay access denied' },
      {},
      'relay_refused',
    ],
    [
      { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', message: 'No such user' },
      {},
      'recipient_rejected',
    ],
    [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, {}, 'message_rejected'],
    [{}, {}, 'failed'],
  ])('%o through %o: %s', (failure, change, problem) => {
    expect(toMailProblem(failure, server(change))).toBe(problem)
  })
})

describe('findTlsProblem', () => {
  const now = new Date('2026-05-01T00:00:00Z')
  it.each([
    ['smtp.example.org', '2026-05-10T00:00:00Z', 'certificate_expires_soon'],
    ['smtp.example.org', '2026-08-01T00:00:00Z', null],
    ['smtp.example.org', null, 'not_encrypted'],
    ['localhost', null, null],
    ['127.0.0.1', null, null],
  ])('%s until %s: %s', (host, until, problem) => {
    const tls = until === null ? null : { expiresAt: new Date(until) }
    expect(findTlsProblem(server({ host }), tls, now)).toBe(problem)
  })
})
