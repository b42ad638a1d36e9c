import type { Generated } from './feature.ts'
import type { ShapeName } from './shapes.ts'

const firstSteps: Record<ShapeName, string> = {
  owned:
    'Rename `title` to what it is, and add the other columns: contract, table, queries, screen.',
  toggle: 'Put the button on a screen: call the list in its loader and pass the result as `state`.',
}

/** What `pnpm new feature` prints at the end. */
export function describeFeature({ written, changed, migration }: Generated, shape: ShapeName) {
  const list = (files: readonly string[]) => files.map((file) => `  ${file}`).join('\n')
  return `
wrote ${written.length} files:
${list(written)}
changed ${changed.length} files:
${list(changed)}

next:
  1. ${firstSteps[shape]}
  2. After a change of the table:           pnpm new migration ${migration} --redo
  3. After a change of access or limits:    pnpm test contract.test -t reviewed -u
  4. Improve the sentence in docs/features.md and the words in packages/locales/src/en_US.json.
  5. Say what webhooks get of its events:   apps/server/src/features/admin/webhooks/
  6. Read what else a feature owes:         docs/add-a-feature.md
  7. pnpm check`
}
