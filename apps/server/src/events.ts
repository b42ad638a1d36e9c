/** Everything that can happen, and what is told about it. Payloads are ids: a listener loads what it needs. */
export type Events = {
  'account.registered': { userId: string }
  'account.address_taken': { userId: string }
  'account.activation_asked': { userId: string }
  'account.activated': { userId: string }
  'question.asked': { questionId: string; userId: string }
}
