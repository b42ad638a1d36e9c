import { listeners } from '../features.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { openContext } from '../platform/process/open-context.ts'

export async function jobs(args: string[], print: (text: string) => void) {
  if (args[0] !== 'dead') {
    process.exitCode = 2
    return print('Usage: stoa jobs dead')
  }
  const ctx = await openContext({ config: readConfig(), listeners, isWorker: false })
  try {
    const dead = await ctx.jobs.listDead()
    if (dead.length === 0) return print('No dead jobs.')
    for (const job of dead) {
      print(
        `${job.failedAt.toISOString()} ${job.queue} ${JSON.stringify(job.payload)} ${JSON.stringify(job.error)}`,
      )
    }
  } finally {
    await ctx.close()
  }
}
