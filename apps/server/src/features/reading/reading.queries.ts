import type { ParsedInputOf, ReplyOf } from '@stoa/contract/endpoint'
import {
  type Attached,
  type readQuestion as readCall,
  readingSizes,
} from '@stoa/contract/features/reading'
import { limits } from '@stoa/contract/limits'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { prepared } from '../../kernel/prepared.ts'
import type { Actor, Someone } from '../../kernel/rules.ts'
import { readAnswers } from '../answers/answers.queries.ts'
import { listOnPosts } from '../comments/comments.queries.ts'
import { invitedColumn } from '../invites/invites.queries.ts'
import { questions } from '../posts/posts.table.ts'
import { linkedColumn, toNeighbour } from '../questions/neighbours.queries.ts'
import { getQuestion, type ReaderView } from '../questions/questions.queries.ts'
import { type ReactionRow, reactionRows, toReactions } from '../reactions/reactions.queries.ts'
import { candidatesColumn } from '../related/related.queries.ts'
import { mostAlike } from '../related/related.rules.ts'
import { toUserBasic } from '../users/users.queries.ts'

type Reader = { who: Actor | null; now: Date; view: ReaderView }
type Input = ParsedInputOf<typeof readCall>

/** All that the page of a question shows, in four statements, two and two at once, however much that is. */
export async function readQuestion(
  db: Db,
  input: Input,
  { who, now, view }: Reader,
): Promise<ReplyOf<typeof readCall>> {
  const { order, page, answer_id, comment_id } = input
  const paging = { order, page, page_size: readingSizes.answers, answer_id, comment_id }
  const [question, found] = await Promise.all([
    getQuestion(db, input.id, who, view),
    readAnswers(db, { question_id: input.id, ...paging }, who, view),
  ])
  const answerIds = found.list.map(({ id }) => id)
  const posts = [input.id, ...answerIds]
  const [comments, around] = await Promise.all([
    listOnPosts(
      db,
      { questionId: input.id, answerIds },
      {
        few: readingSizes.comments,
        allOf: input.comments_of,
        all: limits.pageSize.max,
        comment_id,
      },
      { who, now, t: view.t, writeId: view.writeId },
    ),
    readAround(db, input.id, posts, who),
  ])
  const related = mostAlike(question.title, around.candidates, readingSizes.related)
  return {
    question,
    answers: {
      count: found.count,
      list: found.list.map(({ answer }) => answer),
      page: found.page,
    },
    attached: posts.map((id): Attached => ({
      comments: comments.get(id) ?? { count: 0, list: [] },
      reactions: toReactions(around.reactions, id, view.t).reaction_summary,
    })),
    invited: around.invited.map(toUserBasic),
    linked: {
      count: around.linkedCount,
      list: around.linked.map((row) => toNeighbour(row, view.writeId)),
    },
    related: related.map((row) => toNeighbour(row, view.writeId)),
  }
}

/** What stands beside a question that the reader is known to see, and the emoji on it and its answers. */
async function readAround(db: Db, id: string, posts: readonly string[], who: Actor | null) {
  const [row] = await findAround(db, { id, posts: `{${posts.join(',')}}` }, who, '')
  return row ?? fail('question.not_found')
}

const findAround = prepared(aroundQuery)

function aroundQuery(db: Db, { id, posts }: { id: string; posts: string }, who: Someone | null) {
  const reacted = sql`(select coalesce(json_agg(reacted), '[]') from (${reactionRows(posts, who)}) as reacted)`
  return db
    .select({
      invited: invitedColumn(),
      linkedCount: questions.linkedCount,
      linked: linkedColumn(db, id),
      candidates: candidatesColumn(db, id),
      reactions: sql<ReactionRow[]>`${reacted}`,
    })
    .from(questions)
    .where(eq(questions.id, id))
}
