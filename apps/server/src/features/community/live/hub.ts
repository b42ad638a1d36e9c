import { createHash, randomUUID } from 'node:crypto'
import {
  accountTopic,
  allTopics,
  countsTopic,
  hiddenTopic,
  parseWritingTopic,
  questionTopic,
} from '../../../kernel/invalidation.ts'
import { createStreamIndex, type Stream } from './stream-index.ts'

/** Of messages, for streams that were interrupted. */
const keptMessages = 2_000
/** Everyone's counts are announced little by little, because every browser then asks for its own. */
const perSlice = 200
const sliceMs = 100

export type Hub<S extends Stream> = ReturnType<typeof createHub<S>>

/** Sends messages to the open streams of this process, and those that they missed. */
export function createHub<S extends Stream>() {
  const index = createStreamIndex<S>()
  const epoch = randomUUID().slice(0, 8)
  const recent: (readonly string[])[] = []
  let last = 0
  const lastId = () => `${epoch}.${last}`

  function announceSlowly(waiting: S[], id: string) {
    for (const stream of waiting.splice(0, perSlice))
      if (index.all.has(stream)) stream.send(id, [countsChange])
    if (waiting.length > 0) setTimeout(() => announceSlowly(waiting, id), sliceMs).unref()
  }

  return {
    streams: index.all,
    streamsOf: (userId: string) => index.listFollowers(countsTopic(userId)),
    followersOf: (questionId: string) => index.listFollowers(questionTopic(questionId)),
    remove: index.remove,
    /** Sends what happened after the message with that id, or that anything may have happened. */
    add(stream: S, after: string | undefined) {
      index.add(stream)
      const missed = after === undefined ? [] : findMissed(recent, { after, epoch, last })
      const changes = missed === null ? [allTopics] : listChanges(missed, stream.follows)
      stream.send(lastId(), changes)
    },
    publish(topics: readonly string[]) {
      last++
      recent.push(topics.filter((topic) => parseWritingTopic(topic) === null))
      if (recent.length > keptMessages) recent.shift()
      if (topics.includes(allTopics))
        return index.all.forEach((stream) => stream.send(lastId(), [allTopics]))
      const due = new Map<S, Set<string>>()
      for (const topic of topics) {
        const writing = parseWritingTopic(topic)
        const change = writing === null ? changeOf(topic) : toAnonymous(writing, epoch)
        for (const stream of index.listFollowers(keyOf(topic)))
          if (stream.userId !== writing?.userId)
            due.set(stream, (due.get(stream) ?? new Set()).add(change))
      }
      for (const [stream, changes] of due) stream.send(lastId(), [...changes])
      if (topics.includes(countsTopic('*'))) announceSlowly([...index.all], lastId())
    },
  }
}

const countsChange = 'n'
export const askedKey = 'a'

type Writing = { questionId: string; userId: string }

/** Tells writers of one question apart for as long as the process runs, but not who they are. */
function toAnonymous({ questionId, userId }: Writing, epoch: string) {
  const hash = createHash('sha256').update(`${epoch}.${questionId}.${userId}`)
  return `w${questionId}.${hash.digest('base64url').slice(0, 8)}`
}

/** Streams follow all asked questions, but single other topics. */
function keyOf(topic: string) {
  const writing = parseWritingTopic(topic)
  if (writing !== null) return questionTopic(writing.questionId)
  return topic.startsWith(askedKey) ? askedKey : topic
}
const changeOf = (topic: string) => (topic.startsWith(countsTopic('')) ? countsChange : topic)

type Position = { after: string; epoch: string; last: number }

/** Null when it is unknown: the messages are no longer kept, or they were of another process. */
function findMissed(recent: readonly (readonly string[])[], { after, epoch, last }: Position) {
  const [ofEpoch, number] = after.split('.')
  const behind = last - Number(number)
  if (ofEpoch !== epoch || !(behind >= 0 && behind <= recent.length)) return null
  return behind === 0 ? [] : recent.slice(-behind).flat()
}

function listChanges(topics: readonly string[], follows: readonly string[]): string[] {
  if (topics.includes(allTopics)) return [allTopics]
  const changes = topics.filter((topic) => follows.includes(keyOf(topic))).map(changeOf)
  if (topics.includes(countsTopic('*'))) changes.push(countsChange)
  return [...new Set(changes)]
}

/** Not sent to streams: the process itself checks sessions and access again. */
export const isAccountTopic = (topic: string) => topic.startsWith(accountTopic(''))
export const isHiddenTopic = (topic: string) => topic.startsWith(hiddenTopic(''))
