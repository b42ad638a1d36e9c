import type { Feature } from '../../../kernel/feature.ts'
import { mountUploadedFiles } from './uploads.files.ts'
import { uploadsListeners } from './uploads.jobs.ts'
import { uploadsRoutes } from './uploads.routes.ts'

export const uploadsFeature: Feature = {
  name: 'uploads',
  routes: uploadsRoutes,
  listeners: uploadsListeners,
  mount: mountUploadedFiles,
}
