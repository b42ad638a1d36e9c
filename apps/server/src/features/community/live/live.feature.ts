import type { Feature } from '../../../kernel/feature.ts'
import { liveRoutes } from './live.routes.ts'
import { mountLive } from './live.stream.ts'

export const liveFeature: Feature = { name: 'live', routes: liveRoutes, mount: mountLive }
