import type { HealthCode, HealthLevel, HealthValues } from '@stoa/contract/features/health'
import type { RedisMemory } from '../../../kernel/services.ts'

export type Finding = { level: HealthLevel; code: HealthCode; values: HealthValues }

const finding =
  (level: HealthLevel) =>
  (code: HealthCode, values: HealthValues = {}): Finding => ({ level, code, values })

const ok = finding('ok')
const skipped = finding('skipped')
export const warning = finding('warning')
export const problem = finding('problem')

const [minute, hour, day] = [60, 3_600, 86_400]

/** `origin` is where the browser sees the site; empty for programs. */
export function judgeSiteUrl({ url, origin }: { url: string; origin: string }) {
  const site = URL.parse(url)
  const seen = URL.parse(origin)
  const host = site?.host ?? ''
  if (site === null || isLocal(site.hostname)) return warning('site_url.local', { url })
  if (seen !== null && seen.host !== host)
    return warning('site_url.other_host', { url, origin: seen.origin })
  return site.protocol === 'https:'
    ? ok('site_url.ok', { url: site.origin })
    : problem('site_url.http', { url })
}

function isLocal(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

export type Certificate =
  | { state: 'no_https' | 'private' | 'unreachable' }
  | { state: 'invalid'; error: string }
  | { state: 'valid'; until: number }

/** Authorities renew 30 days before the end, so that less than 14 means that renewal fails. */
export function judgeCertificate(certificate: Certificate, now: number) {
  if (certificate.state === 'unreachable') return warning('certificate.unreachable')
  if (certificate.state === 'invalid')
    return problem('certificate.invalid', { error: certificate.error })
  if (certificate.state !== 'valid') return skipped(`certificate.${certificate.state}`)
  const { until } = certificate
  if (until <= now) return problem('certificate.expired', { until })
  return until - now < 14 * day
    ? warning('certificate.expiring', { until })
    : ok('certificate.ok', { until })
}

export type DatabaseState = {
  version: string
  size: number
  connections: number
  maxConnections: number
  /** Of the oldest open transaction, in seconds. */
  transactionAge: number
  /** Share of the transaction ids that are used up before PostgreSQL stops writes. */
  wraparound: number
}

export function judgeDatabase({ version, size, connections, maxConnections }: DatabaseState) {
  const share = connections / maxConnections
  if (share < 0.8) return ok('database.ok', { version, size })
  const level = share < 0.95 ? warning : problem
  return level('database.connections', { connections, limit: maxConnections })
}

/** An open transaction keeps deleted rows from being cleaned up. */
export function judgeTransactions({ transactionAge: age }: DatabaseState) {
  if (age < 10 * minute) return ok('transactions.ok', { age })
  return age < 2 * hour
    ? warning('transactions.long', { age })
    : problem('transactions.long', { age })
}

/** Autovacuum freezes rows at about 10 percent. */
export function judgeWraparound({ wraparound }: DatabaseState) {
  const percent = Math.round(wraparound * 100)
  if (percent < 25) return ok('wraparound.ok', { percent })
  return percent < 50
    ? warning('wraparound.old', { percent })
    : problem('wraparound.old', { percent })
}

type ReplicaState = { name: string; isUsed: boolean; lagSeconds: number }

export function judgeReplicas(replicas: readonly ReplicaState[]) {
  if (replicas.length === 0) return skipped('replicas.none')
  const unused = replicas.filter(({ isUsed }) => !isUsed)
  const lag = Math.max(...replicas.map(({ lagSeconds }) => lagSeconds))
  return unused.length === 0
    ? ok('replicas.ok', { count: replicas.length, lag })
    : warning('replicas.unused', { names: unused.map(({ name }) => name).join(', ') })
}

export function judgeMigrations(state: 'current' | 'pending' | 'newer') {
  if (state === 'pending') return problem('migrations.pending')
  return state === 'newer' ? warning('migrations.newer') : ok('migrations.ok')
}

/** A full Redis that evicts nothing rejects writes. */
export function judgeRedis(redis: RedisMemory | 'unreachable' | null) {
  if (redis === null) return skipped('redis.none')
  if (redis === 'unreachable') return problem('redis.unreachable')
  const { used, max, evicts } = redis
  const isFull = max > 0 && !evicts && used > 0.9 * max
  return isFull ? warning('redis.full', { used, max }) : ok('redis.ok', { used })
}

type ProcessState = { role: 'serve' | 'work' | 'all'; version: string }

export function judgeWorkers(processes: readonly ProcessState[]) {
  const { length: count } = processes.filter(({ role }) => role !== 'serve')
  return count === 0 ? problem('workers.none') : ok('workers.ok', { count })
}

export function judgeVersions(processes: readonly ProcessState[], own: string) {
  const versions = [...new Set([own, ...processes.map(({ version }) => version)])].toSorted()
  return versions.length === 1
    ? ok('versions.ok', { version: own })
    : warning('versions.mixed', { versions: versions.join(', ') })
}

/** `age` is how long the oldest job waits that could run. */
export function judgeJobs({ waiting, age }: { waiting: number; age: number }) {
  if (age < 5 * minute) return ok('jobs.ok', { waiting })
  const level = age < hour ? warning : problem
  return level('jobs.late', { waiting, age })
}

export function judgeFailedJobs(count: number) {
  return count === 0 ? ok('failed_jobs.ok') : problem('failed_jobs.failed', { count })
}

type MailState = { isConfigured: boolean; sent: number; failed: number }

/** Some mail servers reject single emails, so that more than a tenth is a problem. */
export function judgeEmail({ isConfigured, sent, failed }: MailState) {
  if (!isConfigured) return problem('email.not_configured')
  if (failed === 0) return ok('email.ok', { sent })
  const level = failed > (sent + failed) / 10 ? problem : warning
  return level('email.failing', { failed, sent })
}

type SearchState = { documents: number; missing: number; waiting: number; age: number }

/** `missing` public posts of a sample, which are old enough to be in the index. */
export function judgeSearch({ documents, missing, waiting, age }: SearchState) {
  if (age >= 10 * minute) return warning('search.late', { waiting, age })
  return missing > 0 ? problem('search.missing', { missing }) : ok('search.ok', { documents })
}

type UploadState = {
  files: number
  size: number
  /** In the stores of plugins that are not enabled. */
  unreachable: number
  error: string
  isOnDisk: boolean
}

export function judgeUploads({ files, size, unreachable, error, isOnDisk }: UploadState) {
  if (error !== '')
    return problem(isOnDisk ? 'uploads.not_writable' : 'uploads.store_failed', { error })
  return unreachable > 0
    ? problem('uploads.store_disabled', { count: unreachable })
    : ok('uploads.ok', { files, size })
}

const gigabyte = 1024 ** 3

/** Of the fullest disk. A share alone would complain about large disks with much room. */
export function judgeDisk({ free, total }: { free: number; total: number }) {
  const share = free / total
  if (share >= 0.1 || free >= 20 * gigabyte) return ok('disk.ok', { free, total })
  const level = share < 0.03 || free < gigabyte / 2 ? problem : warning
  return level('disk.low', { free, total })
}

type MemoryState = { used: number; heapUsed: number; heapMax: number; free: number; total: number }

export function judgeMemory({ used, heapUsed, heapMax, free, total }: MemoryState) {
  const isHeapFull = heapUsed > 0.9 * heapMax
  const isMachineFull = free < 0.05 * total
  const values = { used, free, total }
  return isHeapFull || isMachineFull ? warning('memory.high', values) : ok('memory.ok', values)
}

/** In seconds; positive if the database is ahead. */
export function judgeClock(offset: number) {
  const seconds = Math.round(Math.abs(offset) * 1000) / 1000
  if (seconds < 2) return ok('clock.ok', { offset: seconds })
  return seconds < 30
    ? warning('clock.off', { offset: seconds })
    : problem('clock.off', { offset: seconds })
}

export function judgeWebhooks({ active, stopped }: { active: number; stopped: number }) {
  return stopped === 0
    ? ok('webhooks.ok', { count: active })
    : warning('webhooks.stopped', { count: stopped })
}

type PluginStates = { name: string; state: 'disabled' | 'active' | 'failing' | 'faulted' }[]

export function judgePlugins(plugins: PluginStates) {
  const namesOf = (state: string) =>
    plugins.filter((plugin) => plugin.state === state).map(({ name }) => name)
  const [faulted, failing] = [namesOf('faulted'), namesOf('failing')]
  if (faulted.length > 0) return warning('plugins.faulted', { names: faulted.join(', ') })
  if (failing.length > 0) return warning('plugins.failing', { names: failing.join(', ') })
  const enabled = plugins.filter(({ state }) => state !== 'disabled')
  return ok('plugins.ok', { count: enabled.length })
}

type Update = {
  isOn: boolean
  hasSource: boolean
  own: string
  newest: { version: string; url: string } | null | undefined
}

/** Builds that are no release are not compared. */
export function judgeUpdate({ isOn, hasSource, own, newest }: Update) {
  if (!isOn) return skipped('update.off')
  if (!hasSource) return skipped('update.no_source')
  if (newest === null || newest === undefined) return skipped('update.unknown')
  return isNewer(newest.version, own)
    ? warning('update.available', { version: newest.version, url: newest.url })
    : ok('update.ok', { version: newest.version })
}

function isNewer(version: string, own: string) {
  const [one, two] = [version, own].map((text) => text.split('.').map(Number))
  if (one === undefined || two === undefined || two.some(Number.isNaN)) return false
  const index = one.findIndex((part, position) => part !== two[position])
  return index !== -1 && (one[index] ?? 0) > (two[index] ?? 0)
}
