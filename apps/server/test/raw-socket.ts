import type { FastifyInstance } from 'fastify'
import { connect } from 'node:net'
import { portOf } from '../src/kernel/http.ts'

export type RawResponse = { status: number; headers: Record<string, string>; body: string }

/** What is sent, and what is done before the next piece is. */
type Step = string | (() => Promise<void>)

/** Sends bytes as they are, and reads until the server closes the connection or a whole response is there. */
export async function sendRaw(app: FastifyInstance, ...steps: Step[]): Promise<RawResponse> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf(app.server), '127.0.0.1')
  let text = ''
  const isRead = new Promise<void>((resolve, reject) => {
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (isWhole(text)) resolve()
    })
    socket.on('close', () => resolve())
    // The server may close while this side still writes.
    socket.on('error', (error) => (text === '' ? reject(error) : resolve()))
  })
  for (const step of steps) {
    if (typeof step === 'string') await new Promise((resolve) => socket.write(step, resolve))
    else await step()
  }
  await isRead
  socket.destroy()
  return parse(text)
}

function isWhole(text: string) {
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
