import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'

const shared = ['pnpm-lock.yaml', 'packages/*/src/**/*.{ts,tsx,json}', 'packages/*/package.json']
const inputs = {
  server: [
    ...shared,
    'apps/server/src/**/*',
    'apps/server/package.json',
    'apps/web/build/server/index.js',
    'scripts/build/*.ts',
  ],
  web: [...shared, 'apps/web/{app,fonts,vite,public}/**/*', 'apps/web/*.{ts,json}'],
}

/** Whether an input is newer than the output. */
export function isStale(output: string, kind: keyof typeof inputs): boolean {
  if (!existsSync(output)) return true
  const builtAt = statSync(output).mtimeMs
  const files = globSync(inputs[kind], {
    cwd: rootDir,
    exclude: (path) => /\.test\.tsx?$/.test(path),
  })
  return files.some((file) => statSync(join(rootDir, file)).mtimeMs > builtAt)
}
