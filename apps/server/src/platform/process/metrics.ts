import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'stoa_' })
  return {
    registry,
    requests: new Histogram({
      name: 'stoa_http_request_duration_seconds',
      help: 'Request duration by route, method and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    statements: new Histogram({
      name: 'stoa_http_request_sql_statements',
      help: 'SQL statements per request, by route.',
      labelNames: ['route'],
      buckets: [0, 1, 2, 3, 4, 6, 10, 20, 50],
      registers,
    }),
    pages: new Counter({
      name: 'stoa_pages_total',
      help: 'Pages for visitors by source: kept (cached), stale (cached, being revalidated), stored (on disk), made (rendered), shared (coalesced with another render).',
      labelNames: ['from'],
      registers,
    }),
    streams: new Gauge({
      name: 'stoa_streams',
      help: 'Browsers that follow changes.',
      registers,
    }),
    ...overloadMetrics(registers),
    ...replicaMetrics(registers),
    jobs: new Counter({
      name: 'stoa_jobs_total',
      help: 'Jobs run by queue and result.',
      labelNames: ['queue', 'result'],
      registers,
    }),
    jobsWaiting: new Gauge({ name: 'stoa_jobs_waiting', help: 'Jobs waiting to run.', registers }),
    jobsDead: new Gauge({
      name: 'stoa_jobs_dead',
      help: 'Jobs that failed permanently (dead letters).',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

function overloadMetrics(registers: Registry[]) {
  return {
    concurrency: new Gauge({
      name: 'stoa_turns_at_once',
      help: 'Current concurrency limit, adapted to the load.',
      registers,
    }),
    permitsHeld: new Gauge({
      name: 'stoa_turns_working',
      help: 'Requests being processed.',
      registers,
    }),
    permitsWaiting: new Gauge({
      name: 'stoa_turns_waiting',
      help: 'Requests waiting for a permit, by priority (rank).',
      labelNames: ['rank'],
      registers,
    }),
    permitWait: new Histogram({
      name: 'stoa_turn_wait_seconds',
      help: 'Time requests waited for a permit, by priority (rank).',
      labelNames: ['rank'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 10],
      registers,
    }),
    rejected: new Counter({
      name: 'stoa_refused_total',
      help: 'Requests rejected because of overload, by priority (rank).',
      labelNames: ['rank'],
      registers,
    }),
    readsLimited: new Counter({
      name: 'stoa_reads_limited_total',
      help: 'Requests rejected by a read limit, by kind of reader.',
      labelNames: ['kind'],
      registers,
    }),
  }
}

function replicaMetrics(registers: Registry[]) {
  return {
    replicaUsable: new Gauge({
      name: 'stoa_replica_usable',
      help: '1 if the replica is used, 0 while it is unreachable or lags too far behind.',
      labelNames: ['replica'],
      registers,
    }),
    replicaLag: new Gauge({
      name: 'stoa_replica_lag_seconds',
      help: 'Last measured lag of the replica.',
      labelNames: ['replica'],
      registers,
    }),
    replicaReads: new Counter({
      name: 'stoa_replica_reads_total',
      help: 'Statements sent to a replica by result; failed ones were retried on the primary.',
      labelNames: ['replica', 'result'],
      registers,
    }),
  }
}
