import type { BulkAction } from '@stoa/contract/features/bulk-actions'
import { type ErrorCode, errorCatalog, reasonOf } from '@stoa/contract/errors'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { readPage } from '../../../kernel/paging.ts'
import { bulkActionItems, bulkActions } from '../../../schema/bulk-actions.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { canUndo } from './bulk-actions.rules.ts'

type Paging = { page: number; page_size: number }

const undo = alias(bulkActions, 'undo')

function bulkActionsQuery(db: ReadDb) {
  return db
    .select({ bulk: bulkActions, undoId: undo.id, user: userCardColumns })
    .from(bulkActions)
    .innerJoin(users, eq(users.id, bulkActions.startedBy))
    .leftJoin(undo, eq(undo.undoesId, bulkActions.id))
}

export async function listBulkActions(db: ReadDb, input: Paging) {
  const { count, rows } = await readPage(
    db,
    () => bulkActionsQuery(db).$dynamic(),
    [desc(bulkActions.id)],
    input,
  )
  return { count, list: rows.map(toBulkAction) }
}

export async function getBulkAction(db: ReadDb, id: string): Promise<BulkAction> {
  const [row] = await bulkActionsQuery(db).where(eq(bulkActions.id, id))
  return row === undefined ? fail('bulk.not_found') : toBulkAction(row)
}

function toBulkAction({
  bulk,
  undoId,
  user,
}: Awaited<ReturnType<typeof bulkActionsQuery>>[number]): BulkAction {
  const { parameters } = bulk
  return {
    id: bulk.id,
    object_type: bulk.objectType,
    action: bulk.action,
    state: bulk.state,
    filter: bulk.filter,
    close_type: parameters.closeType ?? 0,
    add_tags: [...(parameters.addTags ?? [])],
    remove_tags: [...(parameters.removeTags ?? [])],
    started_at: toUnix(bulk.startedAt),
    ended_at: toUnix(bulk.endedAt),
    user_info: toUserBasic(user),
    total: bulk.total,
    done: bulk.done,
    unchanged: bulk.unchanged,
    rejected: bulk.rejected,
    undoes_id: bulk.undoesId ?? '',
    undone_by_id: undoId ?? '',
    can_undo: canUndo({ ...bulk, isUndone: undoId !== null }).ok,
  }
}

type View = { writeId: WriteId; t: Translate }

export async function listRejectedItems(
  db: ReadDb,
  { id, ...paging }: Paging & { id: string },
  { writeId, t }: View,
) {
  await getBulkAction(db, id)
  const { count, rows } = await readPage(
    db,
    () =>
      db
        .select({
          objectId: bulkActionItems.objectId,
          reason: bulkActionItems.reason,
          questionId: questions.id,
          title: questions.title,
          slug: questions.slug,
        })
        .from(bulkActionItems)
        .leftJoin(answers, eq(answers.id, bulkActionItems.objectId))
        .leftJoin(
          questions,
          sql`${questions.id} = coalesce(${answers.questionId}, ${bulkActionItems.objectId})`,
        )
        .where(
          and(
            eq(bulkActionItems.actionId, id),
            eq(bulkActionItems.outcome, 'rejected'),
            isNotNull(bulkActionItems.reason),
          ),
        )
        .$dynamic(),
    [asc(bulkActionItems.objectId)],
    paging,
  )
  return {
    count,
    list: rows.map(({ objectId, questionId, title, slug, reason }) => ({
      object_id: writeId(objectId),
      question_id: writeId(questionId),
      title: title ?? '',
      url_title: slug ?? '',
      reason,
      reason_text: isErrorCode(reason) ? t(reasonOf(reason)) : reason,
    })),
  }
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalog, text)
}
