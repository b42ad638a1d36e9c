import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { precompress } from './vite/precompress.ts'

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: process.env['WEB_BUILD_DIR'] ?? 'build',
  // The route table is small and public: one file for all of it, no discovery calls.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  // Last of all: the route table is written after the files of the browser build.
  buildEnd: ({ reactRouterConfig }) =>
    precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
