import type { Feature } from '../../../kernel/feature.ts'
import { mountSitemap } from './sitemap.pages.ts'

export const sitemapFeature: Feature = { name: 'sitemap', mount: mountSitemap }
