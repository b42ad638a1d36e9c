import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { portOf } from './ports.ts'

/** A statement sent over the wire. */
export type Statement = { text: string; values: (string | null)[] }

/** A proxy between Stoa and PostgreSQL that records statements. */
export async function startRecorder(databaseUrl: string) {
  const target = new URL(databaseUrl)
  let statements: Statement[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    const parseBytes = createParser((statement) => statements.push(statement))
    client.on('data', (bytes: Buffer) => {
      parseBytes(bytes)
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
    /** Statements since the last call. */
    take() {
      const previous = statements
      statements = []
      return previous
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Splits the stream into messages: a type byte and a length; the startup message has no type. */
function createParser(onStatement: (statement: Statement) => void) {
  let buffer = Buffer.alloc(0)
  let isStarted = false
  const texts = new Map<string, string>()
  return (bytes: Buffer) => {
    buffer = Buffer.concat([buffer, bytes])
    for (;;) {
      const headerLength = isStarted ? 5 : 4
      if (buffer.length < headerLength) return
      const length = buffer.readInt32BE(headerLength - 4)
      const end = headerLength - 4 + length
      if (buffer.length < end) return
      if (isStarted)
        parseMessage(buffer[0] ?? 0, buffer.subarray(headerLength, end), texts, onStatement)
      isStarted = true
      buffer = buffer.subarray(end)
    }
  }
}

const code = (text: string) => text.charCodeAt(0)

/** Parse names a statement, Bind has its values, Query is a complete statement. */
function parseMessage(
  kind: number,
  body: Buffer,
  texts: Map<string, string>,
  onStatement: (statement: Statement) => void,
) {
  const fields = createReader(body)
  if (kind === code('P')) texts.set(fields.text(), fields.text())
  if (kind === code('Q')) onStatement({ text: fields.text(), values: [] })
  if (kind !== code('B')) return
  fields.text()
  const text = texts.get(fields.text()) ?? ''
  const formats = fields.number()
  for (let at = 0; at < formats; at++) fields.number()
  const values = Array.from({ length: fields.number() }, () => fields.value())
  onStatement({ text, values })
}

function createReader(body: Buffer) {
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
