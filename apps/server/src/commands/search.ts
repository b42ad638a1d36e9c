import { rebuildSearch } from '../features/discovery/search/search.actions.ts'
import { listeners } from '../features.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { openContext } from '../platform/process/open-context.ts'

const progressInterval = 10_000

/** Rebuilds the search index. Resumes after an interruption. */
export async function search(args: string[], print: (text: string) => void) {
  if (args[0] !== 'rebuild') {
    process.exitCode = 2
    return print('Usage: stoa search rebuild')
  }
  const ctx = await openContext({ config: readConfig(), listeners, isWorker: false })
  try {
    const done = await rebuildSearch(ctx, (count) => {
      if (count % progressInterval === 0) print(`${count} posts`)
    })
    print(`Search index rebuilt: ${done} posts.`)
  } finally {
    await ctx.close()
  }
}
