import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { plugins } from './plugins.ts'
import { users } from './users.ts'

const service = () =>
  text()
    .notNull()
    .references(() => plugins.slug, { onDelete: 'cascade' })

export const externalAccountIds = pgSequence('external_accounts_id_seq')

/** Accounts at other services with which users log in. They stay while the plugin of the service is disabled. */
export const externalAccounts = pgTable(
  'external_accounts',
  {
    id: serialPrimaryKey('external_accounts_id_seq'),
    slug: service(),
    externalId: text('external_id').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The username at the service at the last login. */
    name: text().notNull(),
    linkedAt: time('linked_at').notNull(),
    /** Null if it was only linked. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    unique('external_accounts_external_id').on(table.slug, table.externalId),
    unique('external_accounts_user').on(table.userId, table.slug),
    index('external_accounts_name').on(table.slug, sql`lower(${table.name})`),
    check(
      'external_accounts_external_id_length',
      sql`length(${table.externalId}) between 1 and 255`,
    ),
  ],
)

export const connectorFlowIds = pgSequence('connector_flows_id_seq')

/** Logins at other services that are not finished. */
export const connectorFlows = pgTable(
  'connector_flows',
  {
    id: serialPrimaryKey('connector_flows_id_seq'),
    slug: service(),
    /** `service`: the browser is at the service. `email`: it enters an email. `mail`: a link to the email is to be sent. */
    stage: text().$type<FlowStage>().notNull(),
    intent: text().$type<FlowIntent>().notNull(),
    /** Of a secret that only the browser has. */
    flowHash: text('flow_hash'),
    /** Of the state that the service returns. */
    stateHash: text('state_hash'),
    /** Whose account gets the link; null for logins. */
    userId: bigId('user_id').references(() => users.id, { onDelete: 'cascade' }),
    returnPath: text('return_path').notNull(),
    /** Encrypted: what the plugin remembers, or the account at the service. */
    content: text().notNull(),
    /** Encrypted parameters of a form that the service posted, or null. */
    posted: text(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('connector_flows_flow_hash').on(table.flowHash),
    uniqueIndex('connector_flows_state_hash').on(table.stateHash),
    index('connector_flows_user_id').on(table.userId),
    index('connector_flows_expires_at').on(table.expiresAt),
    check(
      'connector_flows_intent',
      sql`(${table.intent} = 'link') = (${table.userId} is not null)`,
    ),
    check(
      'connector_flows_stage',
      sql`(${table.stage} = 'service' and ${table.flowHash} is not null and ${table.stateHash} is not null)
        or (${table.stage} = 'email' and ${table.flowHash} is not null and ${table.stateHash} is null)
        or (${table.stage} = 'mail' and ${table.flowHash} is null and ${table.stateHash} is null)`,
    ),
  ],
)

type FlowStage = 'service' | 'email' | 'mail'
export type FlowIntent = 'login' | 'link'
