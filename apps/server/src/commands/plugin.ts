import { reasonOf } from '@stoa/contract/errors'
import { defaultLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { PackageError, type PluginPackage, readPackage } from '@stoa/plugin-kit/package'
import { existsSync, writeFileSync } from 'node:fs'
import { checkPackage, storePackage } from '../features/admin/plugins/packages.actions.ts'
import {
  installPackage,
  removePlugin,
  setEnabled,
} from '../features/admin/plugins/plugins.actions.ts'
import { listPlugins } from '../features/admin/plugins/plugins.queries.ts'
import { listPermissions } from '../features/admin/plugins/plugins.rules.ts'
import { listeners } from '../features.ts'
import type { Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { transact } from '../kernel/transact.ts'
import { openContext } from '../platform/process/open-context.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { writeKit } from './plugin-kit.ts'
import { createPluginFolder } from './plugin-template.ts'
import { findFolder, packSource, readSource } from './plugin-source.ts'

type Print = (text: string) => void

const usage = `Usage:
  stoa plugin add <folder | file.tgz | npm package>  install it disabled, or update it
  stoa plugin list
  stoa plugin enable <name>
  stoa plugin disable <name>
  stoa plugin remove <name> [--data]  with --data, also its settings and what it stored
  stoa plugin new <folder>            create a small plugin to start from
  stoa plugin kit <folder>            put the kit into its node_modules, for tests
  stoa plugin check <folder | file.tgz>
  stoa plugin pack <folder>           write <name>-<version>.tgz`

/** Names are those of the web address: `greeting` for a plugin called Greeting. */
export async function plugin(args: string[], { data }: { data: boolean }, print: Print) {
  const [action = '', target, ...rest] = args
  const command = commands.get(action)
  if (command === undefined || rest.length > 0 || (target === undefined) !== (action === 'list')) {
    process.exitCode = 2
    return print(usage)
  }
  try {
    await command({ target: target ?? '', data, print })
  } catch (error) {
    if (!(error instanceof AppError || error instanceof PackageError)) throw error
    process.exitCode = 1
    print(describeError(error))
  }
}

type Command = (options: { target: string; data: boolean; print: Print }) => Promise<void>

const commands = new Map<string, Command>([
  ['add', ({ target, print }) => onSite((ctx) => addPlugin(ctx, target, print))],
  ['list', ({ print }) => onSite((ctx) => printList(ctx, print))],
  ['enable', ({ target, print }) => onSite((ctx) => enable(ctx, target, print))],
  ['disable', ({ target, print }) => onSite((ctx) => disable(ctx, target, print))],
  [
    'remove',
    ({ target, data, print }) => onSite((ctx) => remove(ctx, { slug: target, data }, print)),
  ],
  ['new', async ({ target, print }) => print(createPluginFolder(target))],
  ['kit', async ({ target, print }) => print(writeKit(findFolder(target)))],
  ['check', async ({ target, print }) => check(await readPackage(packSource(target)), print)],
  ['pack', ({ target, print }) => pack(target, print)],
])

async function pack(folder: string, print: Print) {
  const archive = packSource(folder)
  const { manifest } = await readPackage(archive)
  const file = `${manifest.slug}-${manifest.version}.tgz`
  if (existsSync(file)) throw new PackageError('invalid', `${file} exists already.`, {})
  writeFileSync(file, archive)
  print(`${file} written: ${archive.length} bytes.`)
}

function describeError(error: AppError | PackageError): string {
  if (error instanceof PackageError) return error.message
  return translator(defaultLocale)(reasonOf(error.code), error.details.values)
}

async function onSite(work: (ctx: Context) => Promise<void>) {
  const ctx = await openContext({ config: readConfig(), listeners, isWorker: false })
  try {
    await work(ctx)
  } finally {
    await ctx.close()
  }
}

export async function addPlugin(ctx: Context, source: string, print: Print) {
  const archive = await readSource(source)
  const checked = await checkPackage(archive)
  const id = await transact(ctx, (tx) => storePackage(tx, archive, checked))
  const slug = await transact(ctx, (tx) => installPackage(tx, id, null))
  printPermissions(checked, print)
  const isEnabled = (await listPlugins(ctx, { status: 'active', have_config: '' })).some(
    ({ slug_name: name }) => name === slug,
  )
  const { version } = checked.manifest
  print(
    isEnabled
      ? `${slug} ${version} runs now.`
      : `${slug} ${version} is installed and disabled. Enable it: stoa plugin enable ${slug}`,
  )
}

function check(checked: PluginPackage, print: Print) {
  const { slug, version } = checked.manifest
  printPermissions(checked, print)
  print(`${slug} ${version} is a valid package with ${checked.files.size} file(s).`)
}

function printPermissions({ manifest }: PluginPackage, print: Print) {
  const permissions = listPermissions(manifest).map(({ name, value }) => `${name} ${value}`.trim())
  print(`Permissions: ${permissions.length === 0 ? 'none' : permissions.join(', ')}`)
}

async function printList(ctx: Context, print: Print) {
  const plugins = await listPlugins(ctx, { status: '', have_config: '' })
  if (plugins.length === 0) return print('No plugins are installed.')
  for (const { slug_name: slug, version, state, newer_version: newer } of plugins)
    print(`${slug} ${version} ${state}${newer === '' ? '' : ` (${newer} is stored)`}`)
}

async function enable(ctx: Context, slug: string, print: Print) {
  await transact(ctx, (tx) => setEnabled(tx, { slug, enabled: true }, null))
  print(`${slug} is enabled.`)
}

async function disable(ctx: Context, slug: string, print: Print) {
  await transact(ctx, (tx) => setEnabled(tx, { slug, enabled: false }, null))
  print(`${slug} is disabled.`)
}

async function remove(ctx: Context, target: { slug: string; data: boolean }, print: Print) {
  await transact(ctx, (tx) => removePlugin(tx, target, null))
  print(
    target.data
      ? `${target.slug} is removed with its settings and data.`
      : `${target.slug} is removed. Its settings and data are kept for the next time.`,
  )
}
