import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: process.env['WEB_BUILD_DIR'] ?? 'build',
  // The route table is small and public: one file for all of it, no discovery calls.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
} satisfies Config
