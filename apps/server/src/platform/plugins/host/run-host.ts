import type * as pluginKit from '@stoa/plugin-kit/server'
import { Socket } from 'node:net'
import { pathToFileURL } from 'node:url'
import { createFrameReader, encodeFrame, FrameTooLarge, maxFrameBytes } from '../frames.ts'
import type { CallMessage, FromHost, ToHost } from '../host-messages.ts'
import { callHook } from './call-hook.ts'
import { removeGlobals } from './globals.ts'
import { createKit, createLog, createRequests } from './host-kit.ts'
import { importFrom, type ImportFile } from './imports.ts'

const pipe = 3
/** Responses of servers are in it. */
const maxIncomingBytes = 16 * 1024 * 1024

type Plugin = pluginKit.Plugin

/** Runs in the process of the plugin. It ends with the pipe to the site. */
export function runPluginHost(kitModule: typeof pluginKit) {
  // Taken before the plugin can change what they are.
  const { exit, cwd } = process
  const folder = pathToFileURL(`${cwd()}/`)
  const socket = new Socket({ fd: pipe, readable: true, writable: true })
  const send = (message: FromHost) => void socket.write(encodeBounded(message))
  let hasSockets = false
  const importFile = importFrom(folder, { kit: kitModule, hasSockets: () => hasSockets })
  const requests = createRequests(send)
  const log = createLog(send)
  let plugin: Plugin = {}
  let messages: Extract<ToHost, { type: 'start' }>['messages'] = {}

  async function start(file: string) {
    removeGlobals(log)
    try {
      plugin = await load(importFile, new URL(file, folder))
      send({ type: 'ready' })
    } catch (error) {
      log('error', textOf(error))
      send({ type: 'failed', message: messageOf(error) })
    }
  }

  async function call({ id, hook, input, kit }: CallMessage) {
    try {
      const parts = { request: requests.of(id), log, messages }
      const value = await callHook(plugin, hook, input, createKit(kit, parts))
      send({ type: 'result', id, value: value ?? null })
    } catch (error) {
      const isRejection = error instanceof kitModule.Rejection
      if (!isRejection) log('error', textOf(error))
      send({ type: 'error', id, message: messageOf(error), isRejection })
    }
  }

  const read = createFrameReader(maxIncomingBytes, (frame) => {
    const message = frame as ToHost
    if (message.type === 'start') {
      messages = message.messages
      hasSockets = message.hasSockets
      void start(message.file)
    } else if (message.type === 'call') void call(message)
    else if (message.type === 'answer') requests.answer(message)
    else send({ type: 'pong' })
  })
  socket.on('data', read)
  socket.on('close', () => exit(0))
  socket.on('error', () => exit(0))
}

async function load(importFile: ImportFile, file: URL): Promise<Plugin> {
  const { default: plugin } = await importFile(file)
  if (typeof plugin !== 'object' || plugin === null)
    throw new Error('The server code has no default export. Export definePlugin({ … }).')
  return plugin
}

/** The site would end the process. */
function encodeBounded(message: FromHost): Buffer {
  const frame = encodeFrame(message)
  if (frame.length <= maxFrameBytes) return frame
  throw new FrameTooLarge(`Too large: ${frame.length} bytes. At most ${maxFrameBytes} are allowed.`)
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
