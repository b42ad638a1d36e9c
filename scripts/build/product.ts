import { buildServer, serverBundle } from './server.ts'
import { isStale } from './stale.ts'
import { buildWeb, webBundle } from './web.ts'

/** Builds what is older than its sources. */
export async function buildProduct() {
  if (isStale(webBundle, 'web')) buildWeb()
  if (isStale(serverBundle, 'server')) await buildServer()
}
