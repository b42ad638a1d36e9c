import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'

const count = z.number().int().nonnegative()
const queue = z.string().min(1).max(200)

export const JobQueues = z.object({
  /** Of all queues. */
  waiting: count,
  active: count,
  /** Those with jobs that wait or run. */
  queues: z.array(z.object({ name: z.string(), waiting: count, active: count })).max(500),
  /** Jobs that failed permanently, by queue and error. */
  failed: z
    .array(
      z.object({ queue: z.string(), error: z.string(), count, last_failed_at: z.number().int() }),
    )
    .max(100),
})
export type JobQueues = z.output<typeof JobQueues>

export const listJobs = endpoint({
  method: 'GET',
  path: `${adminPrefix}/jobs`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists the queues with jobs that wait or run, and jobs that failed permanently.',
  response: JobQueues,
})

const changed = z.object({ count })

export const retryFailedJobs = endpoint({
  method: 'POST',
  path: `${adminPrefix}/jobs/failed`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Runs the failed jobs of a queue again.',
  input: { queue },
  response: changed,
})

export const discardFailedJobs = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/jobs/failed`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Deletes the failed jobs of a queue.',
  input: { queue },
  response: changed,
})
