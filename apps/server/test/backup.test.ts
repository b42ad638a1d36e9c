// Runs the commands of the chapter about backups.
import { getQuestion } from '@stoa/contract/features/questions'
import { backupCommands } from '@stoa/web/features/admin/dashboard/backup-commands.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { createEmptyDatabase } from './databases.ts'
import { aSite, type TestSite } from './site.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
const chapter = /^## Backups\n([\s\S]*?)^## /m.exec(guide)?.[1] ?? ''
const [backup = '', restore = ''] = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, commands = '']) => commands.trim(),
)

const folder = mkdtempSync(join(tmpdir(), 'stoa-backup-'))
let site: TestSite
let restored: TestSite | undefined
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeAll(async () => {
  site = await aSite()
  empty = await createEmptyDatabase()
})
afterAll(async () => {
  await restored?.close()
  await site.close()
  await empty.drop()
  rmSync(folder, { recursive: true, force: true })
})

function run(commands: string, databaseUrl: string, filesDir: string) {
  execFileSync('sh', ['-e', '-c', commands], {
    cwd: folder,
    env: { ...process.env, STOA_DATABASE_URL: databaseUrl, STOA_FILES_DIR: filesDir },
  })
}

it('the dashboard shows the commands of the guide', () => {
  expect(backupCommands).toBe(backup)
})

it('a backup is restored with its questions and uploads', async () => {
  const { token } = await aUser(site.ctx, { name: 'Ada' })
  const { id } = await aQuestion(site.as(token), { title: 'Why does rye rise slowly?' })
  const { database_url: url = '', files_dir: files } = site.ctx.config
  writeFileSync(join(folder, 'config.yaml'), 'port: 3000\n')
  mkdirSync(join(files, 'post'), { recursive: true })
  writeFileSync(join(files, 'post/loaf.png'), 'a loaf')

  run(backup, url, files)
  const newFiles = join(folder, 'files')
  mkdirSync(newFiles)
  run(restore, empty.url, newFiles)

  expect(readFileSync(join(newFiles, 'post/loaf.png'), 'utf8')).toBe('a loaf')
  expect(readFileSync(join(folder, 'stoa-config.yaml'), 'utf8')).toBe('port: 3000\n')
  restored = await aSite({ databaseUrl: empty.url, isInstalled: false })
  const question = await restored.as(token).call(getQuestion, { id })
  expect(question.title).toBe('Why does rye rise slowly?')
})
