import type { PluginValues } from '@stoa/contract/plugin-fields'
import { eq } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { PluginCaller } from '../../../kernel/plugins.ts'
import { plugins } from '../../../schema/plugins.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'
import { callForUser } from './calls.ts'
import { mergeValues, openValues, rejectProblems, sealValues } from './config.actions.ts'
import { announceChange, lockPlugin } from './plugins.actions.ts'
import { findConfigured } from './plugins.queries.ts'

type Sent = { slug: string; sent: PluginValues }

/** Asks the plugin too if it is enabled. Outside of a transaction. */
export async function checkConfig(
  ctx: Context,
  { slug, sent, caller }: Sent & { caller: PluginCaller },
) {
  const { manifest, enabled, settings } = await findConfigured(ctx.primary, slug)
  const current = openValues({ secrets: ctx.secrets, slug }, manifest.settings, settings)
  const next = mergeValues(manifest.settings, current, sent)
  if (!enabled || manifest.server === undefined) return
  const input = { settings: next }
  rejectProblems(await callForUser(ctx, { slug, hook: 'checkSettings', input, caller }))
}

export async function changeConfig(tx: Tx, { slug, sent }: Sent, actor: { id: string }) {
  await lockPlugin(tx, slug)
  const { manifest, settings } = await findConfigured(tx, slug)
  const owner = { secrets: tx.ctx.secrets, slug }
  const current = openValues(owner, manifest.settings, settings)
  const next = mergeValues(manifest.settings, current, sent)
  const isChanged = (name: string) => JSON.stringify(next[name]) !== JSON.stringify(current[name])
  const changed = Object.keys(next).filter(isChanged)
  // Those of fields that another version has are kept.
  const stored = { ...settings, ...sealValues(owner, manifest.settings, next) }
  await tx.update(plugins).set({ settings: stored }).where(eq(plugins.slug, slug))
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'configure_plugin',
    after: { plugin: slug, settings: changed.join(', ') },
  })
  await announceChange(tx, slug)
}
