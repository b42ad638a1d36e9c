import type { Client } from '@stoa/contract/client'
import { askQuestion } from '@stoa/contract/features/questions'

/** Asked through the API, so that all counts are right. */
export function aQuestion(
  client: Client,
  changes: { title?: string; content?: string; tags?: string[] } = {},
) {
  const question = {
    title: changes.title ?? 'How long does a starter keep?',
    content: changes.content ?? 'I keep it in the **fridge**.',
    tags: (changes.tags ?? ['baking']).map((slug_name) => ({ slug_name })),
  }
  // Without a key, equal questions would be deduplicated.
  return client.call(askQuestion, question, { idempotencyKey: crypto.randomUUID() })
}
