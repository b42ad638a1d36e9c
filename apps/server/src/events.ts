import {
  allPagesKey,
  event,
  type EventDeclaration,
  objectKey,
  userKey,
} from './kernel/invalidation.ts'

const nothing = () => ({})
/** Any page may show the change in a list, a tag or a link. For changes that are rare compared with votes and comments. */
const allPages = [allPagesKey]

/** All events. Payloads contain ids only: listeners load what they need. */
export const events = {
  'site.demo_requested': event<Record<string, never>>(nothing),
  'account.registered': event<{ userId: string }>(nothing),
  'account.address_taken': event<{ userId: string }>(nothing),
  'account.activation_asked': event<{ userId: string }>(nothing),
  'account.activated': event<{ userId: string }>(({ userId }) => ({ pages: [userKey(userId)] })),
  /** The id is `0` when no account has the email, so that both cases take the same time. */
  'account.reset_asked': event<{ userId: string }>(nothing),
  'account.password_changed': event<{ userId: string }>(nothing),
  /** Several wrong authenticator codes after the right password. */
  'account.codes_guessed': event<{ userId: string }>(nothing),
  'account.email_change_asked': event<{ userId: string }>(nothing),
  /** The previous email is stored nowhere else. */
  'account.email_changed': event<{ userId: string; formerEmail: string }>(nothing),
  /** The account is being deleted; its posts are anonymized or deleted too. */
  'account.left': event<{ userId: string; content: 'keep' | 'remove' }>(() => ({
    pages: allPages,
    isUrgent: true,
    values: ['users', 'questions:count'],
  })),
  /** `mentioned` excludes the author; for edits, it includes new mentions only. */
  'question.asked': event<{ questionId: string; userId: string; mentioned: string[] }>(() => ({
    pages: allPages,
    values: ['questions:count'],
  })),
  'question.edited': event<{ questionId: string; userId: string; mentioned: string[] }>(() => ({
    pages: allPages,
    isUrgent: true,
    values: ['questions:count'],
  })),
  'question.deleted': event<{ questionId: string; userId: string }>(() => ({
    pages: allPages,
    isUrgent: true,
    values: ['questions:count'],
  })),
  'question.recovered': event<{ questionId: string; userId: string }>(() => ({
    pages: allPages,
    values: ['questions:count'],
  })),
  'question.reopened': event<{ questionId: string; userId: string }>(() => ({
    pages: allPages,
    values: ['questions:count'],
  })),
  'question.invited': event<{ questionId: string; userId: string; invited: string[] }>(
    ({ questionId }) => ({ pages: [objectKey(questionId)] }),
  ),
  'answer.posted': event<{
    answerId: string
    questionId: string
    userId: string
    mentioned: string[]
  }>(() => ({ pages: allPages })),
  'answer.edited': event<{
    answerId: string
    questionId: string
    userId: string
    mentioned: string[]
  }>(() => ({ pages: allPages, isUrgent: true })),
  'answer.deleted': event<{ answerId: string; questionId: string; userId: string }>(() => ({
    pages: allPages,
    isUrgent: true,
  })),
  'answer.recovered': event<{ answerId: string; questionId: string; userId: string }>(() => ({
    pages: allPages,
  })),
  'answer.accepted': event<{ answerId: string; questionId: string; userId: string }>(() => ({
    pages: allPages,
  })),
  'answer.unaccepted': event<{ answerId: string; questionId: string; userId: string }>(() => ({
    pages: allPages,
  })),
  'comment.added': event<{
    commentId: string
    postId: string
    userId: string
    mentioned: string[]
  }>(({ postId }) => ({ pages: [objectKey(postId)] })),
  'comment.edited': event<{ commentId: string; postId: string; userId: string }>(({ postId }) => ({
    pages: [objectKey(postId)],
    isUrgent: true,
  })),
  'comment.deleted': event<{ commentId: string; postId: string; userId: string }>(({ postId }) => ({
    pages: [objectKey(postId)],
    isUrgent: true,
  })),
  /** A value of 0 retracts the vote. */
  'post.voted': event<{
    objectId: string
    authorId: string
    userId: string
    value: 1 | 0 | -1
    before: 1 | 0 | -1
  }>(({ objectId, authorId, userId }) => ({
    pages: [objectKey(objectId), userKey(authorId), userKey(userId)],
  })),
  'post.reacted': event<{ objectId: string; userId: string; emoji: string; isOn: boolean }>(
    ({ objectId }) => ({ pages: [objectKey(objectId)] }),
  ),
  'tag.created': event<{ tagId: string; userId: string }>(() => ({
    pages: allPages,
    values: ['tags:count'],
  })),
  'tag.edited': event<{ tagId: string; userId: string }>(() => ({ pages: allPages })),
  'tag.deleted': event<{ tagId: string; userId: string }>(() => ({
    pages: allPages,
    isUrgent: true,
    values: ['tags:count'],
  })),
  'tag.recovered': event<{ tagId: string; userId: string }>(() => ({
    pages: allPages,
    values: ['tags:count'],
  })),
  /** The tag and its synonyms become synonyms of `intoId`, which gets their questions. */
  'tag.merged': event<{ tagId: string; intoId: string; userId: string }>(() => ({
    pages: allPages,
    values: ['tags:count', 'questions:count'],
  })),
  'object.followed': event<{ objectId: string; userId: string; isOn: boolean }>(({ objectId }) => ({
    pages: [objectKey(objectId)],
  })),
  /** Synonyms became tags again. */
  'tag.synonyms_removed': event<{ tagId: string; userId: string }>(() => ({
    pages: allPages,
    values: ['tags:count', 'questions:count'],
  })),
  'question.bookmarked': event<{ questionId: string; userId: string; isOn: boolean }>(
    ({ questionId }) => ({ pages: [objectKey(questionId)] }),
  ),
  'profile.changed': event<{ userId: string }>(({ userId }) => ({
    pages: [userKey(userId)],
    isUrgent: true,
    values: ['users'],
  })),
  'demo.added': event<{ users: number }>(() => ({ pages: allPages })),
  'demo.removed': event<{ users: number }>(() => ({ pages: allPages, isUrgent: true })),
}

export type Events = {
  [Name in keyof typeof events]: (typeof events)[Name] extends EventDeclaration<infer Payload>
    ? Payload
    : never
}
