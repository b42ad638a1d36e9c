import type { SettingField } from '@stoa/contract/settings/fields'
import { uploadsPath } from '@stoa/contract/features/uploads'
import type { Tx } from '../../../kernel/context.ts'
import { failField } from '../../../kernel/errors.ts'
import { keepBrandingImage } from '../../content/uploads/uploads.actions.ts'

type Change = { field: SettingField; value: unknown }

/** Images that were in use are kept, because the history can bring them back. */
export async function claimBrandingImages(tx: Tx, changes: readonly Change[]) {
  for (const { field, value } of changes) {
    if (field.control !== 'image' || typeof value !== 'string') continue
    if (!value.startsWith(uploadsPath)) continue
    if (!(await keepBrandingImage(tx, value))) failField(field.name, 'setting.not_an_image')
  }
}
