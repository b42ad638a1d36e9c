// Writes the files of a new feature and adds it to the three lists that name every feature.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rootDir } from '../services/ports.ts'
import { fill, namesOf } from './names.ts'
import type { Names } from './names.ts'

const serverRoles = ['table', 'rules', 'actions', 'queries', 'routes', 'feature', 'factory', 'test']

/** Makes the feature under the root of this checkout; answers the files written and changed. */
export function newFeature(feature: string): string[] {
  const names = namesOf(feature)
  const files = filesOf(names)
  const taken = Object.keys(files).find((file) => existsSync(join(rootDir, file)))
  if (taken) throw new Error(`${taken} exists already`)
  const changed = { ...files, ...listsWith(names) }
  for (const [file, text] of Object.entries(changed)) {
    mkdirSync(dirname(join(rootDir, file)), { recursive: true })
    writeFileSync(join(rootDir, file), text)
  }
  execFileSync('oxfmt', Object.keys(changed), { cwd: rootDir, stdio: 'inherit' })
  const server = join(rootDir, 'apps/server')
  const drizzleKit = join(server, 'node_modules/.bin/drizzle-kit')
  const migration = ['generate', `--name=${names.many_snake}`]
  execFileSync(drizzleKit, migration, { cwd: server, stdio: 'inherit' })
  return Object.keys(changed)
}

function filesOf(names: Names): Record<string, string> {
  const feature = names['many-kebab']
  const server = serverRoles.map((role) => [
    `apps/server/src/features/${feature}/${feature}.${role}.ts`,
    `${role}.ts`,
  ])
  const list = `apps/web/app/features/${feature}/${names['one-kebab']}-list`
  const templates = [
    [`packages/contract/src/features/${feature}.ts`, 'contract.ts'],
    ...server,
    [`${list}.tsx`, 'list.tsx'],
    [`${list}.test.tsx`, 'list.test.tsx'],
  ] as [string, string][]
  return Object.fromEntries(
    templates.map(([file, template]) => [file, fill(readTemplate(template), names)]),
  )
}

function listsWith(names: Names): Record<string, string> {
  const { many, 'many-kebab': feature } = names
  const contract = 'packages/contract/src/endpoints.ts'
  const server = 'apps/server/src/features.ts'
  return {
    [contract]: insert(contract, [
      [/^(?=\n\/\*\*)/m, `import * as ${many} from './features/${feature}.ts'\n`],
      [/^(?=\} as const satisfies)/m, `  '${feature}': endpointsOf(${many}),\n`],
    ]),
    [server]: insert(server, [
      [
        /^(?=import \{ indexListeners)/m,
        `import { ${many}Feature } from './features/${feature}/${feature}.feature.ts'\n`,
      ],
      [/^(?=\]\n)/m, `  ${many}Feature,\n`],
    ]),
    'boundaries.ts': insert('boundaries.ts', [
      [/(?<=^export const features = \{\n)/m, `  '${feature}': ['users'],\n`],
    ]),
  }
}

function insert(file: string, edits: [RegExp, string][]): string {
  return edits.reduce(
    (text, [place, line]) => {
      if (!place.test(text))
        throw new Error(`${file}: no place found for ${line.trim()}; add it by hand`)
      return text.replace(place, () => line)
    },
    readFileSync(join(rootDir, file), 'utf8'),
  )
}

export function readTemplate(name: string): string {
  return readFileSync(join(import.meta.dirname, 'templates', `${name}.tmpl`), 'utf8')
}
