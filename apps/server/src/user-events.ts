import type { RoleId } from '@stoa/contract/access'
import { accountTopic, allPages, event, userKey } from './kernel/invalidation.ts'

const nothing = () => ({})
const account = ({ userId }: { userId: string }) => ({ live: [accountTopic(userId)] })

/** What happens to accounts and users, besides what they write. */
export const userEvents = {
  'account.registered': event<{ userId: string; returnPath?: string | undefined }>(nothing),
  'account.address_taken': event<{ userId: string; returnPath?: string | undefined }>(nothing),
  'invitation.created': event<{ invitationId: string; isSent: boolean }>(nothing),
  'api_key.created': event<{ keyId: string }>(nothing),
  /** The id is `0` when the email and password belong to no account. */
  'account.activation_asked': event<{ userId: string; returnPath?: string | undefined }>(nothing),
  'account.activated': event<{ userId: string }>(({ userId }) => ({
    pages: [userKey(userId)],
    live: [accountTopic(userId)],
  })),
  /** One session of the user or several ended. */
  'account.sessions_ended': event<{ userId: string }>(account),
  /** The id is `0` when no account has the email, so that both cases take the same time. */
  'account.reset_asked': event<{ userId: string }>(nothing),
  'account.password_changed': event<{ userId: string }>(nothing),
  /** Several wrong authenticator codes after the right password. */
  'account.codes_guessed': event<{ userId: string }>(nothing),
  'account.email_change_asked': event<{ userId: string; returnPath?: string | undefined }>(nothing),
  /** The previous email is stored nowhere else. */
  'account.email_changed': event<{ userId: string; formerEmail: string }>(nothing),
  /** A link to the email is to be sent, which links an account at another service. */
  'connector.email_entered': event<{ flowId: string }>(nothing),
  'connector.linked': event<{ userId: string; slug: string }>(nothing),
  /** The service says which role the user has. */
  'connector.role_given': event<{ userId: string; slug: string; roleId: RoleId }>(nothing),
  /** The account is being deleted; its posts are anonymized or deleted too. */
  'account.left': event<{ userId: string; content: 'keep' | 'remove' }>(() => ({
    pages: allPages,
    stored: allPages,
    isUrgent: true,
    values: ['users', 'questions:count'],
  })),
  'profile.changed': event<{ userId: string }>(({ userId }) => ({
    pages: [userKey(userId)],
    isUrgent: true,
    values: ['users'],
  })),
  /** `userId` is the user concerned, `byId` the member of staff. */
  'user.suspended': event<{ userId: string; byId: string; suspensionId: string }>(({ userId }) => ({
    pages: [userKey(userId)],
    live: [accountTopic(userId)],
    isUrgent: true,
    values: ['users'],
  })),
  /** Ended by staff, or by time. */
  'user.unsuspended': event<{ userId: string }>(({ userId }) => ({
    pages: [userKey(userId)],
    live: [accountTopic(userId)],
    isUrgent: true,
    values: ['users'],
  })),
  /** Has to confirm the email again. */
  'user.deactivated': event<{ userId: string; byId: string }>(({ userId }) => ({
    pages: [userKey(userId)],
    live: [accountTopic(userId)],
    isUrgent: true,
    values: ['users'],
  })),
  'user.role_changed': event<{ userId: string; byId: string }>(({ userId }) => ({
    pages: [userKey(userId)],
    live: [accountTopic(userId)],
    isUrgent: true,
    values: ['users'],
  })),
  'user.posts_restore_asked': event<{ userId: string; byId: string; suspensionId: string }>(
    nothing,
  ),
  'user.silenced': event<{ userId: string; byId: string }>(account),
  'user.unsilenced': event<{ userId: string }>(account),
  'user.warned': event<{ userId: string; byId: string; warningId: string }>(nothing),
  'user.warning_withdrawn': event<{ userId: string; byId: string; warningId: string }>(nothing),
  'user.warning_acknowledged': event<{ userId: string; warningId: string }>(nothing),
  'user.note_added': event<{ userId: string; byId: string; noteId: string }>(nothing),
  'user.note_deleted': event<{ userId: string; byId: string; noteId: string }>(nothing),
}
