import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { setFirstStep as setFirstStepCall } from '@stoa/contract/features/dashboard'
import { firstStepSettings } from '@stoa/contract/settings/site'
import type { Tx } from '../../../kernel/context.ts'
import { failField } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { changeSettings } from '../../../kernel/settings.ts'

export async function setFirstStep(
  tx: Tx,
  actor: Actor,
  { name, state }: ParsedInputOf<typeof setFirstStepCall>,
) {
  // The others are done when they are done.
  if (state === 'confirmed' && name !== 'backup') failField('state', 'setting.unknown_option')
  const stored = await tx.ctx.settings.lock(tx, firstStepSettings.name, tx.now)
  const { [name]: _, ...others } = firstStepSettings.schema.parse(stored).states
  const states = state === 'open' ? others : { ...others, [name]: state }
  await changeSettings(tx, firstStepSettings, { states }, { by: actor.id })
  return null
}
