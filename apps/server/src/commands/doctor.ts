import { examine, examineFiles, measureUploads } from '../features/doctor/doctor.actions.ts'
import { listeners } from '../features.ts'
import { readConfig } from '../kernel/config.ts'
import { openContext } from '../kernel/open-context.ts'
import { listExposed, tryProtect } from '../kernel/private-files.ts'

/** Says what does not agree with the rows it is made of; with `fixes`, mends what can be mended. */
export async function doctor(fixes: boolean, say: (text: string) => void) {
  const config = readConfig()
  const exposed = [...listExposed(config)]
  if (fixes) exposed.forEach(tryProtect)
  const ctx = await openContext({ config, listeners, works: false })
  try {
    const findings = [...examineFiles(config, exposed), ...(await examine(ctx, { fixes }))]
    for (const { name, ids, count, isFixed } of findings) {
      say(`${name}: ${count} wrong${isFixed ? ', fixed' : ''}, for example ${ids.join(', ')}`)
    }
    const left = findings.filter(({ isFixed }) => !isFixed)
    if (left.length > 0) process.exitCode = 1
    if (findings.length === 0) say('Everything agrees.')
    const { files, megabytes } = await measureUploads(ctx.primary)
    say(`Uploads: ${files} files, ${megabytes.toFixed(1)} MB.`)
  } finally {
    await ctx.close()
  }
}
