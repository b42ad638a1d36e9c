import type { Client } from '@stoa/contract/client'
import { postAnswer } from '@stoa/contract/features/answers'

/** Posted through the API, so that all counts are right. */
export async function anAnswer(
  client: Client,
  questionId: string,
  content = 'Feed it **once a week**.',
) {
  // Without a key, equal answers would be deduplicated.
  const key = { idempotencyKey: crypto.randomUUID() }
  return (await client.call(postAnswer, { question_id: questionId, content }, key)).info
}
