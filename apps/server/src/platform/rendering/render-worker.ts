import { parentPort } from 'node:worker_threads'
import { type RenderTask, runTask } from './render-tasks.ts'

parentPort?.on('message', (task: RenderTask) => {
  parentPort?.postMessage({ result: runTask(task) })
})
parentPort?.postMessage('ready')
