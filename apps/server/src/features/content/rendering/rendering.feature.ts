import type { Feature } from '../../../kernel/feature.ts'
import { renderingListeners } from './rendering.jobs.ts'

export const renderingFeature: Feature = { name: 'rendering', listeners: renderingListeners }
