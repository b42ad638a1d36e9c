import type { Feature } from '../../../kernel/feature.ts'
import { tagsRoutes } from './tags.routes.ts'

export const tagsFeature: Feature = { name: 'tags', routes: tagsRoutes }
