import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { portOf } from './ports.ts'

/** A statement as it went over the wire. */
export type Statement = { text: string; values: (string | null)[] }

/** Stands between the product and its database and notes what goes by. */
export async function startRecorder(databaseUrl: string) {
  const target = new URL(databaseUrl)
  let noted: Statement[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    const note = reader((statement) => noted.push(statement))
    client.on('data', (bytes: Buffer) => {
      note(bytes)
      database.write(bytes)
    })
    database.pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(portOf(server))
  return {
    url: url.href,
    /** What has gone by since this was asked last. */
    take() {
      const taken = noted
      noted = []
      return taken
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Cuts the stream into messages: a letter and a length, except for the first, which has no letter. */
function reader(tell: (statement: Statement) => void) {
  let waiting = Buffer.alloc(0)
  let isStarted = false
  const texts = new Map<string, string>()
  return (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      const head = isStarted ? 5 : 4
      if (waiting.length < head) return
      const length = waiting.readInt32BE(head - 4)
      const end = head - 4 + length
      if (waiting.length < end) return
      if (isStarted) read(waiting[0] ?? 0, waiting.subarray(head, end), texts, tell)
      isStarted = true
      waiting = waiting.subarray(end)
    }
  }
}

const letter = (text: string) => text.charCodeAt(0)

/** Parse names a text, Bind its values, Query has it all. */
function read(
  kind: number,
  body: Buffer,
  texts: Map<string, string>,
  tell: (statement: Statement) => void,
) {
  const next = textsIn(body)
  if (kind === letter('P')) texts.set(next.text(), next.text())
  if (kind === letter('Q')) tell({ text: next.text(), values: [] })
  if (kind !== letter('B')) return
  next.text()
  const text = texts.get(next.text()) ?? ''
  const formats = next.number()
  for (let at = 0; at < formats; at++) next.number()
  const values = Array.from({ length: next.number() }, () => next.value())
  tell({ text, values })
}

function textsIn(body: Buffer) {
  let at = 0
  return {
    text() {
      const end = body.indexOf(0, at)
      const text = body.toString('utf8', at, end)
      at = end + 1
      return text
    },
    number() {
      at += 2
      return body.readInt16BE(at - 2)
    },
    value() {
      const length = body.readInt32BE(at)
      at += 4
      if (length < 0) return null
      at += length
      return body.toString('utf8', at - length, at)
    },
  }
}
