import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { lockQuestion } from '../posts/posts.actions.ts'
import { canInvite } from '../questions/questions.rules.ts'
import { users } from '../users/users.table.ts'
import { invites } from './invites.table.ts'

/** Makes exactly these people the invited ones. Only those who were not yet are told. */
export async function invite(
  tx: Tx,
  who: Actor,
  { questionId, names }: { questionId: string; names: readonly string[] },
  required: RequiredReputation,
) {
  must(canInvite(who, await lockQuestion(tx, who, questionId), required))
  const invited = await findPeople(tx, names)
  if (invited.includes(who.id)) failField('invite_user', 'invite.oneself')
  await tx
    .delete(invites)
    .where(and(eq(invites.questionId, questionId), notInArray(invites.userId, invited)))
  if (invited.length === 0) return
  const rows = invited.map((userId) => ({
    questionId,
    userId,
    invitedBy: who.id,
    createdAt: tx.now,
  }))
  const added = await tx
    .insert(invites)
    .values(rows)
    .onConflictDoNothing()
    .returning({ userId: invites.userId })
  if (added.length === 0) return
  const newcomers = added.map(({ userId }) => userId)
  await tx.emit('question.invited', { questionId, userId: who.id, invited: newcomers })
}

/** The people with these names, each once; a name that nobody active has is refused. */
async function findPeople(tx: Tx, names: readonly string[]) {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  if (wanted.length === 0) return []
  const found = await tx
    .select({ id: users.id, name: sql<string>`lower(${users.username})` })
    .from(users)
    .where(
      and(
        inArray(sql`lower(${users.username})`, wanted),
        eq(users.status, 'normal'),
        isNotNull(users.activatedAt),
      ),
    )
  const unknown = wanted.find((name) => !found.some((person) => person.name === name))
  if (unknown !== undefined) failField('invite_user', 'invite.unknown_name', { name: unknown })
  return found.map(({ id }) => id)
}
