import type { OwnSuggestion } from '@stoa/contract/features/suggestions'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import type { QuestionView } from '../../content/questions/questions.queries.ts'
import { toRevisionContent } from '../../content/revisions/revisions.queries.ts'
import { toSuggestionNotice } from '../../content/shared/suggestions.queries.ts'
import {
  baseOf,
  isContentVisibleTo,
  kindOf,
  type SuggestionRow,
  suggestionsQuery,
} from './suggestions.content.ts'

/** Newest first. Leaves out content that the actor cannot see any more. */
export async function listOwnSuggestions(
  db: ReadDb,
  { actor, now }: { actor: Actor; now: Date },
  paging: { page: number; page_size: number },
  view: QuestionView,
): Promise<Page<OwnSuggestion>> {
  const find = () =>
    suggestionsQuery(db, now)
      .where(and(eq(suggestions.userId, actor.id), isContentVisibleTo(actor)))
      .$dynamic()
  const order = [desc(suggestions.id)]
  const { count, rows } = await readPageWithCappedCount(db, find, order, paging)
  return { count, list: rows.map((row) => toOwnSuggestion(row, view)) }
}

function toOwnSuggestion(row: SuggestionRow, view: QuestionView): OwnSuggestion {
  const { suggestion, names } = row
  const base = baseOf(row)
  return {
    ...toSuggestionNotice(suggestion),
    ...toObject(row, view),
    edit_summary: suggestion.summary,
    before: base === null ? null : toRevisionContent(base, names, view),
    after: toRevisionContent(suggestion, names, view),
  }
}

function toObject({ suggestion, question, answer, tag }: SuggestionRow, { writeId }: QuestionView) {
  const { objectId } = suggestion
  const ids = { question_id: writeId(question?.id ?? null), answer_id: writeId(answer?.id ?? null) }
  const object_type = kindOf(objectId)
  if (tag !== null) {
    const { displayName: title, slugName: url_title } = tag
    return { ...ids, object_type, object_id: objectId, title, url_title }
  }
  const [title, url_title] = question === null ? ['', ''] : [question.title, question.slug]
  return { ...ids, object_type, object_id: writeId(objectId), title, url_title }
}
