import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { publishAnswerEdit } from '../../content/answers/answers.actions.ts'
import { publishQuestionEdit } from '../../content/questions/edit.actions.ts'
import { publishTagEdit } from '../../content/tags/editing.actions.ts'
import type { SuggestedTexts } from './merging.rules.ts'
import { kindOf } from './suggestions.content.ts'

type Publication = {
  objectId: string
  texts: SuggestedTexts
  /** Fails if the content has another version by now. */
  version: number
  summary: string
}

/** Does what a direct edit does. The caller has checked that the actor may do it. */
export async function publishTexts(tx: Tx, actor: Actor, publication: Publication) {
  const { objectId: id, texts, version, summary: edit_summary } = publication
  const { title, slugName, originalText, tags: names } = texts
  const kind = kindOf(id)
  const common = { version, edit_summary, mention_username_list: [] }
  if (kind === 'answer')
    await publishAnswerEdit(tx, actor, { id, content: originalText, ...common })
  else if (kind === 'question') {
    const choices = names.map((name) => ({ slug_name: name, display_name: '', original_text: '' }))
    const question = { id, title, content: originalText, tags: choices, ...common }
    await publishQuestionEdit(tx, actor, question, { isPending: false })
  } else {
    const tagNames = { slug_name: slugName, display_name: title }
    const tag = { tag_id: id, ...tagNames, original_text: originalText, version, edit_summary }
    await publishTagEdit(tx, actor, tag)
  }
}

export async function readVersion(tx: Tx, id: string): Promise<number> {
  const table = { question: questions, answer: answers, tag: tags }[kindOf(id)]
  const [row] = await tx.select({ version: table.version }).from(table).where(eq(table.id, id))
  return requireRow(row).version
}
