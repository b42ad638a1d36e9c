// `pnpm new feature <area>/<plural-noun> --shape owned|toggle`, `pnpm new migration <name> [--redo]` and
// `pnpm new decision "<title>"`.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rootDir } from '../services/ports.ts'
import { newDecision } from './decision.ts'
import { newFeature } from './feature.ts'
import { generateMigration, redoMigration } from './migration.ts'
import { describeFeature } from './next-steps.ts'
import { shapeNames } from './shapes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shape: { type: 'string' }, redo: { type: 'boolean', default: false } },
})
const [kind, ...words] = positionals
const name = words.join(' ')
const shape = shapeNames.find((option) => option === values.shape)

if (kind === 'feature' && name && shape) {
  console.log(describeFeature(newFeature(name, shape), shape))
} else if (kind === 'migration' && name) {
  const { written } = values.redo ? redoMigration(name) : generateMigration(name)
  for (const file of written) console.log(`wrote ${file}`)
} else if (kind === 'decision' && name) {
  console.log(`wrote docs/decisions/${newDecision(name, join(rootDir, 'docs/decisions'))}`)
} else {
  console.error(`usage: pnpm new feature <area>/<plural-noun> --shape ${shapeNames.join('|')}
         owned: something that a user adds, lists and removes
         toggle: something that a user switches on and off for a question
       pnpm new migration <name> [--redo]
       pnpm new decision "<title>"`)
  process.exitCode = 2
}
