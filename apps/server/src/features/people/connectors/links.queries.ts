import type { LinkedConnector } from '@stoa/contract/features/connectors'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import { externalAccounts } from '../../../schema/connectors.ts'
import { listConnectorsOf } from './connector-calls.actions.ts'

export async function listLinked(ctx: Context, userId: string): Promise<LinkedConnector[]> {
  const { slug, externalId } = externalAccounts
  const rows = await ctx.primary
    .select({ slug, externalId })
    .from(externalAccounts)
    .where(eq(externalAccounts.userId, userId))
  const linked = new Map(rows.map((row) => [row.slug, row.externalId]))
  return listConnectorsOf(ctx).map((connector) => ({
    ...connector,
    binding: linked.has(connector.slug_name),
    external_id: linked.get(connector.slug_name) ?? '',
  }))
}

export async function findExternalId(db: ReadDb, slug: string, userId: string) {
  const [row] = await db
    .select({ externalId: externalAccounts.externalId })
    .from(externalAccounts)
    .where(and(eq(externalAccounts.userId, userId), eq(externalAccounts.slug, slug)))
  return row?.externalId ?? null
}

/** The user who last logged in with a username of the service. */
export async function findUserNamed(db: ReadDb, slug: string, username: string) {
  const [row] = await db
    .select({ userId: externalAccounts.userId })
    .from(externalAccounts)
    .where(
      and(
        eq(externalAccounts.slug, slug),
        sql`lower(${externalAccounts.name}) = lower(${username})`,
      ),
    )
    .orderBy(desc(externalAccounts.lastUsedAt))
    .limit(1)
  return row?.userId ?? null
}

export const externalAccountsExport = defineSmallList(({ db, owner, after, order, limit }) =>
  db
    .select({
      key: externalAccounts.id,
      row: {
        service: externalAccounts.slug,
        externalId: externalAccounts.externalId,
        name: externalAccounts.name,
        linkedAt: externalAccounts.linkedAt,
        lastUsedAt: externalAccounts.lastUsedAt,
      },
    })
    .from(externalAccounts)
    .where(and(eq(externalAccounts.userId, owner.id), after(externalAccounts.id)))
    .orderBy(order(externalAccounts.id))
    .limit(limit),
)
