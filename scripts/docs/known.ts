import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { endpoints } from '@stoa/contract/endpoints'
import { errorCatalog, reasonOf } from '@stoa/contract/errors'
import { testEvent, webhookEventNames } from '@stoa/contract/features/webhook-events'
import { settingVariable } from '@stoa/contract/settings/fields'
import { settingsGroups } from '@stoa/contract/settings/groups'
import { fieldsOf, settingsPages } from '@stoa/contract/settings/pages'
import { events } from '../../apps/server/src/events.ts'
import { configSchema } from '../../apps/server/src/kernel/config.ts'
import { createMetrics } from '../../apps/server/src/platform/process/metrics.ts'
import { slotNames } from '../../packages/plugin-kit/src/slots.ts'
import { rootDir } from '../services/ports.ts'
import type { Programs } from './commands.ts'
import { readNames } from './names.ts'
import type { Known } from './references.ts'

/** What a path in the documentation may be relative to. */
const sourceFolders = [
  '',
  'apps/server/src',
  'apps/server/src/features',
  'apps/server',
  'apps/web/app',
  'bench',
]
const excludedFolders = new Set(['node_modules', 'dist', 'build', '.react-router'])

export function readKnown(): Known {
  const config = Object.keys(configSchema.shape).map((key) => `STOA_${key.toUpperCase()}`)
  const settings = settingsPages.flatMap(fieldsOf).map(settingVariable)
  const values = [...config, ...listInstallVariables(), ...settings]
  return {
    names: readNames(rootDir),
    dotted: new Set([
      ...Object.keys(events),
      ...webhookEventNames,
      testEvent,
      ...slotNames,
      ...listErrors(),
      ...listSettings(),
      ...listColumns(),
    ]),
    endpoints: Object.values(endpoints).flatMap((feature) => Object.values(feature)),
    metrics: createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
    variables: new Set([
      'STOA_',
      'STOA_CONFIG',
      'STOA_SETTING_',
      'STOA_SETTING_<GROUP>_<FIELD>',
      ...values,
      ...values.map((name) => `${name}_FILE`),
    ]),
    packages: new Set(listPackages()),
    programs: readPrograms(),
    hasPath: pathFinder(),
  }
}

/** Every option of `stoa install` is a variable too. */
function listInstallVariables() {
  const [, options = ''] =
    /const optionNames = \{([^}]+)\}/.exec(read('apps/server/src/commands/install.ts')) ?? []
  const names = [...options.matchAll(/: '([\w-]+)'/g)].map(([, name = '']) => name)
  return names.map((name) => `STOA_${name.replaceAll('-', '_').toUpperCase()}`)
}

function listErrors() {
  const codes = Object.keys(errorCatalog) as (keyof typeof errorCatalog)[]
  return codes.flatMap((code) => [code, reasonOf(code)])
}

function listSettings() {
  return settingsGroups.flatMap(({ name, schema }) =>
    Object.keys(schema.shape).map((field) => `${name}.${field}`),
  )
}

type Snapshot = { tables: Record<string, { name: string; columns: Record<string, unknown> }> }

/** From the newest snapshot of the migrations. */
function listColumns() {
  const [file = ''] = globSync('apps/server/drizzle/meta/*_snapshot.json', { cwd: rootDir })
    .toSorted()
    .slice(-1)
  const { tables } = JSON.parse(read(file)) as Snapshot
  return Object.values(tables).flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  )
}

type Manifest = Partial<Record<`${'d' | 'devD'}ependencies`, Record<string, string>>>

function listPackages() {
  const files = globSync(
    ['package.json', '{apps,packages}/*/package.json', '{bench,e2e}/package.json'],
    {
      cwd: rootDir,
    },
  )
  return files.flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(read(file)) as Manifest
    return Object.keys({ ...dependencies, ...devDependencies })
  })
}

function readPrograms(): Programs {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const ownPrograms = Object.entries(scripts).map(([name, command]) => {
    const entry = /^node (\S+\.ts)$/.exec(command)?.[1]
    return [`pnpm ${name}`, { text: entry === undefined ? '' : read(entry) }] as const
  })
  const cli = [
    'apps/server/src/main.ts',
    ...globSync('apps/server/src/commands/*.ts', { cwd: rootDir }),
  ]
  return {
    ...Object.fromEntries(ownPrograms),
    'pnpm test': { text: '', passedOn: [] },
    'pnpm e2e': { text: '', passedOn: ['trace'] },
    'pnpm install': { text: '' },
    'pnpm --filter': { text: '', passedOn: ['name'] },
    stoa: { text: cli.map(read).join('\n') },
  }
}

function pathFinder() {
  const exclude = (path: string) => path.split('/').some((part) => excludedFolders.has(part))
  const files = globSync('**/*.*', { cwd: rootDir, exclude })
  const fileNames = new Set(files.map((file) => basename(file)))
  return (path: string) =>
    sourceFolders.some((folder) => existsSync(join(rootDir, folder, path))) ||
    (!path.includes('/') && fileNames.has(path))
}

function read(file: string) {
  return readFileSync(join(rootDir, file), 'utf8')
}
