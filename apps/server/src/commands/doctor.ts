import {
  type Finding,
  runChecks,
  toFileFindings,
  measureUploads,
} from '../features/admin/doctor/doctor.actions.ts'
import { checkFiles } from '../features/admin/doctor/files.actions.ts'
import { listeners } from '../features.ts'
import type { Context } from '../kernel/context.ts'
import { FileStoreError } from '../kernel/errors.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { openContext } from '../platform/process/open-context.ts'
import { listExposed, tryProtect } from '../platform/files/private-files.ts'

/** Reports inconsistent data; with `fixes`, repairs it where possible. */
export async function doctor(fixes: boolean, print: (text: string) => void) {
  const config = readConfig()
  const exposed = [...listExposed(config)]
  if (fixes) exposed.forEach(tryProtect)
  const ctx = await openContext({ config, listeners, isWorker: false })
  try {
    const findings = [
      ...toFileFindings(exposed, [...listExposed(config)]),
      ...(await runChecks(ctx, { repair: fixes })),
      ...(await findWrongFiles(ctx, print)),
    ]
    for (const { name, ids, count, isFixed } of findings) {
      print(`${name}: ${count} wrong${isFixed ? ', fixed' : ''}, for example ${ids.join(', ')}`)
    }
    const remaining = findings.filter(({ isFixed }) => !isFixed)
    if (remaining.length > 0) process.exitCode = 1
    if (findings.length === 0) print('No problems found.')
    const { files, megabytes } = await measureUploads(ctx.primary)
    print(`Uploads: ${files} files, ${megabytes.toFixed(1)} MB.`)
  } finally {
    await ctx.close()
  }
}

/** The other checks are worth their result when a store does not respond. */
async function findWrongFiles(ctx: Context, print: (text: string) => void): Promise<Finding[]> {
  try {
    const finding = await checkFiles(ctx)
    return finding === null ? [] : [finding]
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    print(`Uploaded files could not be checked: ${error.message}`)
    process.exitCode = 1
    return []
  }
}
