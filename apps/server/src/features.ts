import { accountsFeature } from './features/accounts/accounts.feature.ts'
import { activityFeature } from './features/activity/activity.feature.ts'
import { questionsFeature } from './features/questions/questions.feature.ts'
import { siteFeature } from './features/site/site.feature.ts'
import { tagsFeature } from './features/tags/tags.feature.ts'
import { indexListeners } from './kernel/events.ts'
import type { Feature } from './kernel/feature.ts'
import { idempotencyListeners } from './kernel/idempotency.ts'

/** Every feature of the product. Take a line out and the feature is gone. */
const features: readonly Feature[] = [
  siteFeature,
  accountsFeature,
  tagsFeature,
  questionsFeature,
  activityFeature,
]

export const routes = features.flatMap((feature) => feature.routes ?? [])

export const listeners = indexListeners([
  ...features.flatMap((feature) => feature.listeners ?? []),
  ...idempotencyListeners,
])
