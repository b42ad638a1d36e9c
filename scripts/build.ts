// `pnpm build`: builds apps/web/build and apps/server/dist, with the plugins, for production.
import { buildPlugins } from './build/plugins.ts'
import { buildServer } from './build/server.ts'
import { buildWeb } from './build/web.ts'

buildWeb()
await buildServer()
await buildPlugins()
