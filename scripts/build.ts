// `pnpm build`: what production runs, apps/server/dist and apps/web/build.
import { buildServer } from './build/server.ts'
import { buildWeb } from './build/web.ts'

await buildServer()
buildWeb()
