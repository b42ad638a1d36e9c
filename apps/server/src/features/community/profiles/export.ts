import { JsonStream } from '@stoa/contract/json-stream'
import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { getAccount } from '../../people/auth/accounts.queries.ts'
import type { ExportList, Owner } from '../../../kernel/export.ts'
import { streamList } from './export.batches.ts'
import { getSecondFactors } from './export.queries.ts'

export type NamedExportList = readonly [name: string, list: ExportList]

/** When each running export was last read, by user. */
const runningExports = new Map<string, number>()

/** After this long without progress, the user may start another export. */
const staleAfterMs = 60_000

/** Streams the export: lists are read in batches while the response is sent, so memory use is constant. */
export async function exportUser(ctx: Context, actor: Actor, lists: readonly NamedExportList[]) {
  const now = performance.now()
  if (now - (runningExports.get(actor.id) ?? -staleAfterMs) < staleAfterMs)
    fail('base.duplicate_request')
  runningExports.set(actor.id, now)
  try {
    const { passwordHash, bioHtml: _, ...account } = await getAccount(ctx.db, actor.id)
    const { name, site_url } = ctx.settings.get(generalSettings)
    const header = {
      site: { name, url: site_url },
      exportedAt: ctx.clock.now(),
      account: { ...account, hasPassword: passwordHash !== null },
      secondFactors: await getSecondFactors(ctx.db, actor.id),
    }
    // An account that is not activated has not proved that it owns the email.
    const owner = { id: actor.id, email: actor.isActivated ? account.email : null }
    return new JsonStream(streamExport(ctx, { owner, header, lists }))
  } catch (error) {
    runningExports.delete(actor.id)
    throw error
  }
}

type ExportRequest = { owner: Owner; header: object; lists: readonly NamedExportList[] }

async function* streamExport(ctx: Context, { owner, header, lists }: ExportRequest) {
  try {
    yield JSON.stringify(header).slice(0, -1)
    for (const [name, list] of lists) {
      yield `,\n${JSON.stringify(name)}:`
      for await (const chunk of streamList(ctx.db, owner, list)) {
        runningExports.set(owner.id, performance.now())
        yield chunk
      }
    }
    yield '}'
  } finally {
    runningExports.delete(owner.id)
  }
}
