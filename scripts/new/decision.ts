import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTemplate } from './feature.ts'
import { fill } from './names.ts'

/** Writes the next numbered decision record and returns its file name. */
export function newDecision(title: string, dir: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  if (!slug) throw new Error('a decision needs a title')
  mkdirSync(dir, { recursive: true })
  const numbers = readdirSync(dir).map((name) => Number.parseInt(name, 10) || 0)
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
  const name = `${number}-${slug}.md`
  writeFileSync(join(dir, name), fill(readTemplate('decision.md'), { number, title }), {
    flag: 'wx',
  })
  return name
}
