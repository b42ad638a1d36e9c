import { moderationSettings } from '@stoa/contract/settings/moderation'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { settings } from '../../../schema/settings.ts'
import { postTraces } from '../../../schema/waves.ts'
import { lockWave, recordWave } from './waves.actions.ts'

/** Posts of anyone that contain the host wait for a moderator from now on. */
export async function blockHost(tx: Tx, actor: Actor, waveId: string, host: string) {
  await lockWave(tx, waveId)
  const [found] = await tx
    .select({ objectId: postTraces.objectId })
    .from(postTraces)
    .where(and(eq(postTraces.waveId, waveId), sql`${postTraces.hosts} @> array[${host}]::text[]`))
    .limit(1)
  if (found === undefined) fail('wave.not_part')
  await extendList(tx, actor, 'hold_words', [host])
  await recordWave(tx, actor, { action: 'block_link', waveId, after: { link: host } })
  await tx.emit('wave.changed', { waveId })
}

export async function blockNetworks(
  tx: Tx,
  actor: Actor,
  waveId: string,
  networks: readonly string[],
) {
  await lockWave(tx, waveId)
  const wanted = [...new Set(networks)]
  const found = await tx
    .selectDistinct({ network: postTraces.network })
    .from(postTraces)
    .where(and(eq(postTraces.waveId, waveId), inArray(postTraces.network, wanted)))
  if (found.length < wanted.length || wanted.includes('')) fail('wave.not_part')
  await extendList(tx, actor, 'hold_networks', wanted)
  await recordWave(tx, actor, {
    action: 'block_networks',
    waveId,
    after: { networks: wanted.join(', ') },
  })
  await tx.emit('wave.changed', { waveId })
}

/** Locks and reads the stored list, because the settings of this process may be older. Idempotent. */
async function extendList(
  tx: Tx,
  actor: Actor,
  name: 'hold_words' | 'hold_networks',
  values: readonly string[],
) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('hold lists', 0))`)
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, moderationSettings.name))
  const current = moderationSettings.schema.parse(row?.value ?? {})
  const list = [...new Set([...current[name], ...values])]
  const changed = moderationSettings.schema.safeParse({ ...current, [name]: list })
  if (!changed.success) fail('wave.list_full')
  await changeSettings(tx, moderationSettings, { [name]: list }, { by: actor.id })
}
