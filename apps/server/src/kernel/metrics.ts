import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted, in the form Prometheus reads. */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'stoa_' })
  return {
    registry,
    requests: new Histogram({
      name: 'stoa_http_request_duration_seconds',
      help: 'Time to answer, by route, method and status.',
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
      help: 'Pages for visitors, by where they came from: kept, kept but old, made, or made for another reader.',
      labelNames: ['from'],
      registers,
    }),
    ...turnMetrics(registers),
    ...replicaMetrics(registers),
    jobs: new Counter({
      name: 'stoa_jobs_total',
      help: 'Jobs run, by queue and result.',
      labelNames: ['queue', 'result'],
      registers,
    }),
    jobsWaiting: new Gauge({ name: 'stoa_jobs_waiting', help: 'Jobs not yet run.', registers }),
    jobsDead: new Gauge({
      name: 'stoa_jobs_dead',
      help: 'Jobs that failed for good and wait for a person.',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof makeMetrics>

function turnMetrics(registers: Registry[]) {
  return {
    turnsAtOnce: new Gauge({
      name: 'stoa_turns_at_once',
      help: 'Most requests worked on at once, as found by the load.',
      registers,
    }),
    turnsWorking: new Gauge({
      name: 'stoa_turns_working',
      help: 'Requests being worked on.',
      registers,
    }),
    turnsWaiting: new Gauge({
      name: 'stoa_turns_waiting',
      help: 'Requests waiting for their turn, by rank.',
      labelNames: ['rank'],
      registers,
    }),
    turnWait: new Histogram({
      name: 'stoa_turn_wait_seconds',
      help: 'Time a request waited for its turn, by rank.',
      labelNames: ['rank'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 10],
      registers,
    }),
    refused: new Counter({
      name: 'stoa_refused_total',
      help: 'Requests turned away because too many waited, by rank.',
      labelNames: ['rank'],
      registers,
    }),
    readsLimited: new Counter({
      name: 'stoa_reads_limited_total',
      help: 'Requests rejected because their sender has read too much, by kind of reader.',
      labelNames: ['kind'],
      registers,
    }),
  }
}

function replicaMetrics(registers: Registry[]) {
  return {
    replicaUsable: new Gauge({
      name: 'stoa_replica_usable',
      help: 'Whether a replica is read: 1, or 0 while it is away or too far behind.',
      labelNames: ['replica'],
      registers,
    }),
    replicaLag: new Gauge({
      name: 'stoa_replica_lag_seconds',
      help: 'How far a replica is behind, as last seen.',
      labelNames: ['replica'],
      registers,
    }),
    replicaReads: new Counter({
      name: 'stoa_replica_reads_total',
      help: 'Statements sent to a replica, by result; those that failed were asked of the primary.',
      labelNames: ['replica', 'result'],
      registers,
    }),
  }
}
