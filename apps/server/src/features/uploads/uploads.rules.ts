import { allow, deny, type Verdict } from '../../kernel/rules.ts'

/** Whether a picture of oneself may be sent. */
export function canSendAvatar(settings: { allow_update_avatar: boolean }): Verdict {
  return settings.allow_update_avatar ? allow : deny('user.field_locked')
}

/** Whether files that are no images may be sent: only where an admin has named some kinds. */
export function canAttach({ extensions }: { extensions: readonly string[] }): Verdict {
  return extensions.length > 0 ? allow : deny('upload.attachments_off')
}
