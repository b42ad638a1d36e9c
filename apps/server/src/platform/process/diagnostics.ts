import { Redis } from 'ioredis'
import type { Config } from '../../kernel/config.ts'
import type { Diagnostics, RedisMemory, RouteRequests } from '../../kernel/services.ts'
import type { Database } from '../database/database.ts'
import { compareSchema } from '../database/migrate.ts'
import type { Metrics } from './metrics.ts'

type Options = { config: Config; database: Database; metrics: Metrics; processId: string }

export function openDiagnostics({ config, database, metrics, processId }: Options): Diagnostics {
  const startedAt = new Date()
  return {
    processId,
    startedAt,
    listRequests: () => listRequests(metrics),
    compareSchema: () => compareSchema(database),
    measureRedis: async () =>
      config.redis_url === undefined ? null : await measureRedis(config.redis_url),
    listReplicas: () => listReplicas(metrics),
  }
}

type Labels = Partial<Record<'method' | 'route' | 'status' | 'le', string | number>>
type Counted = Omit<RouteRequests, 'buckets'> & { bounds: Map<number, number> }

/** The metrics count each status on its own. */
async function listRequests({ requests }: Metrics): Promise<RouteRequests[]> {
  const { values } = await requests.get()
  const routes = new Map<string, Counted>()
  for (const { labels, value, metricName } of values) {
    const entry = entryOf(routes, labels)
    if (metricName?.endsWith('_count')) addCount(entry, labels, value)
    if (metricName?.endsWith('_bucket')) addBucket(entry, labels, value)
  }
  return [...routes.values()].map(({ bounds, ...entry }) => ({
    ...entry,
    buckets: [...bounds]
      .map(([bound, count]) => ({ bound, count }))
      .toSorted((one, two) => one.bound - two.bound),
  }))
}

function entryOf(routes: Map<string, Counted>, { method, route }: Labels): Counted {
  const key = `${method} ${route}`
  const entry = routes.get(key) ?? {
    method: String(method),
    route: String(route),
    count: 0,
    errors: 0,
    bounds: new Map<number, number>(),
  }
  routes.set(key, entry)
  return entry
}

function addCount(entry: Counted, { status }: Labels, value: number) {
  entry.count += value
  if (Number(status) >= 500) entry.errors += value
}

function addBucket({ bounds }: Counted, { le }: Labels, value: number) {
  if (le !== '+Inf') bounds.set(Number(le), (bounds.get(Number(le)) ?? 0) + value)
}

const redisTimeoutMs = 1_000

/** On a connection of its own, which does not wait for a reconnect of the others. */
async function measureRedis(url: string): Promise<RedisMemory> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: redisTimeoutMs,
    commandTimeout: redisTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // Without a listener, the event would be logged to standard error.
  redis.on('error', () => {})
  try {
    await redis.connect()
    const info = await redis.info('memory')
    const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? ''
    return {
      used: Number(field('used_memory')),
      max: Number(field('maxmemory')),
      evicts: field('maxmemory_policy') !== 'noeviction',
    }
  } finally {
    redis.disconnect()
  }
}

async function listReplicas({ replicaUsable, replicaLag }: Metrics) {
  const [usable, lags] = [await replicaUsable.get(), await replicaLag.get()]
  return usable.values.map(({ labels, value }) => ({
    name: String(labels.replica),
    isUsed: value === 1,
    lagSeconds: lags.values.find((lag) => lag.labels.replica === labels.replica)?.value ?? 0,
  }))
}
