import type { Draft, DraftItem } from '@stoa/contract/features/drafts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import type { Actor } from '../../kernel/rules.ts'
import type { WriteId } from '../posts/posts.settings.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { isPostVisibleTo } from '../posts/posts.visibility.ts'
import type { Place } from './drafts.rules.ts'
import { drafts } from './drafts.table.ts'

/** The draft of a person in a place. Nobody else ever sees it. */
export function isAt(who: { id: string }, { kind, object_id }: Place) {
  return and(eq(drafts.userId, who.id), eq(drafts.kind, kind), eq(drafts.objectId, object_id))
}

export async function findDraft(
  db: Db,
  who: Actor,
  place: Place,
  writeId: WriteId,
): Promise<Draft | null> {
  const [draft] = await db.select().from(drafts).where(isAt(who, place))
  return draft === undefined ? null : toDraft(draft, writeId)
}

/** All drafts of a person, with what they may still see of the questions they are about. */
export async function listDrafts(db: Db, who: Actor, writeId: WriteId): Promise<DraftItem[]> {
  const rows = await db
    .select({
      draft: drafts,
      question: { id: questions.id, title: questions.title, slug: questions.slug },
    })
    .from(drafts)
    .leftJoin(answers, eq(answers.id, drafts.objectId))
    .leftJoin(
      questions,
      and(
        eq(questions.id, sql`coalesce(${answers.questionId}, ${drafts.objectId})`),
        isPostVisibleTo(who),
      ),
    )
    .where(eq(drafts.userId, who.id))
    .orderBy(desc(drafts.savedAt), desc(drafts.objectId))
  return rows.map(({ draft, question }) => ({
    ...toDraft(draft, writeId),
    question_id: writeId(question?.id ?? null),
    question_title: question?.title ?? '',
    url_title: question?.slug ?? '',
  }))
}

function toDraft(draft: typeof drafts.$inferSelect, writeId: WriteId): Draft {
  const isNew = draft.kind === 'question'
  return {
    kind: draft.kind,
    object_id: writeId(isNew ? null : draft.objectId),
    title: draft.title,
    content: draft.content,
    tags: draft.tags,
    answer_content: draft.answerContent,
    edit_summary: draft.editSummary,
    base_version: draft.baseVersion,
    version: draft.version,
    writer: draft.writer,
    saved_at: toUnix(draft.savedAt),
  }
}
