import type { Feature } from '../../../kernel/feature.ts'
import { activityListeners } from './activity.listeners.ts'

export const activityFeature: Feature = { name: 'activity', listeners: activityListeners }
