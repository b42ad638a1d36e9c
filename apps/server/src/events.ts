/** Events and their payloads, which contain ids only: listeners load what they need. */
export type Events = {
  'site.demo_requested': Record<string, never>
  'account.registered': { userId: string }
  'account.address_taken': { userId: string }
  'account.activation_asked': { userId: string }
  'account.activated': { userId: string }
  /** The id is `0` when no account has the email, so that both cases take the same time. */
  'account.reset_asked': { userId: string }
  'account.password_changed': { userId: string }
  /** Several wrong authenticator codes after the right password. */
  'account.codes_guessed': { userId: string }
  'account.email_change_asked': { userId: string }
  /** The previous email is stored nowhere else. */
  'account.email_changed': { userId: string; formerEmail: string }
  /** The account is being deleted; its posts are anonymized or deleted too. */
  'account.left': { userId: string; content: 'keep' | 'remove' }
  /** `mentioned` excludes the author; for edits, it includes new mentions only. */
  'question.asked': { questionId: string; userId: string; mentioned: string[] }
  'question.edited': { questionId: string; userId: string; mentioned: string[] }
  'question.deleted': { questionId: string; userId: string }
  'question.recovered': { questionId: string; userId: string }
  'question.reopened': { questionId: string; userId: string }
  'question.invited': { questionId: string; userId: string; invited: string[] }
  'answer.posted': { answerId: string; questionId: string; userId: string; mentioned: string[] }
  'answer.edited': { answerId: string; questionId: string; userId: string; mentioned: string[] }
  'answer.deleted': { answerId: string; questionId: string; userId: string }
  'answer.recovered': { answerId: string; questionId: string; userId: string }
  'answer.accepted': { answerId: string; questionId: string; userId: string }
  'answer.unaccepted': { answerId: string; questionId: string; userId: string }
  'comment.added': { commentId: string; postId: string; userId: string; mentioned: string[] }
  'comment.edited': { commentId: string; postId: string; userId: string }
  'comment.deleted': { commentId: string; postId: string; userId: string }
  /** A value of 0 retracts the vote. */
  'post.voted': { objectId: string; userId: string; value: 1 | 0 | -1; before: 1 | 0 | -1 }
  'post.reacted': { objectId: string; userId: string; emoji: string; isOn: boolean }
  'tag.created': { tagId: string; userId: string }
  'tag.edited': { tagId: string; userId: string }
  'tag.deleted': { tagId: string; userId: string }
  'tag.recovered': { tagId: string; userId: string }
  /** The tag and its synonyms become synonyms of `intoId`, which gets their questions. */
  'tag.merged': { tagId: string; intoId: string; userId: string }
  'object.followed': { objectId: string; userId: string; isOn: boolean }
}
