// Adds a new feature to the files that list features.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'
import { fill, type Names } from './names.ts'
import { screenFile, type ShapeName, shapes } from './shapes.ts'

/** The new text of every file that lists features, by its path. */
export function listsWith(shape: ShapeName, area: string, names: Names): Record<string, string> {
  const { many, 'many-kebab': feature } = names
  const { uses, events, messages, description, hasScreen } = shapes[shape]
  const imported = uses.map((name) => `'${name}'`).join(', ')
  return {
    ...insert('packages/contract/src/endpoints.ts', [
      [/^(?=\n\/\*\*)/m, `import * as ${many} from './features/${feature}.ts'\n`],
      [/^(?=\} as const satisfies)/m, `  '${feature}': endpointsOf(${many}),\n`],
    ]),
    ...insert('apps/server/src/features.ts', [
      [
        /^(?=import \{ indexListeners)/m,
        `import { ${many}Feature } from './features/${area}/${feature}/${feature}.feature.ts'\n`,
      ],
      [/^(?=\]\n)/m, `  ${many}Feature,\n`],
    ]),
    ...insert('apps/server/src/events.ts', [
      [/^(?=\}\n\nexport type Events)/m, fill(events, names)],
    ]),
    ...insert('boundaries.ts', [
      [new RegExp(`(?<=^  ${area}: \\{\n)`, 'm'), `    '${feature}': [${imported}],\n`],
    ]),
    ...insert('docs/features.md', [
      [
        new RegExp(`(?<=^## ${area}\n(?:(?!## ).*\n)*?\\|---\\|---\\|---\\|\n)`, 'm'),
        `| \`${feature}\` | ${fill(description, names)} | |\n`,
      ],
    ]),
    ...addMessages(messages, names),
    ...(hasScreen ? addScreen(names) : {}),
  }
}

function addMessages(messages: Readonly<Record<string, string>>, names: Names) {
  const file = 'packages/locales/src/en_US.json'
  const added = Object.entries(messages).map(([key, text]) => [
    `${names.many_snake}.${key}`,
    fill(text, names),
  ])
  const all = { ...(JSON.parse(read(file)) as object), ...(Object.fromEntries(added) as object) }
  const sorted = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { [file]: `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n` }
}

/** A screen for members, before those of the installer. The reviewed guards are those of another such screen. */
function addScreen(names: Names) {
  const guards = 'apps/server/test/guards.txt'
  const path = `/${names['many-kebab']}`
  const rest = /^\/users\/settings\/data +(member .+)$/m.exec(read(guards))?.[1] ?? ''
  const screen = `{ path: '${path}', file: '${screenFile(names)}', guard: 'member', ...users }`
  return {
    ...insert('apps/web/app/routes.ts', [[/^(?=  \{ path: '\/install',)/m, `  ${screen},\n\n`]]),
    ...insert(guards, [[/^(?=\/install )/gm, `${path.padEnd(36)}${rest}\n`]]),
  }
}

function insert(file: string, edits: [RegExp, string][]): Record<string, string> {
  const text = edits.reduce((current, [position, line]) => {
    if (current.search(position) === -1)
      throw new Error(`${file}: cannot insert ${line.trim()}; add it manually`)
    return current.replace(position, () => line)
  }, read(file))
  return { [file]: text }
}

function read(file: string): string {
  return readFileSync(join(rootDir, file), 'utf8')
}
