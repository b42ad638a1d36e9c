import {
  countFiles,
  moveFiles,
  type MoveResult,
} from '../features/content/uploads/moving.actions.ts'
import { redirectFiles } from '../features/admin/plugins/files.actions.ts'
import { listeners } from '../features.ts'
import type { Context } from '../kernel/context.ts'
import { AppError, FileStoreError } from '../kernel/errors.ts'
import { transact } from '../kernel/transact.ts'
import { openContext } from '../platform/process/open-context.ts'
import { readConfig } from '../platform/process/read-config.ts'

type Print = (text: string) => void

const usage = `Usage:
  stoa files                        say where uploaded files are
  stoa files move --to <plugin>     store new files with a plugin, and move all others there
  stoa files move --to disk         back to the disk`

const disk = 'disk'
const maxShown = 10

/** A move can be interrupted; it goes on when it is run again. */
export async function files(args: string[], to: string | undefined, print: Print) {
  const [action, ...rest] = args
  const isMove = action === 'move' && rest.length === 0 && to !== undefined
  if (!isMove && (action !== undefined || to !== undefined)) {
    process.exitCode = 2
    return print(usage)
  }
  const ctx = await openContext({ config: readConfig(), listeners, isWorker: false })
  try {
    if (to === undefined) await printPlaces(ctx, print)
    else await move(ctx, to, print)
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    process.exitCode = 1
    print(`The store failed: ${error.message} Run the command again to go on.`)
  } finally {
    await ctx.close()
  }
}

async function printPlaces(ctx: Context, print: Print) {
  for (const { store, files: count, bytes } of await countFiles(ctx))
    print(`${store ?? disk}: ${count} files, ${(bytes / 1024 / 1024).toFixed(1)} MB`)
  print(`New files go to: ${ctx.files.current() ?? disk}`)
}

async function move(ctx: Context, to: string, print: Print) {
  const target = to === disk ? 'disk' : 'plugin'
  const slug = target === 'plugin' ? to : findStore(ctx)
  if (slug === null) {
    process.exitCode = 1
    return print('No plugin that stores files is enabled.')
  }
  try {
    await transact(ctx, (tx) => redirectFiles(tx, { slug, to: target }, null))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    process.exitCode = 1
    return print(`No plugin with the name ${slug} stores files and is enabled.`)
  }
  const result = await moveFiles(ctx, target === 'plugin' ? slug : null, ({ moved }) =>
    print(`${moved} files moved`),
  )
  printResult(result, print)
}

function findStore({ plugins }: Context): string | null {
  const store = plugins
    .list()
    .find(({ isEnabled, manifest }) => isEnabled && manifest.server?.fileStore === true)
  return store?.slug ?? null
}

function printResult({ moved, failures }: MoveResult, print: Print) {
  for (const { key, reason } of failures.slice(0, maxShown)) print(`${key} is ${reason}`)
  print(`Done: ${moved} files moved${failures.length > 0 ? `, ${failures.length} failed` : ''}.`)
  if (failures.length > 0) process.exitCode = 1
}
