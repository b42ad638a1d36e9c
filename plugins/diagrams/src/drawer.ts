import type { Host } from '@stoa/plugin-kit/ui'
import type { Drawing, DrawRequest, FrameMessage } from './messages.ts'

type Task = DrawRequest & PromiseWithResolvers<Drawing>

const timeoutMs = 30_000

/** One frame for all diagrams of the page, loaded for the first one. */
export function createDrawer(host: Host) {
  const tasks: Task[] = []
  let frame: HTMLIFrameElement | null = null
  let isReady = false
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function onMessage({ data, source }: MessageEvent<FrameMessage>) {
    if (frame === null || source !== frame.contentWindow) return
    if (data.type === 'ready') isReady = true
    const [task] = tasks
    if (data.type === 'drawn' && task?.id === data.id) finish()?.resolve(data)
    if (data.type === 'failed' && task?.id === data.id) finish()?.reject(new Error(data.message))
    if (data.type === 'ready') sendFirst()
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
    frame?.contentWindow?.postMessage({ id, source, isDark } satisfies DrawRequest, '*')
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
    frame = host.createFrame('frames/draw.js')
    frame.className = 'plugin-diagrams-frame'
    frame.tabIndex = -1
    frame.setAttribute('aria-hidden', 'true')
    window.addEventListener('message', onMessage)
    document.body.append(frame)
    timer = setTimeout(giveUp, timeoutMs)
  }

  function close() {
    clearTimeout(timer)
    window.removeEventListener('message', onMessage)
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
