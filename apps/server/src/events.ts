/** Everything that can happen, and what is told about it. Payloads are ids: a listener loads what it needs. */
export type Events = {
  'account.registered': { userId: string }
  'account.address_taken': { userId: string }
  'account.activation_asked': { userId: string }
  'account.activated': { userId: string }
  /** The id is `0` when nobody has the address: asking must cost the same. */
  'account.reset_asked': { userId: string }
  'account.password_changed': { userId: string }
  'account.email_change_asked': { userId: string }
  /** The former address stands nowhere else any more. */
  'account.email_changed': { userId: string; formerEmail: string }
  /** The account is being deleted; its posts stay under a name that says nothing, or go as well. */
  'account.left': { userId: string; content: 'keep' | 'remove' }
  'question.asked': { questionId: string; userId: string }
}
