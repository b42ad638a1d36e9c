import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The long ones begin first: the last to end must not run alone. */
const long = [
  'test/stall.',
  'test/xss.',
  'test/account-privacy.',
  'faults/',
  'random/random-operations.',
  'test/commands.',
  'new/new.',
  'install/install.',
  'test/account-races.',
  'test/contract.',
  'test/plans.',
  'test/replicas.',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const index = long.findIndex((part) => moduleId.includes(part))
      return index === -1 ? long.length : index
    }
    return [...files].sort((one, other) => place(one) - place(other))
  }
}

/** Counts executed code, which other tests of one process would disturb. */
const ownProcess = ['packages/markdown/src/growth.test.ts']

const outside = ['**/node_modules/**', '**/dist/**', '**/build/**', '**/.react-router/**']

export default defineConfig({
  test: {
    globalSetup: ['scripts/services/vitest-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // Limits against hanging, not against slowness: CI may run beside others on two cores.
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
            ...ownProcess,
          ],
          exclude: outside,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['packages/**/*.test.{ts,tsx}', 'apps/*/{src,app}/**/*.test.{ts,tsx}'],
          exclude: [...outside, ...ownProcess],
          // Modules keep nothing between two sites; loading them again for each file takes half of its time.
          isolate: false,
        },
      },
    ],
  },
})
