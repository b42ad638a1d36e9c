import { render, rendererVersion } from '@stoa/markdown/render'
import { slug } from '@stoa/markdown/slug'
import { eq, sql } from 'drizzle-orm'
import type { RequiredReputation, Actor } from '../../kernel/rules.ts'
import { must } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import { addToQuestionCounts, resolveTags, type TagWish, toSlugs } from '../tags/tags.actions.ts'
import { canUseTags } from '../tags/tags.rules.ts'
import { users } from '../users/users.table.ts'
import { canAsk } from './questions.rules.ts'
import { questions, questionTags } from './questions.table.ts'

type NewQuestion = { title: string; content: string; tags: readonly TagWish[] }

/** What the site's settings say about asking. */
type AskPolicy = {
  required: RequiredReputation
  tags: Parameters<typeof canUseTags>[2]
  siteUrl: string
}

/** Asks a question. Locks tags first, the person last: the order of every writer that moves both counts. */
export async function ask(tx: Tx, who: Actor, question: NewQuestion, policy: AskPolicy) {
  must(canAsk(who, policy.required))
  must(canUseTags(who, toSlugs(question.tags), policy.tags))
  const tagIds = await resolveTags(tx, who, question.tags, policy.required)
  const body = render(question.content, { siteUrl: policy.siteUrl })
  const [created] = await tx
    .insert(questions)
    .values({
      userId: who.id,
      title: question.title,
      slug: slug(question.title),
      originalText: question.content,
      parsedText: body.html,
      excerpt: body.excerpt,
      rendererVersion,
      createdAt: tx.now,
      activeAt: tx.now,
    })
    .returning({ id: questions.id })
  const questionId = inserted(created).id
  const rows = tagIds.map((tagId, position) => ({ questionId, tagId, position, askedAt: tx.now }))
  await tx.insert(questionTags).values(rows)
  await tx.emit('question.asked', { questionId, userId: who.id })
  await addToQuestionCounts(tx, tagIds, 1)
  await tx
    .update(users)
    .set({ questionCount: sql`${users.questionCount} + 1` })
    .where(eq(users.id, who.id))
  return questionId
}
