import type { ParsedInputOf, ResponseOf } from '@stoa/contract/endpoint'
import {
  type PostExtras,
  type readQuestion as readCall,
  questionPageSizes,
} from '@stoa/contract/features/question-page'
import { limits } from '@stoa/contract/limits'
import { eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { prepared } from '../../../kernel/prepared.ts'
import type { Actor, Viewer } from '../../../kernel/rules.ts'
import { readAnswers } from '../answers/answers.queries.ts'
import { listCommentsOnPosts } from '../comments/comments.queries.ts'
import { invitedColumn } from '../invites/invites.queries.ts'
import { questions } from '../../../schema/posts.ts'
import { linkedColumn, toNeighbor } from '../questions/neighbors.queries.ts'
import { getQuestion, type ReaderView } from '../questions/questions.queries.ts'
import { type ReactionRow, reactionsQuery, toReactions } from '../reactions/reactions.queries.ts'
import { candidatesColumn } from '../related/related.queries.ts'
import { rankBySimilarity } from '../related/related.rules.ts'
import { ownSuggestionsColumn, toPostNotice } from '../shared/suggestions.queries.ts'
import { toUserBasic } from '../../people/users/users.queries.ts'

type Reader = { actor: Actor | null; now: Date; view: ReaderView }
type Input = ParsedInputOf<typeof readCall>

/** Everything the question page shows, in four statements, two at a time. */
export async function readQuestion(
  db: ReadDb,
  input: Input,
  { actor, now, view }: Reader,
): Promise<ResponseOf<typeof readCall>> {
  const { order, page, answer_id, comment_id } = input
  const paging = { order, page, page_size: questionPageSizes.answers, answer_id, comment_id }
  const [question, answersPage] = await Promise.all([
    getQuestion(db, input.id, actor, view),
    readAnswers(db, { question_id: input.id, ...paging }, actor, view),
  ])
  const answerIds = answersPage.list.map(({ id }) => id)
  const postIds = [input.id, ...answerIds]
  const [comments, extras] = await Promise.all([
    listCommentsOnPosts(
      db,
      { questionId: input.id, answerIds },
      {
        maxPerPost: questionPageSizes.comments,
        expandedPostId: input.comments_of,
        maxExpanded: limits.pageSize.max,
        comment_id,
      },
      { actor, now, t: view.t, writeId: view.writeId, required: view.required },
    ),
    readExtras(db, input.id, postIds, actor),
  ])
  const related = rankBySimilarity(question.title, extras.candidates, questionPageSizes.related)
  return {
    question,
    answers: {
      count: answersPage.count,
      list: answersPage.list.map(({ answer }) => answer),
      page: answersPage.page,
    },
    attached: postIds.map((id): PostExtras => ({
      comments: comments.get(id) ?? { count: 0, list: [] },
      reactions: toReactions(extras.reactions, id, view.t).reaction_summary,
      suggestion: toPostNotice(extras.suggestions, id),
    })),
    invited: extras.invited.map(toUserBasic),
    linked: {
      count: extras.linkedCount,
      list: extras.linked.map((row) => toNeighbor(row, view.writeId)),
    },
    related: related.map((row) => toNeighbor(row, view.writeId)),
  }
}

/** Sidebar content of a question, and the reactions on its posts. The caller has checked visibility. */
async function readExtras(db: ReadDb, id: string, postIds: readonly string[], actor: Actor | null) {
  const [row] = await findExtras(db, { id, postIds: `{${postIds.join(',')}}` }, actor, '')
  return row ?? fail('question.not_found')
}

const findExtras = prepared(extrasQuery)

function extrasQuery(
  db: ReadDb,
  { id, postIds }: { id: string; postIds: string },
  actor: Viewer | null,
) {
  const reactions = sql`(select coalesce(json_agg(reactions), '[]') from (${reactionsQuery(postIds, actor)}) as reactions)`
  return db
    .select({
      invited: invitedColumn(),
      linkedCount: questions.linkedCount,
      linked: linkedColumn(db, id),
      candidates: candidatesColumn(db, id),
      reactions: sql<ReactionRow[]>`${reactions}`,
      suggestions: ownSuggestionsColumn(postIds, actor),
    })
    .from(questions)
    .where(eq(questions.id, id))
}
