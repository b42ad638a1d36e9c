import { accountsFeature } from './features/accounts/accounts.feature.ts'
import { activityFeature } from './features/activity/activity.feature.ts'
import { captchaFeature } from './features/captcha/captcha.feature.ts'
import { installFeature } from './features/install/install.feature.ts'
import { mailFeature } from './features/mail/mail.feature.ts'
import { peopleFeature } from './features/people/people.feature.ts'
import { profileFeature } from './features/profile/profile.feature.ts'
import { questionsFeature } from './features/questions/questions.feature.ts'
import { secondFactorFeature } from './features/second-factor/second-factor.feature.ts'
import { siteFeature } from './features/site/site.feature.ts'
import { tagsFeature } from './features/tags/tags.feature.ts'
import { uploadsFeature } from './features/uploads/uploads.feature.ts'
import { indexListeners } from './kernel/events.ts'
import type { Feature } from './kernel/feature.ts'
import { idempotencyListeners } from './kernel/idempotency.ts'

/** Every feature of the product. Take a line out and the feature is gone. */
const features: readonly Feature[] = [
  siteFeature,
  accountsFeature,
  captchaFeature,
  mailFeature,
  profileFeature,
  peopleFeature,
  uploadsFeature,
  secondFactorFeature,
  tagsFeature,
  questionsFeature,
  activityFeature,
  installFeature,
]

export const mounts = features.flatMap((feature) => feature.mount ?? [])

export const routes = features.flatMap((feature) => feature.routes ?? [])

export const listeners = indexListeners([
  ...features.flatMap((feature) => feature.listeners ?? []),
  ...idempotencyListeners,
])
