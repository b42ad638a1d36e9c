import type { Client } from '@stoa/contract/client'
import { postAnswer } from '@stoa/contract/features/answers'

/** An answer posted through the API, so that all its counts are right. */
export async function anAnswer(
  client: Client,
  questionId: string,
  content = 'Feed it **once a week**.',
) {
  return (await client.call(postAnswer, { question_id: questionId, content })).info
}
