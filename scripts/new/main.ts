// `pnpm new feature <plural-noun>` and `pnpm new decision "<title>"`.
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'
import { newDecision } from './decision.ts'
import { newFeature } from './feature.ts'

const [kind, ...words] = process.argv.slice(2)
const name = words.join(' ')

if (kind === 'feature' && name) {
  for (const file of newFeature(name)) console.log(`wrote ${file}`)
  console.log('now make it yours: contract first, then table, rules, actions, tests, web')
} else if (kind === 'decision' && name) {
  console.log(`wrote docs/decisions/${newDecision(name, join(rootDir, 'docs/decisions'))}`)
} else {
  console.error('usage: pnpm new feature <plural-noun> | pnpm new decision "<title>"')
  process.exitCode = 2
}
