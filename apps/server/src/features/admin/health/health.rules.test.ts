import { describe, expect, it } from 'vitest'
import {
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeEmail,
  judgeFailedJobs,
  judgeJobs,
  judgeMemory,
  judgeMigrations,
  judgePlugins,
  judgeRedis,
  judgeReplicas,
  judgeSearch,
  judgeSiteUrl,
  judgeTransactions,
  judgeUpdate,
  judgeUploads,
  judgeVersions,
  judgeWebhooks,
  judgeWorkers,
  judgeWraparound,
} from './health.rules.ts'

type Judged = { level: string; code: string }
const summary = ({ level, code }: Judged) => `${level} ${code}`

describe('judgeSiteUrl', () => {
  it.each([
    ['https://forum.example.org', '', 'ok site_url.ok'],
    ['https://forum.example.org', 'https://forum.example.org', 'ok site_url.ok'],
    // A proxy may end TLS, so only the host counts.
    ['https://forum.example.org', 'http://forum.example.org', 'ok site_url.ok'],
    ['https://forum.example.org', 'https://10.0.0.7:3000', 'warning site_url.other_host'],
    ['http://forum.example.org', 'http://forum.example.org', 'problem site_url.http'],
    ['http://localhost:3000', 'http://localhost:3000', 'warning site_url.local'],
    ['http://127.0.0.1:3000', '', 'warning site_url.local'],
    ['not a URL', '', 'warning site_url.local'],
  ])('finds for %s, seen at %s: %s', (url, origin, expected) => {
    expect(summary(judgeSiteUrl({ url, origin }))).toBe(expected)
  })
})

describe('judgeCertificate', () => {
  const now = 1_000_000_000
  const day = 86_400
  it.each([
    [{ state: 'valid', until: now + 60 * day } as const, 'ok certificate.ok'],
    [{ state: 'valid', until: now + 14 * day } as const, 'ok certificate.ok'],
    [{ state: 'valid', until: now + 14 * day - 1 } as const, 'warning certificate.expiring'],
    [{ state: 'valid', until: now } as const, 'problem certificate.expired'],
    [{ state: 'invalid', error: 'SELF_SIGNED' } as const, 'problem certificate.invalid'],
    [{ state: 'unreachable' } as const, 'warning certificate.unreachable'],
    [{ state: 'no_https' } as const, 'skipped certificate.no_https'],
    [{ state: 'private' } as const, 'skipped certificate.private'],
  ])('finds for %o: %s', (certificate, expected) => {
    expect(summary(judgeCertificate(certificate, now))).toBe(expected)
  })
})

describe('what is measured in the database', () => {
  const state = {
    version: '17.2',
    size: 5_000_000,
    connections: 10,
    maxConnections: 100,
    transactionAge: 1,
    wraparound: 0.1,
  }
  it.each([
    [judgeDatabase, {}, 'ok database.ok'],
    [judgeDatabase, { connections: 79 }, 'ok database.ok'],
    [judgeDatabase, { connections: 80 }, 'warning database.connections'],
    [judgeDatabase, { connections: 95 }, 'problem database.connections'],
    [judgeTransactions, { transactionAge: 599 }, 'ok transactions.ok'],
    [judgeTransactions, { transactionAge: 600 }, 'warning transactions.long'],
    [judgeTransactions, { transactionAge: 7200 }, 'problem transactions.long'],
    [judgeWraparound, {}, 'ok wraparound.ok'],
    [judgeWraparound, { wraparound: 0.25 }, 'warning wraparound.old'],
    [judgeWraparound, { wraparound: 0.5 }, 'problem wraparound.old'],
  ])('%o finds for %o: %s', (judge, changes, expected) => {
    expect(summary(judge({ ...state, ...changes }))).toBe(expected)
  })
})

describe('judgeReplicas', () => {
  const [used, unused] = [
    { name: 'db2', isUsed: true, lagSeconds: 0.2 },
    { name: 'db3', isUsed: false, lagSeconds: 90 },
  ]
  it.each([
    [[], 'skipped replicas.none'],
    [[used], 'ok replicas.ok'],
    [[used, unused], 'warning replicas.unused'],
  ])('finds for %o: %s', (replicas, expected) => {
    expect(summary(judgeReplicas(replicas))).toBe(expected)
  })
})

it.each([
  ['current', 'ok migrations.ok'],
  ['pending', 'problem migrations.pending'],
  ['newer', 'warning migrations.newer'],
] as const)('judgeMigrations finds for %s: %s', (state, expected) => {
  expect(summary(judgeMigrations(state))).toBe(expected)
})

it.each([
  [null, 'skipped redis.none'],
  ['unreachable', 'problem redis.unreachable'],
  [{ used: 95, max: 0, evicts: false }, 'ok redis.ok'],
  [{ used: 95, max: 100, evicts: true }, 'ok redis.ok'],
  [{ used: 95, max: 100, evicts: false }, 'warning redis.full'],
] as const)('judgeRedis finds for %o: %s', (redis, expected) => {
  expect(summary(judgeRedis(redis))).toBe(expected)
})

const web = { role: 'serve', version: '1.2.0' } as const
const worker = { role: 'work', version: '1.3.0' } as const

it.each([
  [[], 'problem workers.none'],
  [[web], 'problem workers.none'],
  [[web, worker], 'ok workers.ok'],
  [[{ ...web, role: 'all' as const }], 'ok workers.ok'],
])('judgeWorkers finds for %o: %s', (processes, expected) => {
  expect(summary(judgeWorkers(processes))).toBe(expected)
})

it.each([
  [[], 'ok versions.ok'],
  [[web], 'ok versions.ok'],
  [[web, worker], 'warning versions.mixed'],
  // This process is not among them.
  [[worker], 'warning versions.mixed'],
])('judgeVersions finds for %o: %s', (processes, expected) => {
  expect(summary(judgeVersions(processes, '1.2.0'))).toBe(expected)
})

it.each([
  [0, 'ok jobs.ok'],
  [299, 'ok jobs.ok'],
  [300, 'warning jobs.late'],
  [3600, 'problem jobs.late'],
])('judgeJobs finds for jobs that wait for %i seconds: %s', (age, expected) => {
  expect(summary(judgeJobs({ waiting: 3, age }))).toBe(expected)
})

it.each([
  [0, 'ok failed_jobs.ok'],
  [1, 'problem failed_jobs.failed'],
])('judgeFailedJobs finds for %i: %s', (count, expected) => {
  expect(summary(judgeFailedJobs(count))).toBe(expected)
})

it.each([
  [{ isConfigured: false, sent: 0, failed: 0 }, 'problem email.not_configured'],
  [{ isConfigured: true, sent: 0, failed: 0 }, 'ok email.ok'],
  [{ isConfigured: true, sent: 99, failed: 1 }, 'warning email.failing'],
  [{ isConfigured: true, sent: 8, failed: 2 }, 'problem email.failing'],
  [{ isConfigured: true, sent: 0, failed: 1 }, 'problem email.failing'],
])('judgeEmail finds for %o: %s', (state, expected) => {
  expect(summary(judgeEmail(state))).toBe(expected)
})

it.each([
  [{ missing: 0, age: 0 }, 'ok search.ok'],
  [{ missing: 2, age: 0 }, 'problem search.missing'],
  // Its jobs will index what is missing.
  [{ missing: 2, age: 600 }, 'warning search.late'],
])('judgeSearch finds for %o: %s', (state, expected) => {
  expect(summary(judgeSearch({ documents: 40, waiting: 1, ...state }))).toBe(expected)
})

it.each([
  ['', true, 0, 'ok uploads.ok'],
  ['EACCES', true, 0, 'problem uploads.not_writable'],
  ['It responded with 403.', false, 0, 'problem uploads.store_failed'],
  ['', true, 2, 'problem uploads.store_disabled'],
])('judgeUploads finds for %j, %s, %i: %s', (error, isOnDisk, unreachable, expected) => {
  const state = { files: 3, size: 100, unreachable, error, isOnDisk }
  expect(summary(judgeUploads(state))).toBe(expected)
})

const gigabyte = 1024 ** 3

it.each([
  [50, 100, 'ok disk.ok'],
  [25, 1000, 'ok disk.ok'],
  [9, 100, 'warning disk.low'],
  [2, 100, 'problem disk.low'],
  [0.4, 5, 'problem disk.low'],
])('judgeDisk finds for %d of %d GB: %s', (free, total, expected) => {
  expect(summary(judgeDisk({ free: free * gigabyte, total: total * gigabyte }))).toBe(expected)
})

it.each([
  [{}, 'ok memory.ok'],
  [{ heapUsed: 95 }, 'warning memory.high'],
  [{ free: 4 }, 'warning memory.high'],
])('judgeMemory finds for %o: %s', (changes, expected) => {
  const state = { used: 50, heapUsed: 40, heapMax: 100, free: 60, total: 100 }
  expect(summary(judgeMemory({ ...state, ...changes }))).toBe(expected)
})

it.each([
  [0.012, 'ok clock.ok'],
  [-1.9, 'ok clock.ok'],
  [2, 'warning clock.off'],
  [-45, 'problem clock.off'],
])('judgeClock finds for %d seconds: %s', (offset, expected) => {
  expect(summary(judgeClock(offset))).toBe(expected)
})

it.each([
  [0, 'ok webhooks.ok'],
  [1, 'warning webhooks.stopped'],
])('judgeWebhooks finds for %i that stopped: %s', (stopped, expected) => {
  expect(summary(judgeWebhooks({ active: 2, stopped }))).toBe(expected)
})

it.each([
  ['disabled', 'ok plugins.ok'],
  ['active', 'ok plugins.ok'],
  ['failing', 'warning plugins.failing'],
  ['faulted', 'warning plugins.faulted'],
] as const)('judgePlugins finds for one that is %s: %s', (state, expected) => {
  const plugins = [{ name: 'Greeting', state }]
  expect(summary(judgePlugins(plugins))).toBe(expected)
})

describe('judgeUpdate', () => {
  const release = (version: string) => ({ version, url: 'https://example.org/notes' })
  const site = { isOn: true, hasSource: true, own: '1.9.4' }
  it.each([
    [{ ...site, isOn: false, newest: undefined }, 'skipped update.off'],
    [{ ...site, hasSource: false, newest: undefined }, 'skipped update.no_source'],
    [{ ...site, newest: null }, 'skipped update.unknown'],
    [{ ...site, newest: release('1.10.0') }, 'warning update.available'],
    [{ ...site, newest: release('2.0.0') }, 'warning update.available'],
    [{ ...site, newest: release('1.9.5') }, 'warning update.available'],
    [{ ...site, newest: release('1.9.4') }, 'ok update.ok'],
    [{ ...site, newest: release('1.8.9') }, 'ok update.ok'],
    [{ ...site, newest: release('0.99.99') }, 'ok update.ok'],
    [{ ...site, own: 'dev', newest: release('2.0.0') }, 'ok update.ok'],
  ])('finds for %o: %s', (update, expected) => {
    expect(summary(judgeUpdate(update))).toBe(expected)
  })
})
