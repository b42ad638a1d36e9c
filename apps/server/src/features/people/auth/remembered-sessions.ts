import { LRUCache } from 'lru-cache'
import type { Context } from '../../../kernel/context.ts'
import { accountTopic, allTopics } from '../../../kernel/invalidation.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { identify } from './sessions.ts'

// With `max`, lists of that length would be allocated at the start: half a megabyte and more.
const limits = { maxSize: 20_000, sizeCalculation: () => 1, ttl: 10 * 60_000 }

/** For calls that every open page repeats. Sessions are forgotten when they end or when their user changes. */
export function rememberSessions(ctx: Context) {
  const actors = new LRUCache<string, Actor>(limits)
  let changes = 0
  ctx.live.subscribe((topics) => {
    for (const topic of topics) {
      if (topic === allTopics) actors.clear()
      else if (topic.startsWith(accountTopic(''))) forgetUser(actors, topic.slice(1))
      else continue
      changes++
    }
  })
  return async (_ctx: Context, token: string): Promise<Actor | null> => {
    const key = hashSecret(token)
    const found = actors.get(key)
    if (found !== undefined) return found
    const before = changes
    const actor = await identify(ctx, token)
    if (actor !== null && before === changes) actors.set(key, actor)
    return actor
  }
}

function forgetUser(actors: LRUCache<string, Actor>, userId: string) {
  const found = [...actors].filter(([, { id }]) => id === userId)
  for (const [key] of found) actors.delete(key)
}
