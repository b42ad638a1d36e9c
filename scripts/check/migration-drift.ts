// Checks that the migrations produce the tables that the code declares.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runStep } from './steps.ts'

/** Generates a migration in a copy of the migrations folder; a new file there is a missing migration. */
export async function findDrift(appDir: string, drizzleKit: string): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-drift-'))
  try {
    const out = join(dir, 'drizzle')
    if (existsSync(join(appDir, 'drizzle')))
      cpSync(join(appDir, 'drizzle'), out, { recursive: true })
    const previous = listSql(out)
    const config = join(dir, 'drizzle.config.json')
    // drizzle-kit resolves `out` relative to its working directory.
    const settings = { ...(await readConfig(appDir)), out: relative(appDir, out) }
    writeFileSync(config, JSON.stringify(settings))
    const command = [drizzleKit, 'generate', `--config=${relative(appDir, config)}`]
    const result = await runStep({
      name: 'drizzle-kit',
      commands: [command],
      cwd: appDir,
      timeoutMs: 60_000,
    })
    if (!result.ok) return [`drizzle-kit failed:\n${result.output}`]
    const added = listSql(out).filter((file) => !previous.includes(file))
    return added.map(
      (file) => `tables changed without a migration:\n${readFileSync(file, 'utf8').slice(0, 2000)}`,
    )
  } finally {
    rmSync(dir, { recursive: true })
  }
}

async function readConfig(appDir: string): Promise<object> {
  const module = (await import(join(appDir, 'drizzle.config.ts'))) as { default: object }
  return module.default
}

function listSql(dir: string): string[] {
  if (!existsSync(dir)) return []
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.sql')).map((name) => join(dir, name))
}
