// Generates the files of a new feature and adds it to the three lists of features.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { areas } from '../../boundaries.ts'
import { rootDir } from '../services/ports.ts'
import { fill, namesOf } from './names.ts'
import type { Names } from './names.ts'

const serverRoles = ['rules', 'actions', 'queries', 'routes', 'feature', 'factory', 'test']

/** Takes `area/feature` and returns the paths of written and changed files. */
export function newFeature(path: string): string[] {
  const [area = '', feature = ''] = path.split('/')
  if (!(area in areas) || feature === '')
    throw new Error(`name an area: ${Object.keys(areas).join(', ')}; for example community/badges`)
  const names = namesOf(feature)
  const files = filesOf(area, names)
  const existing = Object.keys(files).find((file) => existsSync(join(rootDir, file)))
  if (existing) throw new Error(`${existing} already exists`)
  const changed = { ...files, ...listsWith(area, names) }
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

function filesOf(area: string, names: Names): Record<string, string> {
  const feature = names['many-kebab']
  const server = serverRoles.map((role) => [
    `apps/server/src/features/${area}/${feature}/${feature}.${role}.ts`,
    `${role}.ts`,
  ])
  const list = `apps/web/app/features/${area}/${feature}/${names['one-kebab']}-list`
  const templates = [
    [`packages/contract/src/features/${feature}.ts`, 'contract.ts'],
    [`apps/server/src/schema/${feature}.ts`, 'schema.ts'],
    ...server,
    [`${list}.tsx`, 'list.tsx'],
    [`${list}.test.tsx`, 'list.test.tsx'],
  ] as [string, string][]
  return Object.fromEntries(
    templates.map(([file, template]) => [file, fill(readTemplate(template), names)]),
  )
}

function listsWith(area: string, names: Names): Record<string, string> {
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
        `import { ${many}Feature } from './features/${area}/${feature}/${feature}.feature.ts'\n`,
      ],
      [/^(?=\]\n)/m, `  ${many}Feature,\n`],
    ]),
    'boundaries.ts': insert('boundaries.ts', [
      [new RegExp(`(?<=^  ${area}: \\{\n)`, 'm'), `    '${feature}': ['users'],\n`],
    ]),
  }
}

function insert(file: string, edits: [RegExp, string][]): string {
  return edits.reduce(
    (text, [position, line]) => {
      if (!position.test(text))
        throw new Error(`${file}: cannot insert ${line.trim()}; add it manually`)
      return text.replace(position, () => line)
    },
    readFileSync(join(rootDir, file), 'utf8'),
  )
}

export function readTemplate(name: string): string {
  return readFileSync(join(import.meta.dirname, 'templates', `${name}.tmpl`), 'utf8')
}
