import type { Feature } from '../../../kernel/feature.ts'
import { mountFeeds } from './feeds.pages.ts'

export const feedsFeature: Feature = { name: 'feeds', mount: mountFeeds }
