// `pnpm build`: builds apps/server/dist and apps/web/build for production.
import { buildServer } from './build/server.ts'
import { buildWeb } from './build/web.ts'

await buildServer()
buildWeb()
