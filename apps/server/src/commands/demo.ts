import { readDemoContent } from '../features/admin/demo/demo.content.ts'
import { ensureDemoContent } from '../features/admin/demo/ensure.actions.ts'
import { removeDemoContent } from '../features/admin/demo/removal.actions.ts'
import { listeners } from '../features.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { openContext } from '../platform/process/open-context.ts'

export async function demo(args: string[], print: (text: string) => void) {
  const [action = 'add'] = args
  if (action !== 'add' && action !== 'remove') {
    process.exitCode = 2
    return print('Usage: stoa demo [add | remove]')
  }
  const ctx = await openContext({ config: readConfig(), listeners, isWorker: false })
  try {
    if (!ctx.settings.isInstalled()) {
      process.exitCode = 1
      return print('This site is not installed yet. Install it first: stoa install')
    }
    if (action === 'remove') {
      const count = await removeDemoContent(ctx)
      return print(
        count === 0 ? 'There is no demo content.' : `Demo content removed: ${count} users.`,
      )
    }
    const added = await ensureDemoContent(ctx, await readDemoContent())
    print(
      added === null
        ? 'Demo content exists already. To add it again, remove it first: stoa demo remove'
        : `Demo content added: ${added.questions} questions, ${added.users} users. Remove it with: stoa demo remove`,
    )
  } finally {
    await ctx.close()
  }
}
