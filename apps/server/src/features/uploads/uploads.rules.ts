import { allow, deny, type Verdict } from '../../kernel/rules.ts'

/** Whether a picture of oneself may be sent. */
export function canSendAvatar(settings: { allow_update_avatar: boolean }): Verdict {
  return settings.allow_update_avatar ? allow : deny('user.field_locked')
}
