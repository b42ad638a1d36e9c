// A real SMTP server that keeps every message as a file. Usage: node sink.ts <port> <inbox folder>
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

const [port, inboxDir] = process.argv.slice(2)
if (!port || !inboxDir) throw new Error('usage: node sink.ts <port> <inbox folder>')

let received = 0

const server = new SMTPServer({
  // No certificate here, so no STARTTLS: a client that upgrades on its own would refuse it.
  hideSTARTTLS: true,
  authOptional: true,
  allowInsecureAuth: true,
  onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
  onData(stream, session, done) {
    void buffer(stream).then((body) => {
      const { mailFrom, rcptTo } = session.envelope
      const envelope = [
        `X-Envelope-From: ${mailFrom ? mailFrom.address : ''}`,
        ...rcptTo.map((to) => `X-Envelope-To: ${to.address}`),
      ]
      // The name carries the time of arrival, and a reader never sees half a message.
      const name = `${Date.now()}-${String(++received).padStart(6, '0')}`
      const draft = join(inboxDir, `${name}.part`)
      writeFileSync(draft, Buffer.concat([Buffer.from(`${envelope.join('\r\n')}\r\n`), body]))
      renameSync(draft, join(inboxDir, `${name}.eml`))
      done()
    }, done)
  },
})

server.on('error', (error) => {
  console.error(error)
  process.exit(1)
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit(0)))
