// Entry point of the image process, which kernel/images forks.
import { cardJob } from './features/discovery/cards/cards.drawing.ts'
import {
  avatarJob,
  brandingJob,
  postImageJob,
} from './features/content/uploads/images.processing.ts'
import type { ImageLimits } from './platform/images/image-job.ts'
import { serveJobs } from './platform/images/serve-jobs.ts'

type Options = { limits: ImageLimits; scratchDir: string }

serveJobs(
  [avatarJob, brandingJob, postImageJob, cardJob],
  JSON.parse(process.argv[2] ?? '') as Options,
)
