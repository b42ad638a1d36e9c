import { type Emoji, emojis, type Reactions } from '@stoa/contract/features/reactions'
import type { Translate } from '@stoa/locales/translate'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor, Viewer } from '../../../kernel/rules.ts'

/** Names in the tooltip. */
const maxNames = 5

export type ReactionRow = {
  object_id: string
  emoji: Emoji
  count: number
  names: string[]
  is_active: boolean
}

/** The caller has checked that the actor may see the post. */
export async function listReactions(
  db: ReadDb,
  objectId: string,
  { actor, t }: { actor: Actor | null; t: Translate },
): Promise<Reactions> {
  const { rows } = await db.execute<ReactionRow>(reactionsQuery(`{${objectId}}`, actor))
  return toReactions(rows, objectId, t)
}

/** One row per post and emoji; `objectIds` is a PostgreSQL array literal. */
export function reactionsQuery(objectIds: string, actor: Viewer | null): SQL {
  return sql`
    select object_id::text, emoji, count(*)::int as count, bool_or(user_id = ${actor?.id ?? '0'}) as is_active,
      array_agg(display_name order by position) filter (where position <= ${maxNames}) as names
    from (
      select object_id, emoji, user_id, display_name,
        row_number() over (partition by object_id, emoji order by reactions.created_at, user_id) as position
      from reactions join users on users.id = reactions.user_id
      where object_id = any(${objectIds}::bigint[])
    ) as ordered
    group by object_id, emoji`
}

export function toReactions(
  rows: readonly ReactionRow[],
  objectId: string,
  t: Translate,
): Reactions {
  const list = rows
    .filter(({ object_id }) => object_id === objectId)
    .toSorted((one, other) => emojis.indexOf(one.emoji) - emojis.indexOf(other.emoji))
    .map(({ emoji, count, names, is_active }) => ({
      emoji,
      count,
      tooltip: formatTooltip(names, count, t),
      is_active,
    }))
  return { reaction_summary: list }
}

function formatTooltip(names: readonly string[], count: number, t: Translate) {
  const others = count - names.length
  const parts = others === 0 ? names : [...names, t('reaction.more', { count: others })]
  return new Intl.ListFormat(t.tag, { type: 'conjunction' }).format(parts)
}
