import type { Locale } from '@stoa/locales/languages'
import type { SlotRequest } from '@stoa/web/kernel/host-request.ts'
import { LRUCache } from 'lru-cache'

/** How long a page waits. What arrives later is for the next one. */
const patienceMs = 150
/** How long pages do not wait for a plugin that was late. */
const impatienceMs = 10_000
const rememberedMs = 5 * 60_000
const rememberedFailureMs = 10_000
const maxBytes = 16 * 1024 * 1024
/** Of one plugin. Beyond that, it is too slow for what is asked of it. */
const maxCalls = 50

/** A place in the pages of one language, as one plugin fills it. */
export type PluginSlot = { slug: string; slot: SlotRequest; locale: Locale }

/** Null if the call failed. */
type Outcome = { html: string | null }
type PluginState = { calls: number; impatientUntil: number }

type Options = {
  /** Changes when HTML that is remembered is no longer right. */
  fingerprint: () => string
  /** Safe HTML. */
  render: (slot: PluginSlot) => Promise<string>
  now: () => number
}

/** HTML of slots, remembered in this process. It is the same for all readers of a language. */
export class PluginSlots {
  readonly #known = new LRUCache<string, Outcome>({
    maxSize: maxBytes,
    sizeCalculation: ({ html }, key) => 2 * (key.length + (html?.length ?? 0)) + 200,
    ttl: rememberedMs,
  })
  readonly #running = new Map<string, Promise<Outcome>>()
  readonly #states = new Map<string, PluginState>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Null if it is not there in time, or failed. */
  async fill(wanted: PluginSlot): Promise<string | null> {
    const { fingerprint, now } = this.#options
    const key = JSON.stringify([fingerprint(), wanted])
    const remembered = this.#known.get(key)
    if (remembered !== undefined) return remembered.html
    const state = this.#stateOf(wanted.slug)
    const running = this.#running.get(key)
    if (running === undefined && state.calls >= maxCalls) return null
    const outcome = running ?? this.#start(key, wanted, state)
    if (now() < state.impatientUntil) return null
    const inTime = await Promise.race([outcome, afterPatience()])
    if (inTime === null) state.impatientUntil = now() + impatienceMs
    return inTime?.html ?? null
  }

  /** After a change of the plugins. */
  clear() {
    this.#known.clear()
    this.#states.clear()
  }

  #stateOf(slug: string): PluginState {
    const state = this.#states.get(slug) ?? { calls: 0, impatientUntil: 0 }
    this.#states.set(slug, state)
    return state
  }

  #start(key: string, wanted: PluginSlot, state: PluginState): Promise<Outcome> {
    const outcome = this.#call(key, wanted, state)
    this.#running.set(key, outcome)
    return outcome
  }

  async #call(key: string, wanted: PluginSlot, state: PluginState): Promise<Outcome> {
    const { render, now } = this.#options
    const startedAt = now()
    state.calls++
    // The registry logs and counts failures.
    const html = await render(wanted).catch(() => null)
    state.calls--
    // It has started, or has recovered.
    if (now() - startedAt < patienceMs) state.impatientUntil = 0
    const outcome = { html }
    this.#running.delete(key)
    this.#known.set(key, outcome, html === null ? { ttl: rememberedFailureMs } : {})
    return outcome
  }
}

async function afterPatience(): Promise<null> {
  await new Promise((resolve) => setTimeout(resolve, patienceMs))
  return null
}
