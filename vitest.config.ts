import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files start first, so that the last one does not run alone at the end. */
const slowFiles = [
  'test/stall.',
  'test/hostile-plugins.',
  'test/xss.',
  'test/account-privacy.',
  'faults/',
  'random/random-operations.',
  'test/commands.',
  'new/new.',
  'install/install.',
  'test/account-races.',
  'new/remove.',
  'test/endpoint-access.',
  'test/plans.',
  'test/wave.',
  'test/replicas.',
]

/**
 * A worker keeps the modules it has loaded as long as the next file has the same environment, so files with a DOM come
 * last, together.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const orderOf = ({ moduleId, project }: TestSpecification) => {
      if (project.config.isolate) return -1
      const index = slowFiles.findIndex((part) => moduleId.includes(part))
      if (index !== -1) return index
      return slowFiles.length + (hasDom(moduleId) ? 1 : 0)
    }
    const order = new Map(files.map((file) => [file, orderOf(file)]))
    return [...files].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  }
}

function hasDom(file: string): boolean {
  return readFileSync(file, 'utf8').includes('@vitest-environment happy-dom')
}

/** These count executed code, its time or what React logs, so they must not share a process with other tests. */
const isolatedFiles = [
  'packages/markdown/src/growth.test.ts',
  'packages/markdown/src/hostile.test.ts',
  // React warns about contexts that were rendered to HTML before.
  'apps/web/app/features/site/plugin-slots/slot.test.tsx',
]

const excluded = ['**/node_modules/**', '**/dist/**', 'apps/**/build/**', '**/.react-router/**']

export default defineConfig({
  test: {
    globalSetup: ['scripts/services/vitest-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // These only catch hanging tests: CI may share two cores with other work.
    testTimeout: 180_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: isolatedFiles, exclude: excluded },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            '{plugins,scripts,bench}/**/*.test.ts',
            'packages/**/*.test.{ts,tsx}',
            'apps/server/test/**/*.test.ts',
            'apps/*/{src,app}/**/*.test.{ts,tsx}',
          ],
          exclude: [...excluded, ...isolatedFiles],
          // Modules hold no state between sites. Loading them for each file would take two seconds of CPU time each.
          isolate: false,
        },
      },
    ],
  },
})
