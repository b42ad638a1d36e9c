import type { Draft, DraftItem } from '@stoa/contract/features/drafts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import type { WriteId } from '../shared/posts.settings.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isPostVisibleTo } from '../shared/posts.visibility.ts'
import type { DraftTarget } from './drafts.rules.ts'
import { drafts } from '../../../schema/drafts.ts'

export function isDraftOf(actor: { id: string }, { kind, object_id }: DraftTarget) {
  return and(eq(drafts.userId, actor.id), eq(drafts.kind, kind), eq(drafts.objectId, object_id))
}

export async function findDraft(
  db: ReadDb,
  actor: Actor,
  target: DraftTarget,
  writeId: WriteId,
): Promise<Draft | null> {
  const [draft] = await db.select().from(drafts).where(isDraftOf(actor, target))
  return draft === undefined ? null : toDraft(draft, writeId)
}

/** With the titles of the questions the actor may still see. */
export async function listDrafts(db: ReadDb, actor: Actor, writeId: WriteId): Promise<DraftItem[]> {
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
        isPostVisibleTo(actor),
      ),
    )
    .where(eq(drafts.userId, actor.id))
    .orderBy(desc(drafts.savedAt), desc(drafts.objectId))
  return rows.map(({ draft, question }) => ({
    ...toDraft(draft, writeId),
    question_id: writeId(question?.id ?? null),
    question_title: question?.title ?? '',
    url_title: question?.slug ?? '',
  }))
}

function toDraft(draft: typeof drafts.$inferSelect, writeId: WriteId): Draft {
  const isNewQuestion = draft.kind === 'question'
  return {
    kind: draft.kind,
    object_id: writeId(isNewQuestion ? null : draft.objectId),
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
