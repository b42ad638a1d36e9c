import type { TimelineRevision } from '@stoa/contract/features/activity'
import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { tags } from '../../../schema/tags.ts'
import type { QuestionView } from '../../content/questions/questions.queries.ts'
import { revisionTagNames } from '../../content/revisions/revisions.queries.ts'
import { isQuestionOf } from '../../content/shared/posts.queries.ts'
import { isPostVisibleTo } from '../../content/shared/posts.visibility.ts'
import { toTag } from '../../content/tags/tags.queries.ts'

type Comparison = { new_revision_id: string; old_revision_id: string }

/** Two published revisions of one visible object. Everything else is reported as missing. */
export async function compareRevisions(
  db: ReadDb,
  actor: Actor,
  { new_revision_id, old_revision_id }: Comparison,
  view: QuestionView,
) {
  const ids = [new_revision_id, old_revision_id].filter((id) => id !== '0')
  const rows = ids.length === 0 ? [] : await findRevisions(db, actor, ids)
  const isOneObject = new Set(rows.map(({ revision }) => revision.objectId)).size <= 1
  const pick = (id: string) => {
    const row = rows.find(({ revision }) => revision.id === id)
    if (id === '0') return null
    return row === undefined || !isOneObject
      ? fail('revision.not_found')
      : toTimelineRevision(row, view)
  }
  return { new_revision: pick(new_revision_id), old_revision: pick(old_revision_id) }
}

const main = alias(tags, 'main')

/** Revisions of comments are for staff, and have an endpoint of their own. */
async function findRevisions(db: ReadDb, actor: Actor, ids: readonly string[]) {
  const isVisiblePost = and(isNotNull(questions.id), isPostVisibleTo(actor))
  const isVisibleTag = and(
    isNotNull(tags.id),
    isStaff(actor) ? undefined : eq(tags.isDeleted, false),
  )
  return await db
    .select({ revision: revisions, names: revisionTagNames, mainSlug: main.slugName })
    .from(revisions)
    .leftJoin(answers, eq(answers.id, revisions.objectId))
    .leftJoin(questions, isQuestionOf(revisions.objectId))
    .leftJoin(tags, eq(tags.id, revisions.objectId))
    .leftJoin(main, eq(main.id, tags.mainTagId))
    .where(
      and(
        inArray(revisions.id, [...ids]),
        isNotNull(revisions.version),
        or(isVisiblePost, isVisibleTag),
      ),
    )
}

type Row = Awaited<ReturnType<typeof findRevisions>>[number]

function toTimelineRevision({ revision, names, mainSlug }: Row, view: QuestionView) {
  return {
    title: revision.title,
    tags: revision.tags.map((name) =>
      toTag({ slugName: name, displayName: names?.[name] ?? name }, view.specialTags),
    ),
    original_text: revision.originalText,
    slug_name: revision.slugName,
    main_tag_slug_name: mainSlug ?? '',
  } satisfies TimelineRevision
}
