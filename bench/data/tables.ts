import type { Column } from 'drizzle-orm'
import { activities } from '../../apps/server/src/schema/activity.ts'
import { bookmarks } from '../../apps/server/src/schema/bookmarks.ts'
import { follows } from '../../apps/server/src/schema/follows.ts'
import { heldPosts } from '../../apps/server/src/schema/held-posts.ts'
import { questionLinks } from '../../apps/server/src/schema/links.ts'
import {
  answers,
  comments,
  questionTags,
  questions,
  tagSets,
} from '../../apps/server/src/schema/posts.ts'
import { reactions } from '../../apps/server/src/schema/reactions.ts'
import { reputationEntries } from '../../apps/server/src/schema/reputation.ts'
import { revisions } from '../../apps/server/src/schema/revisions.ts'
import { searchDocuments, searchWords } from '../../apps/server/src/schema/search.ts'
import { tags } from '../../apps/server/src/schema/tags.ts'
import { users } from '../../apps/server/src/schema/users.ts'
import { votes } from '../../apps/server/src/schema/votes.ts'

/** Columns in the order of the generated rows. */
export const tables = {
  questions: listColumns(questions, [
    'id',
    'userId',
    'title',
    'slug',
    'excerpt',
    'originalText',
    'parsedText',
    'rendererVersion',
    'createdAt',
    'editedAt',
    'deletedAt',
    'deletedBy',
    'version',
    'editedBy',
    'status',
    'statusBefore',
    'isListed',
    'isAnswered',
    'viewCount',
    'score',
    'answerCount',
    'commentCount',
    'bookmarkCount',
    'followCount',
    'linkedCount',
    'acceptedAnswerId',
    'lastAnswerId',
    'hotScore',
    'hotScoredAt',
    'activeAt',
    'activeKind',
    'activeBy',
  ]),
  question_tags: listColumns(questionTags, ['questionId', 'tagId', 'position', 'askedAt']),
  tag_sets: listColumns(tagSets, ['questionId', 'askedAt', 'tagIds']),
  answers: listColumns(answers, [
    'id',
    'questionId',
    'userId',
    'excerpt',
    'originalText',
    'parsedText',
    'rendererVersion',
    'createdAt',
    'deletedAt',
    'deletedBy',
    'status',
    'statusBefore',
    'score',
    'commentCount',
  ]),
  comments: listColumns(comments, [
    'id',
    'questionId',
    'answerId',
    'userId',
    'replyToId',
    'originalText',
    'parsedText',
    'rendererVersion',
    'createdAt',
    'score',
  ]),
  votes: listColumns(votes, ['userId', 'objectId', 'value', 'createdAt']),
  reputation_entries: listColumns(reputationEntries, [
    'id',
    'userId',
    'kind',
    'change',
    'points',
    'objectId',
    'byUserId',
    'day',
    'createdAt',
  ]),
  revisions: listColumns(revisions, [
    'id',
    'objectId',
    'version',
    'userId',
    'title',
    'slugName',
    'originalText',
    'tags',
    'status',
    'createdAt',
  ]),
  activities: listColumns(activities, ['id', 'kind', 'objectId', 'userId', 'createdAt']),
  held_posts: listColumns(heldPosts, ['objectId', 'questionId', 'userId', 'reasons', 'createdAt']),
  bookmarks: listColumns(bookmarks, ['userId', 'questionId', 'createdAt']),
  follows: listColumns(follows, ['userId', 'objectId', 'createdAt']),
  reactions: listColumns(reactions, ['objectId', 'emoji', 'userId', 'createdAt']),
  question_links: listColumns(questionLinks, ['fromQuestionId', 'fromPostId', 'toQuestionId']),
  search_documents: listColumns(searchDocuments, [
    'objectId',
    'questionId',
    'type',
    'userId',
    'createdAt',
    'titleWords',
    'vector',
  ]),
  search_words: listColumns(searchWords, ['word', 'titles', 'shorter']),
  tags: listColumns(tags, [
    'id',
    'slugName',
    'displayName',
    'originalText',
    'parsedText',
    'excerpt',
    'rendererVersion',
    'questionCount',
    'followCount',
    'createdBy',
    'createdAt',
  ]),
  users: listColumns(users, [
    'id',
    'username',
    'displayName',
    'email',
    'activatedAt',
    'points',
    'questionCount',
    'answerCount',
    'createdAt',
  ]),
} as const

export type TableName = keyof typeof tables

export const tableNames = Object.keys(tables) as TableName[]

function listColumns<Name extends string>(
  table: Record<NoInfer<Name>, Column>,
  names: readonly Name[],
) {
  return names.map((name) => table[name].name).join(', ')
}
