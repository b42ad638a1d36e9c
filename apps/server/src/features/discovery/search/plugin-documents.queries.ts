import { toSearchText } from '@stoa/markdown/plain'
import type { SearchChanges, SearchDocument } from '@stoa/plugin-kit/search'
import { setImmediate } from 'node:timers/promises'
import type { ReadDb } from '../../../kernel/database.ts'
import { groupBySize, type PublicPost, readPublicPosts } from './search.documents.ts'

export type ChangedPost = { id: string; version: number }

/** One message to a plugin, whose request to the search engine has to fit into a message from it, escaped. */
const maxBytes = 256 * 1024

/** What the plugin gets for these posts: text of those that are public now, in batches. The others are removed. */
export async function* readChanges(db: ReadDb, changed: readonly ChangedPost[]) {
  const versions = new Map(changed.map(({ id, version }) => [id, version]))
  const posts = await readPublicPosts(db, [...versions.keys()])
  const shown = new Set(posts.map(({ id }) => id))
  let batch = { put: [] as SearchDocument[], remove: changed.filter(({ id }) => !shown.has(id)) }
  let bytes = 0
  for (const group of groupBySize(posts)) {
    for (const post of group) {
      const document = toDocument(post, versions.get(post.id) ?? 0)
      const size = Buffer.byteLength(JSON.stringify(document))
      if (bytes + size > maxBytes) {
        yield batch satisfies Omit<SearchChanges, 'generations'>
        batch = { put: [], remove: [] }
        bytes = 0
      }
      batch.put.push(document)
      bytes += size
    }
    // Long posts must not stall the event loop.
    await setImmediate()
  }
  if (batch.put.length + batch.remove.length > 0) yield batch
}

function toDocument(post: PublicPost, version: number): SearchDocument {
  const isQuestion = post.answerId === null
  return {
    id: post.id,
    version,
    type: isQuestion ? 'question' : 'answer',
    questionId: post.questionId,
    userId: post.userId,
    createdAt: post.createdAt.getTime(),
    title: isQuestion ? post.title : '',
    tags: isQuestion ? post.tags.map(({ text }) => text) : [],
    tagIds: post.tags.map(({ id }) => id),
    text: toSearchText(post.html),
  }
}
