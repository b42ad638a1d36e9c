import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { createBadge, updateBadge } from '@stoa/contract/features/badges'
import { limits } from '@stoa/contract/limits'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { badges, postConditions } from '../../../schema/badges.ts'
import { findTagIds } from '../../content/follows/follows.actions.ts'
import { recordSiteAction } from '../staff-log/staff-log.actions.ts'
import { lastContentOf } from './content.jobs.ts'

/** The job that checks the past awards it. */
export async function defineBadge(tx: Tx, actor: Actor, input: ParsedInputOf<typeof createBadge>) {
  const { name, description, icon, level, condition, amount } = input
  if ((await tx.$count(badges)) >= limits.badges.max) fail('badge.too_many')
  const isForPosts = postConditions.includes(condition)
  const [badge] = await tx
    .insert(badges)
    .values({
      name,
      description,
      icon,
      level,
      condition,
      amount,
      group: 'site',
      isSingle: !isForPosts || input.is_single,
      tagId: input.tag === '' ? null : await findTag(tx, input.tag),
      withinDays: input.within_days === 0 ? null : input.within_days,
      contentCheckedTo: sql`${lastContentOf(condition)}::bigint`,
      votesCheckedAt: tx.now,
    })
    .returning({ id: badges.id })
  const { id } = requireRow(badge)
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'define_badge',
    after: { badge: id, name, condition, amount },
  })
  await tx.emit('badge.switched', { badgeId: id, userId: actor.id, isActive: true })
  return id
}

async function findTag(tx: Tx, name: string) {
  const [id] = await findTagIds(tx, [name])
  return id ?? fail('tag.not_found')
}

export async function changeBadge(tx: Tx, actor: Actor, input: ParsedInputOf<typeof updateBadge>) {
  const { id, name, description, icon, level } = input
  const isDefined = and(eq(badges.id, id), isNull(badges.key))
  const [before] = await tx.select({ name: badges.name }).from(badges).where(isDefined)
  const [changed] = await tx
    .update(badges)
    .set({ name, description, icon, level })
    .where(isDefined)
    .returning({ isActive: badges.isActive })
  if (changed === undefined) return fail('badge.object_not_found')
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'change_badge',
    before: { badge: id, name: before?.name ?? '' },
    after: { badge: id, name },
  })
  await tx.emit('badge.switched', { badgeId: id, userId: actor.id, isActive: changed.isActive })
}

/** What was about the merged tag is about the other one now. */
export async function moveBadges(tx: Tx, fromId: string, intoId: string) {
  await tx
    .update(badges)
    .set({ tagId: intoId, checkedTo: sql`0`, checkedAt: null })
    .where(eq(badges.tagId, fromId))
}
