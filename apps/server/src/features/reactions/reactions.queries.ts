import { type Emoji, emojis, type Reactions } from '@stoa/contract/features/reactions'
import type { Translate } from '@stoa/locales/translate'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import type { Actor, Someone } from '../../kernel/rules.ts'

/** How many of those who reacted are named. */
const named = 5

export type ReactionRow = {
  object_id: string
  emoji: Emoji
  count: number
  names: string[]
  is_active: boolean
}

/** The emoji on a post the reader may see, in the order they are offered; names in the order they reacted. */
export async function listReactions(
  db: Db,
  objectId: string,
  { who, t }: { who: Actor | null; t: Translate },
): Promise<Reactions> {
  const { rows } = await db.execute<ReactionRow>(reactionRows(`{${objectId}}`, who))
  return toReactions(rows, objectId, t)
}

/** A row for each emoji on any of these posts, whose ids are an array as PostgreSQL writes it. */
export function reactionRows(objectIds: string, who: Someone | null): SQL {
  return sql`
    select object_id::text, emoji, count(*)::int as count, bool_or(user_id = ${who?.id ?? '0'}) as is_active,
      array_agg(display_name order by place) filter (where place <= ${named}) as names
    from (
      select object_id, emoji, user_id, display_name,
        row_number() over (partition by object_id, emoji order by reactions.created_at, user_id) as place
      from reactions join users on users.id = reactions.user_id
      where object_id = any(${objectIds}::bigint[])
    ) as ordered
    group by object_id, emoji`
}

/** Those of one post among the rows. */
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
      tooltip: tooltipOf(names, count, t),
      is_active,
    }))
  return { reaction_summary: list }
}

function tooltipOf(names: readonly string[], count: number, t: Translate) {
  const others = count - names.length
  const parts = others === 0 ? names : [...names, t('reaction.more', { count: others })]
  return new Intl.ListFormat(t.tag, { type: 'conjunction' }).format(parts)
}
