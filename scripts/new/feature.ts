// Generates the files of a new feature and adds it to the lists of features.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { areas } from '../../boundaries.ts'
import { rootDir } from '../services/ports.ts'
import { listsWith } from './lists.ts'
import { generateMigration } from './migration.ts'
import { fill, namesOf } from './names.ts'
import { filesOf, type ShapeName } from './shapes.ts'

export type Generated = { written: string[]; changed: string[]; migration: string }

/** Takes `area/feature`. */
export function newFeature(path: string, shape: ShapeName): Generated {
  const [area = '', feature = ''] = path.split('/')
  if (!(area in areas) || feature === '')
    throw new Error(`name an area: ${Object.keys(areas).join(', ')}; for example community/medals`)
  if (shape === 'toggle' && (area === 'site' || area === 'people'))
    throw new Error(`a toggle belongs to questions: the area ${area} is below them`)
  const names = namesOf(feature)
  const templates = filesOf(shape, area, names)
  const existing = templates.find(([file]) => existsSync(join(rootDir, file)))
  if (existing) throw new Error(`${existing[0]} already exists`)
  const files = Object.fromEntries(
    templates.map(([file, template]) => [
      file,
      fill(readTemplate(join(shape, template)), { ...names, area }),
    ]),
  )
  const lists = listsWith(shape, area, names)
  for (const [file, text] of Object.entries({ ...files, ...lists })) {
    mkdirSync(dirname(join(rootDir, file)), { recursive: true })
    writeFileSync(join(rootDir, file), text)
  }
  const sources = [...Object.keys(files), ...Object.keys(lists)].filter((f) => /\.tsx?$/.test(f))
  execFileSync('oxfmt', sources, { cwd: rootDir, stdio: 'inherit' })
  const { written, changed } = generateMigration(names.many_snake)
  return {
    written: [...Object.keys(files), ...written],
    changed: [...Object.keys(lists), ...changed],
    migration: names.many_snake,
  }
}

export function readTemplate(name: string): string {
  return readFileSync(join(import.meta.dirname, 'templates', `${name}.tmpl`), 'utf8')
}
