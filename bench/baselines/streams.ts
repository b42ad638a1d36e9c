// A bare Node server that only keeps responses open.
import { createServer } from 'node:http'
import { portOf } from '../run/ports.ts'

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' })
  response.flushHeaders()
})
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port: portOf(server), msg: 'ready' })),
)
process.on('SIGTERM', () => process.exit(0))
