import type { Bookmark } from '@stoa/contract/features/bookmarks'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { questions } from '../../../schema/posts.ts'
import { isQuestionVisibleTo } from '../shared/posts.visibility.ts'
import {
  questionColumns,
  type QuestionView,
  toQuestionBase,
} from '../questions/questions.queries.ts'
import { toUserBasic } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'
import { bookmarks } from '../../../schema/bookmarks.ts'

/** Bookmarked questions that the actor may still see. */
export async function listBookmarksOfUser(
  db: ReadDb,
  actor: Actor,
  paging: { page: number; page_size: number },
  view: QuestionView,
): Promise<Page<Bookmark>> {
  const select = () =>
    db
      .select(questionColumns)
      .from(bookmarks)
      .innerJoin(questions, eq(questions.id, bookmarks.questionId))
      .innerJoin(users, eq(users.id, questions.userId))
      .where(and(eq(bookmarks.userId, actor.id), isQuestionVisibleTo(actor)))
      .$dynamic()
  const newestFirst = [desc(bookmarks.createdAt), desc(bookmarks.questionId)]
  const { count, rows } = await readPageWithCappedCount(db, select, newestFirst, paging)
  const list = rows.map((row) => ({
    ...toQuestionBase(row, view),
    create_time: toUnix(row.createdAt),
    update_time: toUnix(row.activeAt),
    edit_time: toUnix(row.editedAt),
    user_info: toUserBasic(row.user),
  }))
  return { count, list }
}
