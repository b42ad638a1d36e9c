import {
  type FollowedTag,
  maxFollowedUsers,
  type MutedQuestion,
} from '@stoa/contract/features/follows'
import type { UserBasic } from '@stoa/contract/features/users'
import { typeOfId } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import { and, asc, desc, eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor, Viewer } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { questions } from '../../../schema/posts.ts'
import { type SpecialTags, toTag } from '../tags/tags.queries.ts'
import { tags } from '../../../schema/tags.ts'
import { follows, mutedQuestions, userFollows } from '../../../schema/follows.ts'
import { users } from '../../../schema/users.ts'
import { isUserVisibleTo, toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import type { WriteId } from '../shared/posts.settings.ts'
import { isQuestionVisibleTo } from '../shared/posts.visibility.ts'

export async function listFollowedTags(
  db: ReadDb,
  userId: string,
  specialTags: SpecialTags,
): Promise<FollowedTag[]> {
  const rows = await db
    .select({
      id: tags.id,
      slugName: tags.slugName,
      displayName: tags.displayName,
      level: follows.level,
    })
    .from(follows)
    .innerJoin(tags, eq(tags.id, follows.objectId))
    .where(and(eq(follows.userId, userId), eq(tags.isDeleted, false)))
    .orderBy(asc(tags.slugName))
  return rows.map((row) => ({ tag_id: row.id, level: row.level, ...toTag(row, specialTags) }))
}

export async function listFollowedUsers(db: ReadDb, actor: Actor): Promise<UserBasic[]> {
  const rows = await db
    .select(userCardColumns)
    .from(userFollows)
    .innerJoin(users, eq(users.id, userFollows.followedId))
    .where(and(eq(userFollows.userId, actor.id), isUserVisibleTo(actor)))
    .orderBy(desc(userFollows.createdAt))
    .limit(maxFollowedUsers)
  return rows.map(toUserBasic)
}

export async function listMutedQuestions(db: ReadDb, viewer: Viewer, writeId: WriteId) {
  const rows = await db
    .select({ id: questions.id, title: questions.title, slug: questions.slug })
    .from(mutedQuestions)
    .innerJoin(questions, eq(questions.id, mutedQuestions.questionId))
    .where(and(eq(mutedQuestions.userId, viewer.id), isQuestionVisibleTo(viewer)))
    .orderBy(desc(mutedQuestions.createdAt))
    .limit(limits.mutedQuestions.max)
  return rows.map(({ id, title, slug }): MutedQuestion => ({
    question_id: writeId(id),
    title,
    url_title: slug,
  }))
}

/** The object is a question or a tag that exists. */
export async function countFollowers(db: ReadDb, objectId: string) {
  const table = typeOfId(objectId) === 'tag' ? tags : questions
  const [row] = await db
    .select({ count: table.followCount })
    .from(table)
    .where(eq(table.id, objectId))
  return requireRow(row).count
}
