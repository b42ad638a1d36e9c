import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { reviewFlagCase as reviewCall } from '@stoa/contract/features/flags'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { caseStatuses } from '../../../schema/flags.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { editAnswer } from '../../content/answers/answers.actions.ts'
import { deleteAnswer } from '../../content/answers/deletion.actions.ts'
import { deleteComment, editComment } from '../../content/comments/comments.actions.ts'
import { closeQuestion } from '../../content/questions/closing.actions.ts'
import { deleteQuestion } from '../../content/questions/deletion.actions.ts'
import { editQuestion } from '../../content/questions/edit.actions.ts'
import { operateQuestion } from '../../content/questions/listing.actions.ts'
import { getPost, type PostState } from '../../content/shared/posts.queries.ts'
import { listQuestionTags } from '../../content/tags/tags.actions.ts'
import { finishCase } from '../claims/claims.actions.ts'
import { completeCase, lockCase } from './cases.actions.ts'
import { canDecide } from './flags.rules.ts'

type ReviewInput = ParsedInputOf<typeof reviewCall>

/** Changes the content and completes the case in one transaction. */
export async function reviewCase(tx: Tx, actor: Actor, input: ReviewInput) {
  const { flag_id: id, operation_type: operation } = input
  const flagCase = await lockCase(tx, id, 'content')
  if (flagCase.status !== caseStatuses.open) fail('flag.case_decided')
  await finishCase(tx, actor, { queue: 'flagged_post', id })
  if (operation !== 'ignore_report') await changeContent(tx, actor, flagCase.objectId, input)
  await completeCase(tx, actor, flagCase, { operation, note: input.note })
}

async function changeContent(tx: Tx, actor: Actor, objectId: string, input: ReviewInput) {
  const post = await getPost(tx, actor, objectId, { forUpdate: false })
  const { operation_type: operation } = input
  assertAllowed(canDecide({ kind: post.kind, operation }))
  if (operation === 'edit_post') await editContent(tx, actor, post, input)
  else if (operation === 'delete_post') await deleteContent(tx, actor, post)
  else if (operation === 'unlist_post')
    await operateQuestion(tx, actor, { id: objectId, operation: 'hide' })
  else {
    const { close_type = 0, close_msg } = input
    await closeQuestion(tx, actor, { id: objectId, close_type, close_msg })
  }
}

async function deleteContent(tx: Tx, actor: Actor, { kind, id }: PostState) {
  if (kind === 'question') await deleteQuestion(tx, actor, id)
  else if (kind === 'answer') await deleteAnswer(tx, actor, id)
  else await deleteComment(tx, actor, id)
}

/** Fields that are left out stay as they are. */
async function editContent(tx: Tx, actor: Actor, { kind, id }: PostState, input: ReviewInput) {
  const { content } = input
  if (content === undefined && kind !== 'question')
    failField('content', 'base.request_format_error')
  const common = { edit_summary: '', mention_username_list: [] }
  if (kind === 'comment') await editComment(tx, actor, { commentId: id, text: content ?? '' })
  else if (kind === 'answer') {
    const [row] = await tx
      .select({ version: answers.version })
      .from(answers)
      .where(eq(answers.id, id))
    const { version } = requireRow(row)
    await editAnswer(tx, actor, { id, content: content ?? '', version, ...common })
  } else {
    const [row] = await tx.select().from(questions).where(eq(questions.id, id))
    const { title, originalText, version } = requireRow(row)
    const current = await listQuestionTags(tx, id)
    await editQuestion(tx, actor, {
      id,
      title: input.title ?? title,
      content: content ?? originalText,
      tags: input.tags ?? current.map(toTagInput),
      version,
      ...common,
    })
  }
}

function toTagInput({ slugName }: { slugName: string }) {
  return { slug_name: slugName, display_name: '', original_text: '' }
}
