import { follow, followUser } from '@stoa/contract/features/follows'
import { pushKinds } from '@stoa/contract/features/mails'
import { getTag } from '@stoa/contract/features/tags'
import { roles } from '@stoa/contract/access'
import { eq, inArray } from 'drizzle-orm'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { choose } from '../../src/features/community/mails/mails.factory.ts'
import {
  aMember,
  type Member,
} from '../../src/features/community/notifications/notifications.factory.ts'
import { aSubscriber, type Subscriber } from '../../src/features/community/push/push.factory.ts'
import { users } from '../../src/schema/users.ts'
import type { PushService } from '../push-service.ts'
import type { TestSite } from '../site.ts'

/** Relations to a question and to what happens to it. `named` is mentioned, invited, or suggested an edit or a flag. */
export const relations = [
  'asker',
  'author',
  'follower',
  'named',
  'replied',
  'tag follower',
  'subscriber',
  'moderator',
  'stranger',
  'user follower',
  'muting follower',
  'suspended follower',
  'suspended named',
] as const
export type Relation = (typeof relations)[number]

export type Cast = Record<Relation, Subscriber> & { actor: Member; staff: Member }

const everyMail = {
  answers: 'immediate',
  comments: 'immediate',
  changes: 'immediate',
  decisions: 'immediate',
  invitations: 'immediate',
  followed_questions: 'immediate',
  followed_users: 'immediate',
} as const

/** One user for each relation. Everyone wants all emails and push messages. */
export async function createCast(site: TestSite, service: PushService): Promise<Cast> {
  const cast: Partial<Record<Relation, Subscriber>> = {}
  for (const relation of relations) {
    const member = await aSubscriber(
      site,
      service,
      relation,
      relation === 'moderator' ? relation : undefined,
    )
    await choose(member.client, everyMail, { push: [...pushKinds] })
    cast[relation] = member
  }
  const { subscriber, 'tag follower': tagFollower } = cast as Cast
  const [actor, staff] = [await aMember(site, 'Actor'), await aMember(site, 'Staff', 'moderator')]
  // Enough to vote, to flag and to suggest edits.
  await site.db.update(users).set({ points: 150 }).where(eq(users.roleId, roles.user))
  await choose(subscriber.client, { all_questions: 'immediate' })
  await choose(tagFollower.client, { followed_tags: 'immediate' })
  await aQuestion(staff.client)
  const { tag_id: tagId } = await staff.client.call(getTag, { name: 'baking' })
  await tagFollower.client.call(follow, { object_id: tagId })
  for (const { username } of [(cast as Cast).asker, actor])
    await (cast as Cast)['user follower'].client.call(followUser, { username })
  const { 'suspended follower': follower, 'suspended named': named } = cast as Cast
  await site.db
    .update(users)
    .set({ status: 'suspended' })
    .where(inArray(users.id, [follower.id, named.id]))
  return { ...(cast as Record<Relation, Subscriber>), actor, staff }
}
