import { changedQuestion, event, objectKey, questionTopic } from './kernel/invalidation.ts'

type CommentEvent = {
  commentId: string
  postId: string
  questionId: string
  authorId: string
  userId: string
}

export const commentEvents = {
  /** The comment on `postId` is deleted and its text is an answer. */
  'comment.converted': event<{
    commentId: string
    answerId: string
    questionId: string
    postId: string
    userId: string
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    isUrgent: true,
  })),
  /** With its replies, to another post. */
  'comment.moved': event<{
    commentId: string
    fromPostId: string
    toPostId: string
    questionIds: string[]
    userId: string
  }>(({ fromPostId, toPostId, questionIds }) => ({
    pages: [objectKey(fromPostId), objectKey(toPostId)],
    live: questionIds.map(questionTopic),
    isUrgent: true,
  })),
  'comment.added': event<{
    commentId: string
    postId: string
    questionId: string
    userId: string
    mentioned: string[]
  }>(({ postId, questionId }) => ({
    pages: [objectKey(postId)],
    live: [questionTopic(questionId)],
  })),
  'comment.edited': event<CommentEvent>(({ postId, questionId }) => ({
    pages: [objectKey(postId)],
    live: [questionTopic(questionId)],
    isUrgent: true,
  })),
  'comment.deleted': event<CommentEvent>(({ postId, questionId }) => ({
    pages: [objectKey(postId)],
    live: [questionTopic(questionId)],
    isUrgent: true,
  })),
  'comment.recovered': event<CommentEvent>(({ postId, questionId }) => ({
    pages: [objectKey(postId)],
    live: [questionTopic(questionId)],
  })),
}
