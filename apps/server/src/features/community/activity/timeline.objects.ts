import type { Timeline } from '@stoa/contract/features/activity'
import { typeOfId } from '@stoa/contract/ids'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, isStaff, type RequiredReputation } from '../../../kernel/rules.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { isAnswerLocked } from '../../content/shared/posts.queries.ts'
import { canRollBack } from '../../content/shared/posts.rules.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { isAnswerVisibleTo, isQuestionVisibleTo } from '../../content/shared/posts.visibility.ts'
import { needsTagReview } from '../../content/tags/tags.rules.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'

type ObjectInfo = Timeline['object_info']

/** What a timeline is about. `questionId` is null for a tag, `answerId` for all but answers. */
export type TimelineObject = {
  id: string
  questionId: string | null
  answerId: string | null
  info: ObjectInfo
}

/** `holdsAcceptedEdits`: whether edits by the author after acceptance wait for review. */
type View = { writeId: WriteId; required: RequiredReputation; holdsAcceptedEdits: boolean }

/** An object the actor may not see is reported as missing. */
export async function getTimelineObject(
  db: ReadDb,
  actor: Actor,
  id: string,
  view: View,
): Promise<TimelineObject> {
  const kind = typeOfId(id)
  if (kind === 'tag') return await getTagObject(db, actor, id, view)
  if (kind === 'answer') return await getAnswerObject(db, actor, id, view)
  return await getQuestionObject(db, actor, id, view)
}

async function getQuestionObject(db: ReadDb, actor: Actor, id: string, view: View) {
  const { title, slug, status, version, userId, isLocked } = questions
  const isAccepted = sql<boolean>`${questions.acceptedAnswerId} is not null`
  const [row] = await db
    .select({
      title,
      slug,
      status,
      version,
      userId,
      isLocked,
      isAccepted,
      author: userCardColumns,
    })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(eq(questions.id, id), isQuestionVisibleTo(actor)))
  if (row === undefined) fail('question.not_found')
  const info: ObjectInfo = {
    ...toNames(row),
    object_type: 'question',
    question_id: view.writeId(id),
    answer_id: '0',
    can_roll_back: mayRollBack(actor, { kind: 'question', ...row }, view),
  }
  return { id, questionId: id, answerId: null, info }
}

async function getAnswerObject(db: ReadDb, actor: Actor, id: string, view: View) {
  const { title, slug } = questions
  const isLocked = isAnswerLocked
  const { questionId, status, version, userId } = answers
  const isAccepted = sql<boolean>`${questions.acceptedAnswerId} is not distinct from ${answers.id}`
  const [row] = await db
    .select({
      questionId,
      title,
      slug,
      isLocked,
      isAccepted,
      status,
      version,
      userId,
      author: userCardColumns,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(users, eq(users.id, answers.userId))
    .where(and(eq(answers.id, id), isAnswerVisibleTo(actor)))
  if (row === undefined) fail('answer.not_found')
  const info: ObjectInfo = {
    ...toNames(row),
    object_type: 'answer',
    question_id: view.writeId(row.questionId),
    answer_id: view.writeId(id),
    can_roll_back: mayRollBack(actor, { kind: 'answer', ...row }, view),
  }
  return { id, questionId: row.questionId, answerId: id, info }
}

type RolledBackPost = Omit<Parameters<typeof canRollBack>[1], 'isAuthorReviewed'> & {
  isAccepted: boolean
}

function mayRollBack(actor: Actor, post: RolledBackPost, { required, holdsAcceptedEdits }: View) {
  const isAuthorReviewed = post.isAccepted && holdsAcceptedEdits
  return canRollBack(actor, { ...post, isAuthorReviewed }, required)
}

const main = alias(tags, 'main')

/** Only staff see deleted tags. */
async function getTagObject(db: ReadDb, actor: Actor, id: string, view: View) {
  const { displayName: title, slugName: slug, isDeleted, version } = tags
  const [row] = await db
    .select({ title, slug, isDeleted, version, mainSlug: main.slugName, author: userCardColumns })
    .from(tags)
    .innerJoin(users, eq(users.id, tags.createdBy))
    .leftJoin(main, eq(main.id, tags.mainTagId))
    .where(and(eq(tags.id, id), isStaff(actor) ? undefined : eq(tags.isDeleted, false)))
  if (row === undefined) fail('tag.not_found')
  const info: ObjectInfo = {
    ...toNames(row),
    object_type: 'tag',
    question_id: '0',
    answer_id: '0',
    main_tag_slug_name: row.mainSlug ?? '',
    can_roll_back: !row.isDeleted && !needsTagReview(actor, view.required),
  }
  return { id, questionId: null, answerId: null, info }
}

type Named = {
  title: string
  slug: string
  version: number
  author: Parameters<typeof toUserBasic>[0]
}

function toNames({ title, slug, version, author }: Named) {
  const { username, display_name } = toUserBasic(author)
  return { title, url_title: slug, version, username, display_name, main_tag_slug_name: '' }
}
