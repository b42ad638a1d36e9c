import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { lockQuestion } from '../shared/posts.actions.ts'
import { canInvite } from '../questions/questions.rules.ts'
import { users } from '../../../schema/users.ts'
import { invites } from '../../../schema/invites.ts'

/** Replaces the invited users. Notifies only those who are new. */
export async function invite(
  tx: Tx,
  actor: Actor,
  { questionId, names }: { questionId: string; names: readonly string[] },
) {
  const required = requiredReputation(tx.ctx.settings)
  assertAllowed(canInvite(actor, await lockQuestion(tx, actor, questionId), required))
  const invitedIds = await findUserIds(tx, names)
  if (invitedIds.includes(actor.id)) failField('invite_user', 'invite.oneself')
  await tx
    .delete(invites)
    .where(and(eq(invites.questionId, questionId), notInArray(invites.userId, invitedIds)))
  if (invitedIds.length === 0) return
  const rows = invitedIds.map((userId) => ({
    questionId,
    userId,
    invitedBy: actor.id,
    createdAt: tx.now,
  }))
  const added = await tx
    .insert(invites)
    .values(rows)
    .onConflictDoNothing()
    .returning({ userId: invites.userId })
  if (added.length === 0) return
  const addedIds = added.map(({ userId }) => userId)
  await tx.emit('question.invited', { questionId, userId: actor.id, invited: addedIds })
}

/** Rejects names without an active user. */
async function findUserIds(tx: Tx, names: readonly string[]) {
  const lowerNames = [...new Set(names.map((name) => name.toLowerCase()))]
  if (lowerNames.length === 0) return []
  const found = await tx
    .select({ id: users.id, name: sql<string>`lower(${users.username})` })
    .from(users)
    .where(
      and(
        inArray(sql`lower(${users.username})`, lowerNames),
        eq(users.status, 'normal'),
        isNotNull(users.activatedAt),
      ),
    )
  const unknown = lowerNames.find((name) => !found.some((user) => user.name === name))
  if (unknown !== undefined) failField('invite_user', 'invite.unknown_name', { name: unknown })
  return found.map(({ id }) => id)
}
