// `pnpm new feature <area>/<plural-noun>` and `pnpm new decision "<title>"`.
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'
import { newDecision } from './decision.ts'
import { newFeature } from './feature.ts'

const [kind, ...words] = process.argv.slice(2)
const name = words.join(' ')

if (kind === 'feature' && name) {
  for (const file of newFeature(name)) console.log(`wrote ${file}`)
  console.log('next: edit the contract, then the table, rules, actions, tests and screens')
} else if (kind === 'decision' && name) {
  console.log(`wrote docs/decisions/${newDecision(name, join(rootDir, 'docs/decisions'))}`)
} else {
  console.error('usage: pnpm new feature <area>/<plural-noun> | pnpm new decision "<title>"')
  process.exitCode = 2
}
