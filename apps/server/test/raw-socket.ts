import type { FastifyInstance } from 'fastify'
import { connect } from 'node:net'
import { portOf } from '../src/platform/http/http.ts'

export type RawResponse = { status: number; headers: Record<string, string>; body: string }

/** Bytes to send, or an action between two writes. */
type Step = string | (() => Promise<void>)

/** Sends raw bytes and reads until the response is complete or the connection closes. */
export async function sendRaw(app: FastifyInstance, ...steps: Step[]): Promise<RawResponse> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf(app.server), '127.0.0.1')
  let text = ''
  const responseRead = new Promise<void>((resolve, reject) => {
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (isComplete(text)) resolve()
    })
    socket.on('close', () => resolve())
    // The server may close while this side still writes.
    socket.on('error', (error) => (text === '' ? reject(error) : resolve()))
  })
  for (const step of steps) {
    if (typeof step === 'string') await new Promise((resolve) => socket.write(step, resolve))
    else await step()
  }
  await responseRead
  socket.destroy()
  return parse(text)
}

function isComplete(text: string) {
  const { headers, body } = parse(text)
  return headers['content-length'] !== undefined && body.length >= Number(headers['content-length'])
}

function parse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  }
}
