import type { Json, Kit, KitResponse } from '@stoa/plugin-kit/server'
import type { CallMessage, FromHost, RequestName, ToHost } from '../host-messages.ts'
import { createPace } from './pace.ts'

type Answer = Extract<ToHost, { type: 'answer' }>
type Messages = Extract<ToHost, { type: 'start' }>['messages']
type Level = 'info' | 'warn' | 'error'
type Send = (message: FromHost) => void
type Request = (name: RequestName, ...args: unknown[]) => Promise<unknown>
export type WriteLog = (level: Level, text: string) => void

const maxLogText = 2000
const maxLinesPerMinute = 100

/** What the site does for the plugin. More than a number of requests at once wait here: a busy plugin is slow, not stopped. */
export function createRequests(send: Send) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const acquire = createPace()
  let lastId = 0
  return {
    of: (call: number): Request =>
      async function request(name, ...args) {
        const release = await acquire()
        const id = ++lastId
        try {
          return await new Promise((resolve, reject) => {
            waiting.set(id, { resolve, reject })
            send({ type: 'request', id, call, name, args })
          })
        } finally {
          waiting.delete(id)
          release()
        }
      },
    answer(answer: Answer) {
      const request = waiting.get(answer.id)
      if ('error' in answer) request?.reject(new Error(answer.error))
      else request?.resolve(answer.value)
    },
  }
}

export function createLog(send: Send): WriteLog {
  let minute = 0
  let lines = 0
  return (level, value) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    if (++lines > maxLinesPerMinute) return
    const text = lines === maxLinesPerMinute ? 'More lines of this minute are left out.' : value
    send({ type: 'log', level, text: String(text).slice(0, maxLogText) })
  }
}

type Parts = { request: Request; log: WriteLog; messages: Messages }

/** The kit of one call. */
export function createKit(call: CallMessage['kit'], { request, log, messages }: Parts): Kit {
  return {
    ...call,
    userSettings: async (userId) => (await request('userSettings', userId)) as Kit['settings'],
    t: (key, values = {}) =>
      findMessage(messages, call.locale, key).replaceAll(/\{(\w+)\}/g, (text, name: string) =>
        Object.hasOwn(values, name) ? String(values[name]) : text,
      ),
    storage: {
      get: async (key) => (await request('storage.get', key)) as Json,
      async set(key, value, options = {}) {
        await request('storage.set', key, value, options)
      },
      async delete(key) {
        await request('storage.delete', key)
      },
      list: async (prefix) =>
        (await request('storage.list', prefix)) as { key: string; value: Json }[],
    },
    fetch: async (url, options = {}) => (await request('fetch', url, options)) as KitResponse,
    async rebuildSearch() {
      await request('rebuildSearch')
    },
    log: {
      info: (text) => log('info', text),
      warn: (text) => log('warn', text),
      error: (text) => log('error', text),
    },
    api: {
      read: async (path, query = {}) => (await request('api.read', path, query)) as Json,
      asUser: async (method, path, input = {}) =>
        (await request('api.asUser', method, path, input)) as Json,
    },
  }
}

function findMessage(messages: Messages, locale: string, key: string): string {
  const languages = [locale, locale.slice(0, 2), 'en_US', 'en']
  return (
    languages.map((language) => messages[language]?.[key]).find((text) => text !== undefined) ?? key
  )
}
