// `pnpm build`: builds apps/web/build and apps/server/dist for production.
import { buildServer } from './build/server.ts'
import { buildWeb } from './build/web.ts'

buildWeb()
await buildServer()
