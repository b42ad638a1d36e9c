import { roles } from '@stoa/contract/access'
import { type Actor, allow, deny, type Verdict } from '../../../kernel/rules.ts'

export function canUploadAvatar(settings: { allow_update_avatar: boolean }): Verdict {
  return settings.allow_update_avatar ? allow : deny('user.field_locked')
}

export function canUploadBranding(actor: Pick<Actor, 'roleId'>): Verdict {
  return actor.roleId === roles.admin ? allow : deny('upload.branding_refused')
}

/** Attachments are disabled until an admin allows some extensions. */
export function canAttach({ extensions }: { extensions: readonly string[] }): Verdict {
  return extensions.length > 0 ? allow : deny('upload.attachments_off')
}
