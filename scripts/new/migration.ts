// `pnpm new migration <name> [--redo]`: generates a migration from the tables.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'

type Journal = { entries: { idx: number; tag: string }[] }

const serverDir = 'apps/server'
const migrationsDir = `${serverDir}/drizzle`
const journalFile = `${migrationsDir}/meta/_journal.json`

export function generateMigration(name: string) {
  const server = join(rootDir, serverDir)
  const drizzleKit = join(server, 'node_modules/.bin/drizzle-kit')
  execFileSync(drizzleKit, ['generate', `--name=${name}`], { cwd: server, stdio: 'inherit' })
  const tag = readJournal().entries.at(-1)?.tag ?? ''
  return { written: filesOf(tag), changed: [journalFile] }
}

/** Replaces the last migration, which must not have been released. */
export function redoMigration(name: string) {
  const journal = readJournal()
  const last = journal.entries.pop()
  if (last === undefined || !last.tag.endsWith(`_${name}`))
    throw new Error(`the last migration is ${last?.tag}: only that one can be generated again`)
  for (const file of filesOf(last.tag)) rmSync(join(rootDir, file))
  writeFileSync(join(rootDir, journalFile), JSON.stringify(journal, null, 2))
  return generateMigration(name)
}

function filesOf(tag: string): string[] {
  return [`${migrationsDir}/${tag}.sql`, `${migrationsDir}/meta/${tag.split('_')[0]}_snapshot.json`]
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(rootDir, journalFile), 'utf8')) as Journal
}
