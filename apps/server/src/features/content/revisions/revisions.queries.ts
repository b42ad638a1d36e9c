import type { Revision, RevisionContent } from '@stoa/contract/features/revisions'
import { typeOfId } from '@stoa/contract/ids'
import { slug, tagSlug } from '@stoa/markdown/slug'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { revisions, revisionStatuses } from '../../../schema/revisions.ts'
import type { QuestionView } from '../questions/questions.queries.ts'
import { toTag } from '../tags/tags.queries.ts'
import { tags } from '../../../schema/tags.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'

type RevisionPage = { object_id: string; page: number; page_size: number }

/** Published revisions of a post or a tag, newest first. */
export async function listRevisions(
  db: ReadDb,
  { object_id, page, page_size }: RevisionPage,
  view: QuestionView,
): Promise<Revision[]> {
  const { first, passed } = revisionStatuses
  const rows = await db
    .select({ revision: revisions, names: revisionTagNames, user: userCardColumns })
    .from(revisions)
    .innerJoin(users, eq(users.id, revisions.userId))
    .where(and(eq(revisions.objectId, object_id), inArray(revisions.status, [first, passed])))
    .orderBy(desc(revisions.version))
    .limit(page_size)
    .offset((page - 1) * page_size)
  return rows.map((row) => toRevision(row, view))
}

/** Current display names of a revision's tags, by slug. */
export const revisionTagNames: SQL<Record<string, string> | null> = sql`(
  select json_object_agg(${tags.slugName}, ${tags.displayName}) from ${tags}
  where ${tags.slugName} = any(${revisions.tags}))`

type Row = {
  revision: typeof revisions.$inferSelect
  names: Record<string, string> | null
  user: Parameters<typeof toUserBasic>[0]
}

function toRevision({ revision, names, user }: Row, view: QuestionView): Revision {
  const { title, status, objectId, slugName } = revision
  const isTag = typeOfId(objectId) === 'tag'
  return {
    id: revision.id,
    use_id: revision.userId,
    // Only ids of questions and answers have a short form.
    object_id: isTag ? objectId : view.writeId(objectId),
    title,
    url_title: isTag ? slugName : title === '' ? '' : slug(title),
    content: toRevisionContent(revision, names, view),
    status: status === revisionStatuses.first ? 0 : 2,
    version: revision.version ?? 0,
    create_at: toUnix(revision.createdAt),
    user_info: toUserBasic(user),
    reason: revision.summary,
  }
}

type Texts = Pick<typeof revisions.$inferSelect, 'title' | 'slugName' | 'originalText'> & {
  tags: readonly string[]
}

/** The names of tags that do not exist are shown as written. */
export function toRevisionContent(
  { title, slugName, originalText, tags: list }: Texts,
  names: Record<string, string> | null,
  view: QuestionView,
): RevisionContent {
  return {
    title,
    slug_name: slugName,
    content: originalText,
    tags: list.map((name) => {
      const tag = tagSlug(name)
      return toTag({ slugName: tag, displayName: names?.[tag] ?? name }, view.specialTags)
    }),
  }
}
