import type { TagLevel } from '@stoa/contract/features/follows'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { follows } from '../../../schema/follows.ts'
import { follow } from '../follows/follows.actions.ts'
import { ignoreTag } from './ignored-tags.actions.ts'

/** Follows the tag or ignores it, and ends the other. */
export async function setTagLevel(
  tx: Tx,
  actor: Actor,
  { tagId, level }: { tagId: string; level: TagLevel },
) {
  if (level === 'mute') return await ignoreTag(tx, actor, { tagId, isOn: true })
  const objectId = await follow(tx, actor, { objectId: tagId, isOn: true })
  await tx
    .update(follows)
    .set({ level })
    .where(and(eq(follows.userId, actor.id), eq(follows.objectId, objectId)))
}
