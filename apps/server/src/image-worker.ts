// Entry point of the image process, which kernel/images forks.
import { cardJob } from './features/cards/cards.drawing.ts'
import { avatarJob, postImageJob } from './features/uploads/images.processing.ts'
import type { ImageLimits } from './kernel/images/image-job.ts'
import { serveJobs } from './kernel/images/serve-jobs.ts'

type Options = { limits: ImageLimits; scratchDir: string }

serveJobs([avatarJob, postImageJob, cardJob], JSON.parse(process.argv[2] ?? '') as Options)
