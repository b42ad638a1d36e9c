import { editAnswer, postAnswer } from '@stoa/contract/features/answers'
import { editQuestion } from '@stoa/contract/features/questions'
import { createTag, editTag, findTags } from '@stoa/contract/features/tags'
import { eq } from 'drizzle-orm'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { suggestions } from '../../src/schema/suggestions.ts'
import { users } from '../../src/schema/users.ts'
import type { TestSite } from '../site.ts'

/** Suggested edits of a question, an answer and a tag. */
export async function suggestEdits(site: TestSite) {
  const author = site.as((await aUser(site.ctx)).token)
  const suggester = await aUser(site.ctx)
  await site.db.update(users).set({ points: 200 }).where(eq(users.id, suggester.id))
  const { id } = await aQuestion(author)
  const { info } = await author.call(postAnswer, { question_id: id, content: 'For three weeks.' })
  await author.call(createTag, { slug_name: 'emmer', display_name: 'emmer', original_text: '' })
  const [tag] = await author.call(findTags, { tags: 'emmer' })
  const client = site.as(suggester.token)
  const text = 'Keep it in the fridge, and feed it.'
  await client.call(editQuestion, {
    id,
    title: 'How long does a cold starter keep?',
    content: text,
    tags: [{ slug_name: 'baking' }],
    version: 1,
  })
  await client.call(editAnswer, { id: info.id, content: text, version: 1 })
  await client.call(editTag, {
    tag_id: tag!.tag_id,
    slug_name: 'emmer',
    display_name: 'emmer',
    original_text: text,
  })
  const rows = await site.ctx.db
    .select()
    .from(suggestions)
    .where(eq(suggestions.userId, suggester.id))
  const kindOf = (objectId: string): 'question' | 'answer' | 'tag' =>
    objectId === id ? 'question' : objectId === info.id ? 'answer' : 'tag'
  return rows.map(({ id: suggestionId, objectId, userId }) => ({
    id: suggestionId,
    kind: kindOf(objectId),
    userId,
  }))
}
