import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'

const appDir = join(rootDir, 'apps/web')
export const webBundle = join(appDir, 'build/server/index.js')

/** Builds the client and server bundles of the web app. */
export function buildWeb(variables: Record<string, string> = {}) {
  const program = join(appDir, 'node_modules/.bin/react-router')
  const env = { ...process.env, NODE_ENV: 'production', ...variables }
  const { status } = spawnSync(program, ['build'], { cwd: appDir, env, stdio: 'inherit' })
  if (status !== 0) throw new Error('react-router build failed')
}
