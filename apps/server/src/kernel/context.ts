import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { checkDatabase } from '@stoa/contract/features/install'
import type { Reviewer } from '@stoa/plugin-kit/reviewer'
import type { Logger } from 'pino'
import type { Events } from '../events.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { ReadDb, Transaction, WriteDb } from './database.ts'
import type { Plugins } from './plugins.ts'
import type {
  Bus,
  Cache,
  Diagnostics,
  Files,
  Images,
  Jobs,
  Live,
  Mailer,
  MissedSearchQueue,
  Pages,
  RateLimits,
  Renderer,
  Replicas,
  SearchPauses,
  SecretBox,
  SettingsStore,
  ViewQueue,
} from './services.ts'

export type Context = {
  config: Config
  log: Logger
  clock: Clock
  database: { transaction: Transaction }
  /** Reads, possibly from a replica. */
  db: ReadDb
  /** Reads that must be current: sessions, secrets, counts that limits depend on. */
  primary: ReadDb
  /** Single cheap statements that commit at once and emit nothing, such as counters. Other writes use `transact`. */
  autocommit: WriteDb
  replicas: Replicas
  bus: Bus
  settings: SettingsStore
  secrets: SecretBox
  /** A key for one purpose, the same in all processes and after a restart. */
  deriveKey(purpose: string): Promise<Buffer>
  listeners: ListenerIndex
  jobs: Jobs
  cache: Cache
  limits: RateLimits
  mailer: Mailer
  files: Files
  renderer: Renderer
  images: Images
  pageCache: Pages
  live: Live
  viewQueue: ViewQueue
  missedSearchQueue: MissedSearchQueue
  searchPauses: SearchPauses
  diagnostics: Diagnostics
  plugins: Plugins
  /** Of plugins, in the order in which they are asked. */
  reviewers: readonly Reviewer[]
  /** Null once there is a database. */
  setup: Setup | null
  close(): Promise<void>
}

/** What the installer does in a process that has no database yet. */
export type Setup = {
  /** Checks without changing anything, and fails with the field to correct. */
  checkDatabase(input: DatabaseInput): Promise<void>
  /** Writes the configuration and opens the site, which handles all requests from then on. */
  openSite(input: DatabaseInput): Promise<void>
}

type DatabaseInput = ParsedInputOf<typeof checkDatabase>

/** A transaction that can emit events. Only `transact` creates one. */
export type Tx = WriteDb & {
  /** Without what would read or write outside of the transaction. */
  readonly ctx: Omit<
    Context,
    'database' | 'db' | 'primary' | 'autocommit' | 'replicas' | 'diagnostics'
  >
  readonly now: Date
  /** Runs the `within` listeners, queues the `after` listeners and invalidates what the event declares. */
  emit<Name extends EventName>(name: Name, payload: Events[Name]): Promise<void>
  publish(topic: string, payload: string): Promise<void>
  /** For requests that start without a session, such as a login. */
  setWriter(userId: string): void
  afterCommit(work: () => Promise<void>): void
  /**
   * Runs slow work, such as a request to another server: rolls the transaction back and restarts it with the result, which
   * is kept by key. Check permissions before and take locks after.
   */
  runOutside<T>(key: string, work: () => Promise<T>): Promise<T>
  /**
   * Renders Markdown. A text that needs a worker thread or a plugin rolls the transaction back and restarts it after rendering, so
   * check permissions before and take locks after.
   */
  render: Renderer['render']
}

export type EventName = keyof Events

/** Runs in the same transaction as the change, for data that must stay consistent with it. The context is `tx.ctx`. */
export type WithinListener = {
  kind: 'within'
  event: EventName
  run(tx: Tx, payload: never): Promise<void>
}

/** Queues a job in the transaction of the change. Must be idempotent: jobs may run twice. */
export type AfterListener = {
  kind: 'after'
  event: EventName
  queue: string
  /** Works on many rows, for minutes or hours. While its worker lives, it is not started again. */
  isLong: boolean
  run(ctx: Context, payload: never): Promise<void>
}

/** Runs on one worker at a time. */
export type Scheduled = {
  kind: 'every'
  cron: string
  queue: string
  run(ctx: Context): Promise<void>
}

/** Runs as long as the workers of a process, for work that must not wait for other jobs. */
export type Runner = {
  kind: 'runner'
  /** Returns how to stop, which waits for what is running. */
  start(ctx: Context): () => Promise<void>
}

export type Listener = WithinListener | AfterListener | Scheduled | Runner

export type ListenerIndex = {
  within: ReadonlyMap<EventName, readonly WithinListener[]>
  after: ReadonlyMap<EventName, readonly AfterListener[]>
  jobs: readonly (AfterListener | Scheduled)[]
  runners: readonly Runner[]
}
