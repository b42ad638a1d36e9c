import { expect, it } from 'vitest'
import { events } from '../../../events.ts'
import type { EventName } from '../../../kernel/context.ts'
import { webhookSources } from './webhook-sources.queries.ts'

const ofAccount = 'is about the account of one user and concerns nobody else'
const ofOne = 'concerns one user only, and nobody else sees it'
const ofSite = 'is internal to the site'
const appearance = 'changes how a post is shown and who may write, not what it says'
const ofStaff = 'is a step of staff whose result has events of its own'
const followUp = 'follows from other events, which are sent'

/** Events that are not sent to webhooks, with the reason. */
const unsentEvents = {
  'plugin.rendering_changed': ofSite,
  'texts.rendered': appearance,
  'account.activation_asked': ofAccount,
  'account.address_taken': ofAccount,
  'account.codes_guessed': ofAccount,
  'account.email_change_asked': ofAccount,
  'account.email_changed': ofAccount,
  'account.password_changed': ofAccount,
  'account.registered': 'nobody sees an account before its email is confirmed, which is sent',
  'account.reset_asked': ofAccount,
  'account.sessions_ended': ofAccount,
  'answer.drafted': 'a draft is private',
  'answer.locked': appearance,
  'answer.unlocked': appearance,
  'api_key.created': ofStaff,
  'badge.switched': ofSite,
  'badges.removed': 'rare, and a receiver can do nothing about it',
  'bulk_action.started': ofStaff,
  'bulk_action.stopped': ofStaff,
  'comment.moved': appearance,
  'connector.email_entered': 'sends a link to the email',
  'connector.linked': ofAccount,
  'connector.role_given': 'changes the role, which other events say',
  'content.emptying_asked': ofStaff,
  'content.removal_asked': ofStaff,
  'content.removed': 'was deleted before, which is sent',
  'data.repaired': ofSite,
  'demo.added': ofSite,
  'demo.removed': ofSite,
  'files.redirected': ofSite,
  'flag_case.reopened': ofStaff,
  'invitation.created': ofStaff,
  'maintenance.started': ofSite,
  'notifications.changed': ofOne,
  'notifications.due': followUp,
  'notifications.written': followUp,
  'object.followed': ofOne,
  'pending_content.edited': 'nobody but staff and the author sees it',
  'plugin.changed': ofSite,
  'plugin.event_due': 'sends another event to plugins',
  'plugin.faulted': 'admins get an email',
  'plugins.due': 'queues another event for plugins',
  'post.reacted': 'reactions are as many as votes and say less',
  'post.shared': ofOne,
  'profile.changed': 'texts of profiles are not sent',
  'push.due': followUp,
  'question.bookmarked': ofOne,
  'question.invited': ofOne,
  'question.links_changed': followUp,
  'question.locked': appearance,
  'question.pinned': appearance,
  'question.protected': appearance,
  'question.unlocked': appearance,
  'question.unpinned': appearance,
  'question.unprotected': appearance,
  'reputation.changed': followUp,
  'saved_search.added': ofOne,
  'saved_search.removed': ofOne,
  'search.rebuild_due': 'continues the change of a plugin',
  'settings.changed': ofSite,
  'site.demo_requested': ofSite,
  'suggestion.added': 'waits for a decision, which is sent',
  'suggestion.reopened': ofStaff,
  'suggestion.withdrawn': ofOne,
  'tag.synonyms_removed': appearance,
  'user.deactivated': ofStaff,
  'user.note_added': 'notes are for staff on the site only',
  'user.note_deleted': 'notes are for staff on the site only',
  'user.posts_restore_asked': ofStaff,
  'user.role_changed': ofStaff,
  'user.silenced': ofOne,
  'user.unsilenced': ofOne,
  'user.warned': ofOne,
  'user.warning_acknowledged': ofOne,
  'user.warning_withdrawn': ofOne,
  'votes.serial_reversed': 'each reversed vote is sent',
  'wave.changed': ofStaff,
  'wave.dismissed': ofStaff,
  'wave.removal_started': ofStaff,
  'wave.restoration_started': ofStaff,
  'webhooks.due': 'queues the message of another event',
  'webhook.stopped': 'its receiver does not respond, and admins get an email',
} as const satisfies Partial<Record<EventName, string>>

it('every event of the bus is sent to webhooks, or has a reason why not', () => {
  const decided = [...Object.keys(webhookSources), ...Object.keys(unsentEvents)]
  expect(decided.toSorted()).toEqual(Object.keys(events).toSorted())
  for (const reason of Object.values(unsentEvents)) expect(reason.length).toBeGreaterThan(10)
})
