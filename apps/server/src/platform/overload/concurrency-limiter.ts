import { policies, priorities, type Priority } from './priorities.ts'

const minConcurrency = 2
/** Event loop utilization below and above which the concurrency is raised and lowered. */
const lowUtilization = 0.9
const highUtilization = 0.97
const concurrencyStep = 1.25
/** Assumed duration of a request before any has been measured. */
const initialServiceMs = 20
/** Weight of the latest request in the moving average of durations. */
const latestWeight = 0.05

export type Permit = {
  readonly priority: Priority
  readonly requestedAt: number
  state: 'waiting' | 'held' | 'released'
  acquiredAt: number
  /** Called once, unless the permit is released while it waits. */
  readonly onDecision: (isGranted: boolean) => void
}

/** A semaphore with bounded priority queues whose concurrency follows the utilization of the event loop. */
export type ConcurrencyLimiter = {
  readonly now: () => number
  /** Calls back when released permits may be granted to waiting requests. */
  readonly whenReady: (grant: () => void) => void
  readonly maxConcurrency: number
  readonly waiting: Readonly<Record<Priority, Set<Permit>>>
  readonly running: Record<Priority, number>
  concurrency: number
  /** Moving average of the time a permit is held. */
  serviceMs: number
}

type Options = Pick<ConcurrencyLimiter, 'now' | 'whenReady' | 'concurrency' | 'maxConcurrency'>

export function createConcurrencyLimiter(options: Options): ConcurrencyLimiter {
  return {
    ...options,
    waiting: { writer: new Set(), member: new Set(), visitor: new Set(), crawler: new Set() },
    running: { writer: 0, member: 0, visitor: 0, crawler: 0 },
    serviceMs: initialServiceMs,
  }
}

export function acquire(
  limiter: ConcurrencyLimiter,
  priority: Priority,
  onDecision: Permit['onDecision'],
): Permit {
  const requestedAt = limiter.now()
  const permit: Permit = { priority, requestedAt, state: 'waiting', acquiredAt: 0, onDecision }
  if (countWaiting(limiter, priority) === 0 && hasCapacity(limiter, priority))
    grant(limiter, permit)
  else if (isFull(limiter, priority)) reject(limiter, permit)
  else limiter.waiting[priority].add(permit)
  return permit
}

/** Also ends the wait for a permit that has not been granted. */
export function release(limiter: ConcurrencyLimiter, permit: Permit) {
  if (permit.state === 'held') {
    limiter.serviceMs += (limiter.now() - permit.acquiredAt - limiter.serviceMs) * latestWeight
    limiter.running[permit.priority]--
  }
  limiter.waiting[permit.priority].delete(permit)
  permit.state = 'released'
  grantWhenReady(limiter)
}

/** Whether one more request of this priority would be rejected. */
export function isFull(limiter: ConcurrencyLimiter, priority: Priority) {
  const ahead = countWaiting(limiter, priority)
  if (ahead === 0 && hasCapacity(limiter, priority)) return false
  const { maxWaitMs, maxWaiting } = policies[priority]
  // Half, because higher priorities may overtake and requests may get slower in the meantime.
  const acceptableMs = maxWaitMs / 2
  return (
    ahead >= maxWaiting ||
    estimateWaitMs(limiter, priority, ahead) > acceptableMs ||
    longestWaitMs(limiter, priority) > acceptableMs
  )
}

/** Runs several times a second with the event loop utilization since the last run. */
export function adjustConcurrency(limiter: ConcurrencyLimiter, utilization: number) {
  for (const priority of priorities)
    for (const permit of limiter.waiting[priority])
      if (limiter.now() - permit.requestedAt > policies[priority].maxWaitMs) reject(limiter, permit)
  if (countWaiting(limiter) === 0) return
  const { concurrency, maxConcurrency } = limiter
  if (utilization > highUtilization)
    limiter.concurrency = Math.max(minConcurrency, Math.floor(concurrency / concurrencyStep))
  if (utilization < lowUtilization)
    limiter.concurrency = Math.min(maxConcurrency, Math.ceil(concurrency * concurrencyStep))
  grantWhenReady(limiter)
}

/** Counts waiting requests of this priority and higher ones. */
function countWaiting(limiter: ConcurrencyLimiter, lowest: Priority = 'crawler') {
  let count = 0
  for (const priority of priorities) {
    count += limiter.waiting[priority].size
    if (priority === lowest) break
  }
  return count
}

export function countRunning({ running }: ConcurrencyLimiter) {
  return running.writer + running.member + running.visitor + running.crawler
}

/** Crawlers never hold more than a quarter of the permits. */
function maxRunning({ concurrency }: ConcurrencyLimiter, priority: Priority) {
  return priority === 'crawler' ? Math.ceil(concurrency / 4) : concurrency
}

function hasCapacity(limiter: ConcurrencyLimiter, priority: Priority) {
  return (
    countRunning(limiter) < limiter.concurrency &&
    limiter.running[priority] < maxRunning(limiter, priority)
  )
}

/** Little's law. */
function estimateWaitMs(limiter: ConcurrencyLimiter, priority: Priority, ahead: number) {
  return ((ahead + 1) * limiter.serviceMs) / maxRunning(limiter, priority)
}

function longestWaitMs(limiter: ConcurrencyLimiter, priority: Priority) {
  const [oldest] = limiter.waiting[priority]
  return oldest === undefined ? 0 : limiter.now() - oldest.requestedAt
}

function grantWhenReady(limiter: ConcurrencyLimiter) {
  if (countWaiting(limiter) > 0) limiter.whenReady(() => grantWaiting(limiter))
}

function grantWaiting(limiter: ConcurrencyLimiter) {
  for (const priority of priorities)
    for (const permit of limiter.waiting[priority]) {
      if (!hasCapacity(limiter, priority)) break
      grant(limiter, permit)
    }
}

function grant(limiter: ConcurrencyLimiter, permit: Permit) {
  limiter.waiting[permit.priority].delete(permit)
  limiter.running[permit.priority]++
  permit.state = 'held'
  permit.acquiredAt = limiter.now()
  permit.onDecision(true)
}

function reject(limiter: ConcurrencyLimiter, permit: Permit) {
  limiter.waiting[permit.priority].delete(permit)
  permit.state = 'released'
  permit.onDecision(false)
}
