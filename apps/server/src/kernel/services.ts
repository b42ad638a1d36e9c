// The services of a context, as features and the kernel see them. platform/ implements them.
import type { RateLimitName } from '@stoa/contract/limits'
import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import type { Rendered, RenderOptions } from '@stoa/markdown/render'
import type { Readable } from 'node:stream'
import type { ReadDb, WriteDb } from './database.ts'
import type { ImageJob } from './images.ts'
import type { CacheTag, LiveTopic } from './invalidation.ts'

/** Messages between processes. Delivery is not guaranteed, so correctness must not depend on it. */
export type Bus = {
  readonly id: string
  subscribe(topic: string, listener: (payload: string) => void): void
  /** Sends at once. For messages that belong to a transaction, use `Tx.publish`. */
  publish(topic: string, payload: string): Promise<void>
  publishIn(db: WriteDb, topic: string, payload: string): Promise<void>
  /** Called after a reconnect: messages may have been missed. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** Says in all processes what has changed, for pages that are open and for values in memory. */
export type Live = {
  publish(topics: ReadonlySet<string>): void
  /** Called with `allTopics` when messages may have been missed. */
  subscribe(listener: (topics: readonly string[]) => void): void
  /** Keeps the value in the memory of this process until the topic is published. */
  remember<T>(topic: LiveTopic, load: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** In process memory, and in Redis when it is configured. */
export type Cache = {
  /** Concurrent calls for a key share one `load` (single-flight). */
  getOrSet<T>(key: string, options: CacheOptions, load: () => Promise<T>): Promise<T>
  invalidate(keys: string[]): Promise<void>
  close(): Promise<void>
}

export type CacheOptions = { ttlSeconds: number; invalidatedBy?: CacheTag[] }

/** The plugin that stores a file; null for the disk. */
export type StoreName = string | null

/** Files by key. A key is written once, and never used for another file. */
export type FileStore = {
  put(key: string, content: Uint8Array): Promise<'written' | 'exists'>
  find(key: string): Promise<{ size: number } | null>
  /** The stream must be read or destroyed. */
  read(key: string): Promise<{ size: number; stream: Readable } | null>
  remove(key: string): Promise<void>
}

/** All stores. While a file is moved, it is found wherever it is. */
export type Files = Pick<FileStore, 'find' | 'read'> & {
  /** Where new files go. */
  current(): StoreName
  /** One store. Fails with `FileStoreError` while its plugin is not enabled. */
  in(store: StoreName): FileStore
  close(): void
}

/** Processes images one at a time in a child process that is started on demand and stopped when idle. */
export type Images = {
  /** `subject` is a user or a network; the queue is limited for each. */
  run<Input, Output>(job: ImageJob<Input, Output>, input: Input, subject: string): Promise<Output>
  close(): Promise<void>
}

export type PendingJob = { queue: string; payload: object }

/** Jobs of one queue that failed permanently with the same error. */
export type FailedJobs = { queue: string; error: string; count: number; lastFailedAt: Date }

/** Jobs of one queue that could run now. `age` of the oldest, in seconds. */
export type Backlog = { queue: string; waiting: number; age: number }

export type Jobs = {
  insert(tx: WriteDb, jobs: readonly PendingJob[]): Promise<void>
  /** Counts are some seconds old. */
  listQueues(): Promise<{ name: string; waiting: number; active: number }[]>
  /** Current, without failed jobs. */
  listBacklog(): Promise<Backlog[]>
  listFailed(): Promise<FailedJobs[]>
  /** Returns how many run again. */
  retryFailed(queue: string): Promise<number>
  discardFailed(queue: string): Promise<number>
}

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** Without angle brackets. Mails with the same reference are shown as one conversation. */
  messageId?: string
  reference?: string
  /** Where mails that cannot be delivered return to, if not to the sender. */
  returnPath?: string
}

export type Mailer = {
  /** If not, mail waits in the job queue. */
  isConfigured(): boolean
  /** For display, without secrets. */
  route(): { server: string; from: string; source: 'STOA_SMTP_URL' | 'the mail settings' }
  check(): Promise<void>
  send(mail: Mail): Promise<void>
  close(): void
}

export type InvalidatedKeys = { now: ReadonlySet<string>; soon: ReadonlySet<string> }

export type Pages = {
  invalidate(keys: InvalidatedKeys): Promise<void>
}

/** With Redis, all processes share the counters. */
export type RateLimits = {
  /** Takes one point; throws when none is left. */
  take(name: RateLimitName, subject: string): Promise<void>
  /** Takes more points for an expensive request. Never throws for missing points. */
  penalize(name: RateLimitName, subject: string, points: number): Promise<void>
  close(): void
}

export type TextOptions = RenderOptions & {
  /** Plugins show parts of the text. Those that fail leave the source. */
  usesPlugins?: boolean
}

/** `isUnfinished`: a plugin failed or was late, so the text should be rendered again. */
export type RenderedText = Rendered & { isUnfinished: boolean }

export type Renderer = {
  /** Neither a worker thread nor a plugin is needed. */
  isInline(markdown: string, options: TextOptions): boolean
  render(markdown: string, options: TextOptions): Promise<RenderedText>
  close(): Promise<void>
}

/** Requests of one route since the process started. Buckets are cumulative, bounds in seconds. */
export type RouteRequests = {
  method: string
  route: string
  count: number
  /** With a status from 500. */
  errors: number
  buckets: readonly { bound: number; count: number }[]
}

export type RedisMemory = { used: number; max: number; evicts: boolean }

/** What this process knows about itself and about what it depends on. */
export type Diagnostics = {
  readonly processId: string
  readonly startedAt: Date
  listRequests(): Promise<RouteRequests[]>
  /** `newer`: the database was migrated by a later version. */
  compareSchema(): Promise<'current' | 'pending' | 'newer'>
  /** Null when none is configured. Fails when Redis does not respond. */
  measureRedis(): Promise<RedisMemory | null>
  listReplicas(): Promise<{ name: string; isUsed: boolean; lagSeconds: number }[]>
}

/** Routes reads to replicas with read-your-writes consistency. */
export type Replicas = {
  /** Otherwise last writes are not recorded. */
  readonly isEnabled: boolean
  db: ReadDb
  /** Uses a replica that has replayed the last write of this user, if there is one. */
  read<T>(actor: { lastWriteLsn?: string | null } | null, work: () => Promise<T>): Promise<T>
  recordWrite(userId: string): Promise<void>
  close(): Promise<void>
}

/** Encrypts stored secrets: TOTP secrets, the SMTP password, the site secret. */
export type SecretBox = {
  /** Without a key, secrets are stored in plain text. */
  readonly hasKey: boolean
  /** Every value encrypted with the current key starts with it. */
  readonly prefix: string
  /** The purpose is authenticated: a value copied to another row cannot be decrypted there. */
  encrypt(text: string, purpose: string): string
  /** Returns unencrypted values unchanged. */
  decrypt(stored: string, purpose: string): string
}

/** Every encrypted value starts with it, whatever its key. */
export const encryptedPrefix = 'stoa1:'

/** Keeps all settings in memory, so that reads are synchronous. */
export type SettingsStore = {
  get<G extends SettingsGroup>(group: G): SettingsOf<G>
  isInstalled(): boolean
  version(): number
  /** A hash of all values, the same in all processes and after a restart. */
  fingerprint(): string
  reload(): Promise<void>
  /** The environment variable that overrides a field, or null. */
  lockedBy(group: string, field: string): string | null
  /** Locks a row until the end of the transaction, and returns its current values. Creates it if needed. */
  lock(db: WriteDb, row: string, now: Date): Promise<Record<string, unknown>>
  /** Removes values, so that the defaults apply. */
  unset(db: WriteDb, row: string, fields: readonly string[], now: Date): Promise<void>
  /** Merges values into a row and encrypts the secret ones. */
  write(db: WriteDb, row: string, values: Record<string, unknown>, now: Date): Promise<void>
}

export type View = { questionId: string; reader: string }

/** Deduplicated views to write, and the flush in progress (features/content/views). */
export type ViewQueue = { views: Map<string, View>; flushing: Promise<void> }

export type MissedSearch = { words: string; visitor: string }

/** Searches without a result to write, and the flush in progress (features/discovery/search). */
export type MissedSearchQueue = { searches: Map<string, MissedSearch>; flushing: Promise<void> }

/** When the search plugin is called again after a failure, in the milliseconds of `performance.now`. */
export type SearchPause = { until: number; failures: number }

/** For searches and for changes of the index (features/discovery/search). */
export type SearchPauses = { find: SearchPause; change: SearchPause }
