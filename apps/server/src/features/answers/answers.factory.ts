import type { Client } from '@stoa/contract/client'
import { postAnswer } from '@stoa/contract/features/answers'

/** An answer posted through the API, so that all its counts are right. */
export async function anAnswer(
  client: Client,
  questionId: string,
  content = 'Feed it **once a week**.',
) {
  // Tests answer the same again and mean another one.
  const key = { idempotencyKey: crypto.randomUUID() }
  return (await client.call(postAnswer, { question_id: questionId, content }, key)).info
}
