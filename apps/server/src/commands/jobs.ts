import { listeners } from '../features.ts'
import { readConfig } from '../kernel/config.ts'
import { openContext } from '../kernel/open-context.ts'

/** Shows the jobs that failed for good, one line each. */
export async function jobs(words: string[], say: (text: string) => void) {
  if (words[0] !== 'dead') {
    process.exitCode = 2
    return say('Usage: stoa jobs dead')
  }
  const ctx = await openContext({ config: readConfig(), listeners, works: false })
  try {
    const dead = await ctx.jobs.listDead()
    if (dead.length === 0) return say('No dead jobs.')
    for (const job of dead) {
      say(
        `${job.failedAt.toISOString()} ${job.queue} ${JSON.stringify(job.payload)} ${JSON.stringify(job.error)}`,
      )
    }
  } finally {
    await ctx.close()
  }
}
