/** Everything that can happen, and what is told about it. Payloads are ids: a listener loads what it needs. */
export type Events = {
  'account.registered': { userId: string }
  'account.address_taken': { userId: string }
  'account.activation_asked': { userId: string }
  'account.activated': { userId: string }
  /** The id is `0` when nobody has the address: asking must cost the same. */
  'account.reset_asked': { userId: string }
  'account.password_changed': { userId: string }
  /** Several wrong codes of the app came after the right password. */
  'account.codes_guessed': { userId: string }
  'account.email_change_asked': { userId: string }
  /** The former address stands nowhere else any more. */
  'account.email_changed': { userId: string; formerEmail: string }
  /** The account is being deleted; its posts stay under a name that says nothing, or go as well. */
  'account.left': { userId: string; content: 'keep' | 'remove' }
  /** With those named in it who exist, without its author; of an edit, those who were not named before. */
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
  /** With those named in it who exist, without its author. */
  'comment.added': { commentId: string; postId: string; userId: string; mentioned: string[] }
  'comment.edited': { commentId: string; postId: string; userId: string }
  'comment.deleted': { commentId: string; postId: string; userId: string }
  /** A vote was given, changed or (with 0) taken back. */
  'post.voted': { objectId: string; userId: string; value: 1 | 0 | -1; before: 1 | 0 | -1 }
  'post.reacted': { objectId: string; userId: string; emoji: string; isOn: boolean }
  'tag.created': { tagId: string; userId: string }
  'tag.edited': { tagId: string; userId: string }
  'tag.deleted': { tagId: string; userId: string }
  'tag.recovered': { tagId: string; userId: string }
  /** The tag and its synonyms became synonyms of another, and their questions are that one's now. */
  'tag.merged': { tagId: string; intoId: string; userId: string }
  'object.followed': { objectId: string; userId: string; isOn: boolean }
}
