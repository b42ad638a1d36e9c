import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { UserBasic } from './users.ts'

const count = z.number().int().nonnegative()
const at = z.number().int()

/** `skipped`: there is nothing to check on this site; the code says why. */
export const healthLevels = ['ok', 'skipped', 'warning', 'problem'] as const
export type HealthLevel = (typeof healthLevels)[number]

/** The checks, in the order in which they are shown, each with what it can find. */
export const healthCodes = {
  site_url: ['ok', 'local', 'http', 'other_host'],
  certificate: ['ok', 'no_https', 'private', 'expiring', 'expired', 'invalid', 'unreachable'],
  database: ['ok', 'connections'],
  transactions: ['ok', 'long'],
  wraparound: ['ok', 'old'],
  replicas: ['ok', 'none', 'unused'],
  migrations: ['ok', 'pending', 'newer'],
  redis: ['ok', 'none', 'unreachable', 'full'],
  workers: ['ok', 'none'],
  jobs: ['ok', 'late'],
  failed_jobs: ['ok', 'failed'],
  email: ['ok', 'not_configured', 'failing'],
  search: ['ok', 'late', 'missing'],
  uploads: ['ok', 'not_writable', 'store_failed', 'store_disabled'],
  disk: ['ok', 'low'],
  memory: ['ok', 'high'],
  clock: ['ok', 'off'],
  versions: ['ok', 'mixed'],
  update: ['ok', 'off', 'no_source', 'unknown', 'available'],
  webhooks: ['ok', 'stopped'],
  plugins: ['ok', 'failing', 'faulted'],
} as const
export type HealthCheckName = keyof typeof healthCodes
export const healthCheckNames = Object.keys(healthCodes) as HealthCheckName[]

/** `timeout` and `failed` are for checks that did not come to an end. */
export type HealthCode =
  | { [Name in HealthCheckName]: `${Name}.${(typeof healthCodes)[Name][number]}` }[HealthCheckName]
  | 'check.timeout'
  | 'check.failed'

const codes = [
  ...healthCheckNames.flatMap((name) => healthCodes[name].map((code) => `${name}.${code}`)),
  'check.timeout',
  'check.failed',
] as HealthCode[]

/** What was measured, for the text. Sizes in bytes, ages in seconds, times in Unix seconds. */
const Values = z.record(z.string(), z.union([z.string(), z.number()]))
export type HealthValues = z.output<typeof Values>

export const HealthCheck = z.object({
  name: z.enum(healthCheckNames),
  level: z.enum(healthLevels),
  code: z.enum(codes),
  values: Values,
})
export type HealthCheck = z.output<typeof HealthCheck>

const Process = z.object({
  id: z.string(),
  /** `all` serves requests and runs jobs. */
  role: z.enum(['serve', 'work', 'all']),
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  node_version: z.string(),
  memory_bytes: count,
  started_at: at,
  seen_at: at,
  /** This one answered the call. */
  is_current: z.boolean(),
})
export type RunningProcess = z.output<typeof Process>

export const Health = z.object({
  checked_at: at,
  checks: z.array(HealthCheck).max(healthCheckNames.length),
  /** Those that were seen within the last minute. */
  processes: z.array(Process).max(200),
})
export type Health = z.output<typeof Health>

export const getHealth = endpoint({
  method: 'GET',
  path: `${adminPrefix}/health`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Checks the installation, in about two seconds at most, and lists the running processes.',
  input: {
    /** Where the caller sees the site, to be compared with the site URL. */
    origin: z.string().trim().max(300).default(''),
  },
  response: Health,
})

const RouteTimes = z.object({
  method: z.string(),
  /** `/*` stands for all pages that are not cached. */
  route: z.string(),
  count,
  /** Responses with a status from 500. */
  errors: count,
  /** In milliseconds, estimated from the buckets of the metrics; null above the last one. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})
export type RouteTimes = z.output<typeof RouteTimes>

export const maxSlowRoutes = 10

export const listSlowRoutes = endpoint({
  method: 'GET',
  path: `${adminPrefix}/health/routes`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists the slowest routes of the process that answers, since it started.',
  response: z.object({
    since: at,
    /** Of all routes. */
    total: RouteTimes.omit({ method: true, route: true }),
    routes: z.array(RouteTimes).max(maxSlowRoutes),
  }),
})

export const maintenanceKinds = ['doctor', 'search_rebuild'] as const
export type MaintenanceKind = (typeof maintenanceKinds)[number]

/** `interrupted`: its job ended without a result, and another one was started. `failed`: it failed repeatedly. */
export const maintenanceStates = ['running', 'done', 'interrupted', 'failed'] as const
export type MaintenanceState = (typeof maintenanceStates)[number]

const Finding = z.object({
  name: z.string(),
  count,
  /** The first of the rows. */
  ids: z.array(z.string()).max(5),
  is_fixed: z.boolean(),
  /** The check itself failed. */
  is_error: z.boolean(),
})
export type MaintenanceFinding = z.output<typeof Finding>

export const MaintenanceRun = z.object({
  id: z.string(),
  kind: z.enum(maintenanceKinds),
  repairs: z.boolean(),
  state: z.enum(maintenanceStates),
  /** It runs, but its job has given no sign of life for a minute. */
  is_stalled: z.boolean(),
  started_at: at,
  /** 0 while it runs. */
  ended_at: at,
  user_info: UserBasic,
  step: z.string(),
  done: count,
  /** 0 before its job has started. */
  total: count,
  findings: z.array(Finding).max(200),
})
export type MaintenanceRun = z.output<typeof MaintenanceRun>

export const getMaintenance = endpoint({
  method: 'GET',
  path: `${adminPrefix}/health/maintenance`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Returns the last run of the doctor and the last rebuild of the search index.',
  response: z.object({
    doctor: MaintenanceRun.nullable(),
    search_rebuild: MaintenanceRun.nullable(),
  }),
})

export const startMaintenance = endpoint({
  method: 'POST',
  path: `${adminPrefix}/health/maintenance`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Starts the doctor, or rebuilds the search index. A job does it; only one of each runs.',
  input: {
    kind: z.enum(maintenanceKinds),
    /** For the doctor: writes again what can be computed from other rows. */
    repairs: z.boolean().default(false),
  },
  response: MaintenanceRun,
  errors: ['maintenance.running'],
})
