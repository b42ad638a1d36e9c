// A DNS server on a UDP port of this machine: the outside world of tests that look up records.
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

type Records = Readonly<Record<string, { txt?: string[]; mx?: string[]; a?: string[] }>>

const types = { a: 1, mx: 15, txt: 16 } as const

/** Answers with the records; other names do not exist. Names are in lower case. */
export async function startNameServer(records: Records) {
  const socket = createSocket('udp4')
  socket.on('message', (query, sender: RemoteInfo) => {
    socket.send(respond(query, records), sender.port, sender.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function respond(query: Buffer, records: Records) {
  const { name, end } = readName(query, 12)
  const type = query.readUInt16BE(end)
  const found = records[name.toLowerCase()]
  const answers = found === undefined ? [] : answersOf(found, type)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (found === undefined ? 3 : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  const question = query.subarray(12, end + 4)
  return Buffer.concat([header, question, ...answers.map((data) => toAnswer(type, data))])
}

function answersOf({ txt = [], mx = [], a = [] }: Records[string], type: number): Buffer[] {
  if (type === types.a) return a.map((address) => Buffer.from(address.split('.').map(Number)))
  if (type === types.mx)
    return mx.map((host) => Buffer.concat([Buffer.from([0, 10]), toName(host)]))
  if (type === types.txt) return txt.map(toText)
  return []
}

function toAnswer(type: number, data: Buffer) {
  const head = Buffer.alloc(12)
  // The name is the one of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** Strings of at most 255 bytes, which readers join. */
function toText(text: string) {
  const chunks = text.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(
    chunks.map((chunk) => Buffer.from(`${String.fromCharCode(chunk.length)}${chunk}`, 'latin1')),
  )
}

function toName(host: string) {
  const labels = host.split('.').filter((label) => label !== '')
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])
}

function readName(query: Buffer, start: number) {
  const labels: string[] = []
  let at = start
  while (query[at] !== 0) {
    const length = query[at] ?? 0
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 1 }
}
