import type { BadgeAward } from '@stoa/contract/features/badges'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { badgeAwards } from '../../../schema/badges.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { isPostInListOf } from '../../content/shared/posts.visibility.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'

type Filter = { badgeId: string; userId: string | undefined }
type Input = Filter & { page: number; page_size: number }

const isAwardOf = ({ badgeId, userId }: Filter) =>
  and(
    eq(badgeAwards.badgeId, badgeId),
    isNull(badgeAwards.takenBackAt),
    userId === undefined ? undefined : eq(badgeAwards.userId, userId),
  )

export async function countAwards(db: ReadDb, filter: Filter): Promise<number> {
  return await db.$count(badgeAwards, isAwardOf(filter))
}

/** Newest first. */
export async function listBadgeAwards(
  db: ReadDb,
  actor: Viewer | null,
  input: Input,
  writeId: WriteId,
): Promise<BadgeAward[]> {
  const rows = await selectPage(db, actor, input)
  return rows.map((row) => toAward(row, writeId))
}

/** A list of everyone's awards shows only posts that are listed. */
const nobody = '0'

/** Joins only the rows of the page. A post that the viewer would not find in lists is left out, not the award. */
function selectPage(db: ReadDb, actor: Viewer | null, input: Input) {
  const { userId, page, page_size: size } = input
  const { id, objectId, createdAt } = badgeAwards
  const award = db
    .select({ id, ownerId: badgeAwards.userId, objectId, createdAt })
    .from(badgeAwards)
    .where(isAwardOf(input))
    .orderBy(desc(badgeAwards.id))
    .limit(size)
    .offset((page - 1) * size)
    .as('award')
  return db
    .select({
      createdAt: award.createdAt,
      questionId: questions.id,
      answerId: sql<
        string | null
      >`case when ${questions.id} is null then null else ${answers.id} end`,
      title: questions.title,
      slug: questions.slug,
      user: userCardColumns,
    })
    .from(award)
    .innerJoin(users, eq(users.id, award.ownerId))
    .leftJoin(answers, eq(answers.id, award.objectId))
    .leftJoin(
      questions,
      and(
        eq(questions.id, sql`coalesce(${answers.questionId}, ${award.objectId})`),
        isPostInListOf(userId ?? nobody, actor),
      ),
    )
    .orderBy(desc(award.id))
}

type AwardRow = Awaited<ReturnType<typeof selectPage>>[number]

function toAward(row: AwardRow, writeId: WriteId): BadgeAward {
  const { questionId, answerId } = row
  return {
    created_at: toUnix(row.createdAt),
    object_type: questionId === null ? '' : answerId === null ? 'question' : 'answer',
    object_id: writeId(answerId ?? questionId),
    question_id: writeId(questionId),
    answer_id: writeId(answerId),
    comment_id: writeId(null),
    title: row.title ?? '',
    url_title: row.slug ?? '',
    author_user_info: toUserBasic(row.user),
  }
}
