// The process that decodes and draws images: started by kernel/images, with a channel to the server.
import { cardJob } from './features/cards/cards.drawing.ts'
import { avatarJob, postImageJob } from './features/uploads/images.drawing.ts'
import type { ImageLimits } from './kernel/images/image-job.ts'
import { serveJobs } from './kernel/images/serve-jobs.ts'

type Options = { limits: ImageLimits; scratchDir: string }

serveJobs([avatarJob, postImageJob, cardJob], JSON.parse(process.argv[2] ?? '') as Options)
