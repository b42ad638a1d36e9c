// Runs apart from the page: Mermaid injects styles, and what it draws is written by users.
import mermaid from 'mermaid'
import type { DrawRequest, FrameMessage } from '../messages.ts'

const maxLength = 20_000

const send = (message: FrameMessage) => window.parent.postMessage(message, '*')

async function draw({ id, source, isDark }: DrawRequest) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: isDark ? 'dark' : 'default',
    darkMode: isDark,
    // Images have no fonts of pages, and no HTML.
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    maxTextSize: maxLength,
    maxEdges: 300,
    suppressErrorRendering: true,
    secure: ['securityLevel', 'htmlLabels', 'maxTextSize', 'maxEdges', 'theme', 'fontFamily'],
  })
  const { svg } = await mermaid.render(`diagram-${id}`, source)
  const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  const textOf = (name: string) => drawn?.querySelector(`:scope > ${name}`)?.textContent ?? ''
  if (drawn === null) throw new Error('empty')
  const box = drawn.viewBox.baseVal
  const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) }
  for (const [name, value] of Object.entries(size)) drawn.setAttribute(name, String(value))
  const image = new XMLSerializer().serializeToString(drawn)
  const texts = { title: textOf('title'), description: textOf('desc') }
  send({ type: 'drawn', id, svg: image, ...size, ...texts })
}

let last = Promise.resolve()

window.addEventListener('message', ({ data, source }: MessageEvent<DrawRequest>) => {
  if (source !== window.parent) return
  // Mermaid draws one diagram at a time.
  last = last
    .then(() => draw(data))
    .catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      send({ type: 'failed', id: data.id, message: message.slice(0, 500) })
    })
})

send({ type: 'ready' })
