import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Bus } from '../bus.ts'
import { withScope } from '../request-scope.ts'
import { everything } from './page-cache.ts'
import { hereMs, makeReceipts } from './receipts.ts'

const topic = 'pages.drop'
const doneTopic = 'pages.dropped'
const hereTopic = 'pages.here'

/** What is told soon is gathered for so long. */
const gatherMs = 50
/** A notification holds 8,000 bytes. */
const mostTags = 200

type Message = { from: string; tags: readonly string[]; receipt?: string }
type Setup = { bus: Bus; log: Logger; drop: (tags: readonly string[]) => void }

/** Tells the other processes which of their pages are old, and hears it from them. */
export function openDrops({ bus, log, drop }: Setup) {
  const soon = new Set<string>()
  const receipts = makeReceipts()
  let gathering: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined

  const { publish, listen } = postOf(bus)
  const failed = (error: unknown) => log.warn({ err: error }, 'other processes were not told')
  /** All that is to be told: it is told once. */
  function takeAll(urgent: readonly string[]) {
    const tags = [...urgent, ...soon]
    soon.clear()
    return tags.length > mostTags ? [everything] : tags
  }
  async function tellGathered() {
    gathering = undefined
    if (soon.size > 0) await publish(topic, { tags: takeAll([]) }).catch(failed)
  }

  listen(topic, ({ tags, receipt }) => {
    drop(tags)
    if (receipt !== undefined) publish(doneTopic, { receipt }).catch(failed)
  })
  listen(doneTopic, ({ from, receipt = '' }) => receipts.confirm(receipt, from))
  listen(hereTopic, ({ from }) => receipts.isHere(from))
  bus.onGap(() => drop([everything]))

  return {
    /** From now on other processes wait for this one when something must be gone. */
    announce() {
      const beat = () => void publish(hereTopic, {}).catch(failed)
      beating ??= setInterval(beat, hereMs).unref()
      beat()
    },
    tellSoon(tags: Iterable<string>) {
      for (const tag of tags) soon.add(tag)
      if (soon.size > 0) gathering ??= setTimeout(() => void tellGathered(), gatherMs)
    },
    /** Done when no process shows it any more, nor what was to be told soon. */
    async tellNow(urgent: readonly string[]) {
      const receipt = receipts.hasPeers() ? randomUUID() : undefined
      const confirmed = receipt === undefined ? [] : receipts.await(receipt)
      await publish(topic, { tags: takeAll(urgent), receipt })
      const silent = await confirmed
      if (silent.length > 0) log.warn({ silent }, 'a process did not say that old pages are gone')
    },
    async close() {
      clearInterval(beating)
      clearTimeout(gathering)
      await tellGathered()
    },
  }
}

/** Messages of this kind, without one's own. */
function postOf(bus: Bus) {
  return {
    publish: (name: string, message: object) =>
      withScope('pages', () => bus.publish(name, JSON.stringify({ from: bus.id, ...message }))),
    listen: (name: string, hear: (message: Message) => void) =>
      bus.subscribe(name, (payload) => {
        const message = JSON.parse(payload) as Message
        if (message.from !== bus.id) hear(message)
      }),
  }
}
