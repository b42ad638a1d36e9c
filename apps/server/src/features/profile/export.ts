import { JsonStream } from '@stoa/contract/json-stream'
import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import { getAccount } from '../accounts/accounts.queries.ts'
import { type Owner, streamList } from './export.batches.ts'
import { exportLists, secondFactorsOf } from './export.queries.ts'

/** When a piece of a user's export was last read, for exports that are being downloaded. */
const running = new Map<string, number>()

/** A download that stood still for so long no longer keeps its user from starting another one. */
const stalledMs = 60_000

/**
 * Everything kept about a user that is theirs to know, in words a person can read. Secrets are named, not shown. Lists
 * are read in batches while the response is sent, so an export takes the same memory however much there is.
 */
export async function exportUser(ctx: Context, who: Actor) {
  const now = performance.now()
  if (now - (running.get(who.id) ?? -stalledMs) < stalledMs) fail('base.duplicate_request')
  running.set(who.id, now)
  try {
    const { passwordHash, bioHtml: _, ...account } = await getAccount(ctx.db, who.id)
    const { name, site_url } = ctx.settings.get(generalSettings)
    const head = {
      site: { name, url: site_url },
      exportedAt: ctx.clock.now(),
      account: { ...account, hasPassword: passwordHash !== null },
      secondFactors: await secondFactorsOf(ctx.db, who.id),
    }
    // Mails to an address belong to whoever reads them, which an account that is not activated has not shown.
    const owner = { id: who.id, email: who.isActivated ? account.email : null }
    return new JsonStream(streamExport(ctx, owner, head))
  } catch (error) {
    running.delete(who.id)
    throw error
  }
}

async function* streamExport(ctx: Context, owner: Owner, head: object) {
  try {
    yield JSON.stringify(head).slice(0, -1)
    for (const [name, list] of Object.entries(exportLists)) {
      yield `,\n${JSON.stringify(name)}:`
      for await (const piece of streamList(ctx.db, owner, list)) {
        running.set(owner.id, performance.now())
        yield piece
      }
    }
    yield '}'
  } finally {
    running.delete(owner.id)
  }
}
