import { render, type RenderOptions } from '@stoa/markdown/render'
import { parentPort } from 'node:worker_threads'

export type RenderRequest = { markdown: string; options: RenderOptions }

parentPort?.on('message', ({ markdown, options }: RenderRequest) => {
  parentPort?.postMessage(render(markdown, options))
})
parentPort?.postMessage('ready')
