import type { Host } from '@stoa/plugin-kit/ui'
import type { Drawing, DrawRequest, FrameMessage } from './messages.ts'

type Task = DrawRequest & PromiseWithResolvers<Drawing>

const timeoutMs = 30_000

function settle(task: Task | undefined, message: Exclude<FrameMessage, { type: 'ready' }>) {
  if (message.type === 'drawn') task?.resolve(message)
  else task?.reject(new Error(message.message))
}

type Frame = { post(request: DrawRequest): void; remove(): void }

/** Calls `onMessage` with what the frame sends, and with nothing else. */
function openFrame(host: Host, onMessage: (message: FrameMessage) => void): Frame {
  const frame = host.createFrame('frames/draw.js')
  frame.className = 'plugin-diagrams-frame'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  const listen = ({ data, source }: MessageEvent<FrameMessage>) => {
    if (source === frame.contentWindow) onMessage(data)
  }
  window.addEventListener('message', listen)
  document.body.append(frame)
  return {
    post: (request) => frame.contentWindow?.postMessage(request, '*'),
    remove() {
      window.removeEventListener('message', listen)
      frame.remove()
    },
  }
}

/** One frame for all diagrams of the page, loaded for the first one. */
export function createDrawer(host: Host) {
  const tasks: Task[] = []
  let frame: Frame | null = null
  let isReady = false
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function onMessage(message: FrameMessage) {
    if (message.type === 'ready') {
      isReady = true
      sendFirst()
    } else if (tasks[0]?.id === message.id) settle(finish(), message)
  }

  function finish() {
    clearTimeout(timer)
    const task = tasks.shift()
    sendFirst()
    return task
  }

  function sendFirst() {
    const [task] = tasks
    if (task === undefined || !isReady) return
    const { id, source, isDark } = task
    frame?.post({ id, source, isDark })
    clearTimeout(timer)
    timer = setTimeout(giveUp, timeoutMs)
  }

  /** The next diagram gets a new frame. */
  function giveUp() {
    close()
    tasks.shift()?.reject(new Error(host.t('slow')))
    if (tasks.length > 0) open()
  }

  function open() {
    frame = openFrame(host, onMessage)
    timer = setTimeout(giveUp, timeoutMs)
  }

  function close() {
    clearTimeout(timer)
    frame?.remove()
    frame = null
    isReady = false
  }

  return async (source: string, isDark: boolean): Promise<Drawing> => {
    const task = { id: ++lastId, source, isDark, ...Promise.withResolvers<Drawing>() }
    tasks.push(task)
    if (frame === null) open()
    else if (tasks.length === 1) sendFirst()
    return await task.promise
  }
}
