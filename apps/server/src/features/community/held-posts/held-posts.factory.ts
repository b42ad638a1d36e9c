import { type HeldPost, decideHeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import type { Client } from '@stoa/contract/client'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import type { SettingsOf } from '@stoa/contract/settings/group'
import type { Context } from '../../../kernel/context.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'

const noRules = moderationSettings.schema.parse({})

/** Replaces all rules of the site. */
export async function setHoldRules(
  ctx: Context,
  rules: Partial<SettingsOf<typeof moderationSettings>>,
) {
  await transact(ctx, (tx) => changeSettings(tx, moderationSettings, { ...noRules, ...rules }))
}

/** Every counter is right, and the queue has all pending content. */
export async function assertConsistent(ctx: Context) {
  const problems = await runChecks(ctx, { repair: false })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
}

export async function findHeldPost(mod: Client, object_id: string): Promise<HeldPost | undefined> {
  const { list } = await mod.call(listHeldPosts, { object_id })
  return list[0]
}

export async function decide(
  mod: Client,
  objectId: string,
  status: 'approve' | 'reject',
  reason = '',
) {
  const held = await findHeldPost(mod, objectId)
  if (held === undefined) throw new Error('no open entry')
  return await mod.call(decideHeldPost, { review_id: held.review_id, status, reason })
}
