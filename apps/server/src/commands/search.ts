import { rebuildSearch } from '../features/search/search.actions.ts'
import { listeners } from '../features.ts'
import { readConfig } from '../kernel/config.ts'
import { openContext } from '../kernel/open-context.ts'

const toldEvery = 10_000

/** Writes everything the search knows anew. Stopped and started again, it goes on where it was. */
export async function search(words: string[], say: (text: string) => void) {
  if (words[0] !== 'rebuild') {
    process.exitCode = 2
    return say('Usage: stoa search rebuild')
  }
  const ctx = await openContext({ config: readConfig(), listeners, works: false })
  try {
    const done = await rebuildSearch(ctx, (count) => {
      if (count % toldEvery === 0) say(`${count} posts`)
    })
    say(`The search knows all posts again: ${done} looked at.`)
  } finally {
    await ctx.close()
  }
}
