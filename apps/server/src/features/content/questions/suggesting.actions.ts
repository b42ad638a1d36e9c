import { tagSlug } from '@stoa/markdown/slug'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { questions } from '../../../schema/posts.ts'
import { assertLinksAllowed } from '../shared/posts.actions.ts'
import { saveSuggestion, withdrawSuggestion } from '../shared/suggestions.actions.ts'
import { listQuestionTags, resolveTagNames, resolveTagPolicy } from '../tags/tags.actions.ts'
import { canRetag } from '../tags/tags.rules.ts'
import { type QuestionEdit, renderQuestion } from './questions.actions.ts'

/** Locks nothing: the question is not changed. An edit without changes withdraws the actor's open suggestion. */
export async function suggestQuestionEdit(tx: Tx, actor: Actor, edit: QuestionEdit) {
  const rendered = await renderQuestion(tx, actor, edit.content)
  const { title, slug, originalText, parsedText, version } = questions
  const rows = await tx
    .select({ title, slug, originalText, parsedText, version })
    .from(questions)
    .where(eq(questions.id, edit.id))
  const current = requireRow(rows[0])
  const before = (await listQuestionTags(tx, edit.id)).map(({ slugName }) => slugName)
  const names = await resolveTagNames(tx, actor, edit.tags)
  const after = names.map((name) => tagSlug(name))
  const hasSameTags = before.length === after.length && before.every((tag) => after.includes(tag))
  if (current.title === edit.title && current.originalText === edit.content && hasSameTags) {
    await withdrawSuggestion(tx, actor, edit.id)
    return { slug: current.slug, isSuggestion: false }
  }
  if (current.version !== edit.version) fail('edit.conflict')
  const { parsedText: previousHtml } = current
  assertLinksAllowed(tx, actor, rendered, { field: 'content', previousHtml })
  assertAllowed(canRetag(actor, { before, after }, await resolveTagPolicy(tx, after)))
  await saveSuggestion(
    tx,
    actor,
    {
      objectId: edit.id,
      baseVersion: edit.version,
      title: edit.title,
      originalText: edit.content,
      tags: names,
      summary: edit.edit_summary,
    },
    rendered,
  )
  return { slug: current.slug, isSuggestion: true }
}
