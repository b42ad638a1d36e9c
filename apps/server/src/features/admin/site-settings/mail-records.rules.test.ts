import { describe, expect, it } from 'vitest'
import {
  checkDkim,
  checkDmarc,
  checkMx,
  checkSpf,
  dmarcNames,
  domainOf,
  type DnsAnswer,
} from './mail-records.rules.ts'

type Row = [found: DnsAnswer, state: string, problem: string | null]

const google = 'google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ'

describe('checkSpf', () => {
  it.each<Row>([
    [['v=spf1 include:_spf.google.com ~all', google], 'ok', null],
    [['v=spf1 ip4:192.0.2.0/24 mx -all'], 'ok', null],
    [['V=SPF1 redirect=_spf.example.net'], 'ok', null],
    [['v=spf1 include:sendgrid.net'], 'warning', 'no_end'],
    [['v=spf1 a +all'], 'failed', 'allows_everyone'],
    [['v=spf1 a ?all'], 'failed', 'allows_everyone'],
    [['v=spf1 a all'], 'failed', 'allows_everyone'],
    [['v=spf1 mx -all', 'v=spf1 include:mailgun.org ~all'], 'failed', 'several'],
    [
      [
        `v=spf1 ${Array.from({ length: 11 }, (_, i) => `include:s${i}.example.net`).join(' ')} -all`,
      ],
      'failed',
      'too_many_lookups',
    ],
    [['v=spf10 -all', google], 'failed', 'missing'],
    [[], 'failed', 'missing'],
    [null, 'skipped', 'no_answer'],
  ])('%j: %s %s', (found, state, problem) => {
    expect(checkSpf(found, 'smtp.example.org')).toMatchObject({ state, problem })
  })

  it.each([
    ['smtp.example.org', 'v=spf1 a:smtp.example.org ~all'],
    ['smtp.sendgrid.net', 'v=spf1 include:sendgrid.net ~all'],
    ['smtp-relay.gmail.com', 'v=spf1 include:_spf.google.com ~all'],
    ['email-smtp.eu-west-1.amazonaws.com', 'v=spf1 include:amazonses.com ~all'],
    ['127.0.0.1', 'v=spf1 mx ~all'],
    ['mail', 'v=spf1 mx ~all'],
  ])('suggests for %s: %s', (host, suggestion) => {
    expect(checkSpf([], host).suggestion).toBe(suggestion)
  })
})

describe('checkDkim', () => {
  const key = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')
  it.each<Row>([
    [[`v=DKIM1; k=rsa; p=${key(294)}`], 'ok', null],
    [[`p=${key(294)}`], 'ok', null],
    [[`v=DKIM1; k=ed25519; p=${key(32)}`], 'ok', null],
    [[`v=DKIM1; k=rsa; p=${key(162)}`], 'warning', 'weak_key'],
    [['v=DKIM1; p='], 'failed', 'revoked'],
    [['v=spf1 -all'], 'failed', 'invalid'],
    [[`v=DKIM2; p=${key(294)}`], 'failed', 'invalid'],
    [[`p=${key(294)}`, `p=${key(294)}`], 'failed', 'several'],
    [[], 'failed', 'missing'],
    [null, 'skipped', 'no_answer'],
  ])('%j: %s %s', (found, state, problem) => {
    expect(checkDkim(found, 'mail')).toMatchObject({ state, problem })
  })

  it('asks for the selector', () => {
    expect(checkDkim(null, '')).toMatchObject({ state: 'warning', problem: 'selector_needed' })
  })
})

describe('checkDmarc', () => {
  it.each<[...Row, bounceDomain?: string]>([
    [['v=DMARC1; p=reject; rua=mailto:dmarc@example.org'], 'ok', null],
    [['v=DMARC1;p=quarantine;aspf=s'], 'ok', null],
    [['v=DMARC1; p=reject'], 'ok', null, 'bounce.example.org'],
    [['v=DMARC1; p=reject; aspf=s'], 'warning', 'strict_alignment', 'bounce.example.org'],
    [['v=DMARC1; p=reject'], 'warning', 'strict_alignment', 'example.net'],
    [['v=DMARC1; p=none'], 'warning', 'policy_none'],
    [['v=DMARC1; p=block'], 'failed', 'invalid'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'failed', 'several'],
    [['v=spf1 -all'], 'failed', 'missing'],
    [null, 'skipped', 'no_answer'],
  ])('%j: %s %s (bounces to %s)', (found, state, problem, bounceDomain = 'example.org') => {
    const judged = checkDmarc(found, 'example.org', bounceDomain)
    expect(judged).toMatchObject({ state, problem })
  })

  it('suggests a record that changes nothing yet', () => {
    const suggestion = 'v=DMARC1; p=none; rua=mailto:postmaster@example.org'
    expect(checkDmarc([], 'example.org', 'example.org').suggestion).toBe(suggestion)
  })
})

describe('checkMx', () => {
  it.each<[DnsAnswer, boolean, string, string | null]>([
    [['mx1.example.org', 'mx2.example.org'], false, 'ok', null],
    [['.'], true, 'failed', 'accepts_no_mail'],
    [[''], true, 'failed', 'accepts_no_mail'],
    [[], true, 'warning', 'missing'],
    [[], false, 'failed', 'missing'],
    [null, false, 'skipped', 'no_answer'],
  ])('%j, address: %s: %s %s', (found, hasAddress, state, problem) => {
    expect(checkMx(found, hasAddress)).toMatchObject({ state, problem })
  })
})

it('dmarcNames goes from the domain to its parents', () => {
  expect(dmarcNames('mail.example.org')).toEqual(['_dmarc.mail.example.org', '_dmarc.example.org'])
})

it.each([
  ['stoa@Example.org', 'example.org'],
  ['stoa@mail.example.org.', 'mail.example.org'],
  ['', ''],
])('domainOf %s: %s', (email, domain) => expect(domainOf(email)).toBe(domain))
