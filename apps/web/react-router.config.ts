import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { precompress } from './vite/precompress.ts'

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: process.env['WEB_BUILD_DIR'] ?? 'build',
  // The route table is small and public: one manifest, no discovery requests.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  // Not a Vite hook: the route manifest is written after the browser build.
  buildEnd: ({ reactRouterConfig }) =>
    precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
