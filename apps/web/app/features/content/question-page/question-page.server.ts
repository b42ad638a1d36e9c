import {
  questionPageSizes,
  readQuestion,
  type PostExtras,
} from '@stoa/contract/features/question-page'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { toLongId } from '@stoa/contract/ids'
import { translator } from '@stoa/locales/translate'
import { data } from 'react-router'
import { apiFrom } from '../../../kernel/api.server.ts'
import { visitContext, type LoadContext } from '../../../kernel/context.server.ts'
import { toCommentText, toPostText } from '../../../kernel/post-text.server.ts'
import { toCommentView } from '../comments/comment-data.ts'
import { addLinkedData, createQuestionLinkedData } from './linked-data.server.ts'
import type { PostData, AnswerData, QuestionPageData } from './question-page-data.ts'
import type { QuestionUrl } from './question-url.ts'

type Args = Parameters<typeof apiFrom>[0]

/** Loads everything on a question page, without the Markdown sources. */
export async function loadQuestionPage(
  args: Args,
  id: string,
  url: QuestionUrl,
): Promise<QuestionPageData> {
  const { order, page, answerId, commentsOf, commentId } = url
  const response = await apiFrom(args).call(readQuestion, {
    id,
    order,
    page,
    answer_id: answerId,
    comments_of: commentsOf,
    comment_id: commentId,
  })
  if (response.answers.list.length === 0 && response.answers.page > 1)
    throw data(null, { status: 404 })
  const { site, locale } = args.context.get(visitContext)
  const listTitle = translator(locale)('question.list_title')
  addLinkedData(args.context, createQuestionLinkedData(response, site, listTitle))
  return toQuestionPageData(args.context, response, url)
}

function toQuestionPageData(
  context: LoadContext,
  response: ResponseOf<typeof readQuestion>,
  { order, hasRememberedOrder, answerId, commentId }: QuestionUrl,
): QuestionPageData {
  const { question: source, answers, attached, invited, linked, related } = response
  const { content: _, html, ...question } = source
  return {
    question: { ...question, ...toPostData(context, `question-${question.id}`, html, attached[0]) },
    answers: answers.list.map(({ content: _source, html: body, ...answer }, index): AnswerData => ({
      ...answer,
      ...toPostData(context, `answer-text-${answer.id}`, body, attached[index + 1]),
    })),
    answerCount: answers.count,
    page: answers.page,
    pages: Math.max(1, Math.ceil(answers.count / questionPageSizes.answers)),
    order,
    hasRememberedOrder,
    target: {
      answerId: answers.list.find((answer) => isSameId(answer.id, answerId))?.id ?? null,
      commentId:
        attached
          .flatMap(({ comments }) => comments.list)
          .find((comment) => isSameId(comment.comment_id, commentId))?.comment_id ?? null,
    },
    invited,
    linked,
    related,
  }
}

function isSameId(id: string, other: string | undefined): boolean {
  return other !== undefined && toLongId(id) === toLongId(other)
}

const noAttachments: PostExtras = {
  comments: { count: 0, list: [] },
  reactions: [],
  suggestion: null,
}

function toPostData(
  context: LoadContext,
  id: string,
  html: string,
  attached = noAttachments,
): PostData {
  return {
    text: toPostText(context, id, html),
    comments: {
      count: attached.comments.count,
      list: attached.comments.list.map((comment) =>
        toCommentView(comment, (textId, body) => toCommentText(context, textId, body)),
      ),
    },
    reactions: attached.reactions,
    ...(attached.suggestion === null ? {} : { suggestion: attached.suggestion }),
  }
}
