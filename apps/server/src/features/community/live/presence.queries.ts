import { randomUUID } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { questionTopic } from '../../../kernel/invalidation.ts'
import type { Bus } from '../../../kernel/services.ts'
import type { Stream } from './stream-index.ts'

/** Any process may have the stream of the user. A process that does not answer in time has none. */
const waitMs = 200
const askedTopic = 'presence.asked'
const foundTopic = 'presence.found'

type Request = { id: string; userId: string; questionIds: string[] }

type Waiting = Map<string, (isFound: boolean) => void>
const waitingByBus = new WeakMap<Bus, Waiting>()

/** Whether one of the questions is open in a browser of the user. */
export async function isReading(
  { bus }: Pick<Context, 'bus'>,
  userId: string,
  questionIds: string[],
): Promise<boolean> {
  if (questionIds.length === 0) return false
  const waiting = waitingOf(bus)
  const request: Request = { id: randomUUID(), userId, questionIds }
  const answer = new Promise<boolean>((resolve) => {
    waiting.set(request.id, resolve)
    setTimeout(() => resolve(false), waitMs)
  })
  try {
    await bus.publish(askedTopic, JSON.stringify(request))
    return await answer
  } finally {
    waiting.delete(request.id)
  }
}

/** Answers for the streams of this process. */
export function answerPresence(bus: Bus, streamsOf: (userId: string) => readonly Stream[]) {
  bus.subscribe(askedTopic, (payload) => {
    const { id, userId, questionIds } = JSON.parse(payload) as Request
    const topics = questionIds.map((questionId) => questionTopic(questionId) as string)
    const isOpen = streamsOf(userId).some(({ follows }) =>
      follows.some((topic) => topics.includes(topic)),
    )
    if (isOpen) void bus.publish(foundTopic, id).catch(() => {})
  })
}

function waitingOf(bus: Bus): Waiting {
  const known = waitingByBus.get(bus)
  if (known !== undefined) return known
  const waiting: Waiting = new Map()
  waitingByBus.set(bus, waiting)
  bus.subscribe(foundTopic, (id) => waiting.get(id)?.(true))
  return waiting
}
