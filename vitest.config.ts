import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files start first, so that the last one does not run alone at the end. */
const slowFiles = [
  'test/stall.',
  'test/xss.',
  'test/account-privacy.',
  'faults/',
  'random/random-operations.',
  'test/commands.',
  'new/new.',
  'install/install.',
  'test/account-races.',
  'new/remove.',
  'test/contract.',
  'test/plans.',
  'test/wave.',
  'test/replicas.',
]

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const orderOf = ({ moduleId }: TestSpecification) => {
      const index = slowFiles.findIndex((part) => moduleId.includes(part))
      return index === -1 ? slowFiles.length : index
    }
    return [...files].sort((a, b) => orderOf(a) - orderOf(b))
  }
}

/** Counts executed code, so it must not share a process with other tests. */
const isolatedFiles = ['packages/markdown/src/growth.test.ts']

const excluded = ['**/node_modules/**', '**/dist/**', '**/build/**', '**/.react-router/**']

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
        test: {
          name: 'whole',
          include: [
            '{plugins,scripts,bench}/**/*.test.ts',
            'apps/server/test/**/*.test.ts',
            ...isolatedFiles,
          ],
          exclude: excluded,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['packages/**/*.test.{ts,tsx}', 'apps/*/{src,app}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, ...isolatedFiles],
          // Modules hold no state between sites, and loading them for each file would double the time.
          isolate: false,
        },
      },
    ],
  },
})
