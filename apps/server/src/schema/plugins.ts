import { pluginLogLevels } from '@stoa/contract/features/plugins'
import type { PluginValues } from '@stoa/contract/plugin-fields'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'
import { users } from './users.ts'

/** The payload of a job. `payload` is that of the event `name`, which has ids only. */
export type PluginWork = { id: string; at: string; name: string; payload: object }

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const pluginPackageIds = pgSequence('plugin_packages_id_seq')

/** Checked packages, in the database so that every process gets them. Those of no plugin are deleted after a day. */
export const pluginPackages = pgTable(
  'plugin_packages',
  {
    id: serialPrimaryKey('plugin_packages_id_seq'),
    slug: text().notNull(),
    version: text().notNull(),
    /** As validated when it was stored. */
    manifest: jsonb().$type<object>().notNull(),
    /** A gzipped tar file. */
    archive: bytes().notNull(),
    sha256: text().notNull(),
    size: integer().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('plugin_packages_version').on(table.slug, table.version),
    check('plugin_packages_size', sql`${table.size} = length(${table.archive})`),
  ],
)

export const plugins = pgTable(
  'plugins',
  {
    slug: text().primaryKey(),
    /** The current one. */
    version: text().notNull(),
    enabled: boolean().notNull(),
    /** Why the site disabled it, or null. */
    fault: text(),
    /** With encrypted secrets. */
    settings: jsonb().$type<PluginValues>().notNull(),
    /** Whether new files go to it, if it stores files. */
    takesFiles: boolean('takes_files').notNull().default(true),
    /** When each job last started, in ISO 8601. */
    jobRuns: jsonb('job_runs').$type<Record<string, string>>().notNull().default({}),
    installedAt: time('installed_at').notNull(),
    /** Null from the command line, and when the account is gone. */
    installedBy: bigId('installed_by').references(() => users.id, { onDelete: 'set null' }),
    /** Settings and data stay when a plugin is removed. */
    removedAt: time('removed_at'),
  },
  (table) => [
    foreignKey({
      name: 'plugins_package',
      columns: [table.slug, table.version],
      foreignColumns: [pluginPackages.slug, pluginPackages.version],
    }),
    check('plugins_removed', sql`${table.removedAt} is null or not ${table.enabled}`),
    check('plugins_fault', sql`${table.fault} is null or not ${table.enabled}`),
  ],
)

export const pluginUserSettings = pgTable(
  'plugin_user_settings',
  {
    slug: text()
      .notNull()
      .references(() => plugins.slug, { onDelete: 'cascade' }),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    settings: jsonb().$type<PluginValues>().notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.userId] }),
    index('plugin_user_settings_user').on(table.userId),
  ],
)

/** What plugins store. */
export const pluginData = pgTable(
  'plugin_data',
  {
    slug: text()
      .notNull()
      .references(() => plugins.slug, { onDelete: 'cascade' }),
    key: text().notNull(),
    value: jsonb().$type<unknown>().notNull(),
    expiresAt: time('expires_at'),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.key] }),
    index('plugin_data_expires').on(table.expiresAt),
    check('plugin_data_key', sql`length(${table.key}) between 1 and 100`),
  ],
)

export const pluginLogIds = pgSequence('plugin_log_id_seq')

/** What plugins log, and failed calls. */
export const pluginLog = pgTable(
  'plugin_log',
  {
    id: serialPrimaryKey('plugin_log_id_seq'),
    slug: text()
      .notNull()
      .references(() => plugins.slug, { onDelete: 'cascade' }),
    version: text().notNull(),
    level: text().$type<(typeof pluginLogLevels)[number]>().notNull(),
    message: text().notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    index('plugin_log_plugin').on(table.slug, table.id.desc().nullsFirst()),
    check('plugin_log_level', sql`${table.level} in (${textList(pluginLogLevels)})`),
  ],
)

/** Calls of a plugin by day, in all processes. */
export const pluginCalls = pgTable(
  'plugin_calls',
  {
    slug: text()
      .notNull()
      .references(() => plugins.slug, { onDelete: 'cascade' }),
    day: date().notNull(),
    calls: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    lastSuccessAt: time('last_success_at'),
    lastFailureAt: time('last_failure_at'),
    lastError: text('last_error').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.day] }),
    check('plugin_calls_failures', sql`${table.failures} between 0 and ${table.calls}`),
  ],
)
