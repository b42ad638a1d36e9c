import { readingSizes, readQuestion, type Attached } from '@stoa/contract/features/reading'
import type { ReplyOf } from '@stoa/contract/endpoint'
import { toLongId } from '@stoa/contract/ids'
import { translator } from '@stoa/locales/translate'
import { data } from 'react-router'
import { apiFrom } from '../../kernel/api.server.ts'
import { visitContext, type LoadContext } from '../../kernel/context.server.ts'
import { toPostText } from '../../kernel/html-store.server.ts'
import { keepLinkedData } from '../../kernel/linked-data.server.ts'
import { withText } from '../comments/comment-data.ts'
import { questionLinkedData } from './linked-data.server.ts'
import type { ReadingAddress } from './reading-address.ts'
import type { Post, ReadAnswer, Reading } from './reading-data.ts'

type Args = Parameters<typeof apiFrom>[0]

/** All that the page of a question shows, without the Markdown it was made of. */
export async function loadReading(
  args: Args,
  id: string,
  address: ReadingAddress,
): Promise<Reading> {
  const { order, page, answerId, commentsOf, commentId } = address
  const reply = await apiFrom(args).call(readQuestion, {
    id,
    order,
    page,
    answer_id: answerId,
    comments_of: commentsOf,
    comment_id: commentId,
  })
  if (reply.answers.list.length === 0 && reply.answers.page > 1) throw data(null, { status: 404 })
  const { site, locale } = args.context.get(visitContext)
  const listTitle = translator(locale)('question.list_title')
  keepLinkedData(args.context, questionLinkedData(reply, site, listTitle))
  return toReading(args.context, reply, address)
}

function toReading(
  context: LoadContext,
  reply: ReplyOf<typeof readQuestion>,
  { order, answerId, commentId }: ReadingAddress,
): Reading {
  const { question: asked, answers, attached, invited, linked, related } = reply
  const { content: _, html, ...question } = asked
  return {
    question: { ...question, ...toPost(context, `question-${question.id}`, html, attached[0]) },
    answers: answers.list.map(({ content: _source, html: body, ...answer }, index): ReadAnswer => ({
      ...answer,
      ...toPost(context, `answer-text-${answer.id}`, body, attached[index + 1]),
    })),
    answerCount: answers.count,
    page: answers.page,
    pages: Math.max(1, Math.ceil(answers.count / readingSizes.answers)),
    order,
    target: {
      answerId: answers.list.find((answer) => isSame(answer.id, answerId))?.id ?? null,
      commentId:
        attached
          .flatMap(({ comments }) => comments.list)
          .find((comment) => isSame(comment.comment_id, commentId))?.comment_id ?? null,
    },
    invited,
    linked,
    related,
  }
}

function isSame(id: string, wanted: string | undefined): boolean {
  return wanted !== undefined && toLongId(id) === toLongId(wanted)
}

const nothing: Attached = { comments: { count: 0, list: [] }, reactions: [] }

function toPost(context: LoadContext, id: string, html: string, attached = nothing): Post {
  return {
    text: toPostText(context, id, html),
    comments: {
      count: attached.comments.count,
      list: attached.comments.list.map((comment) =>
        withText(comment, (textId, body) => toPostText(context, textId, body)),
      ),
    },
    reactions: attached.reactions,
  }
}
